#include "CPixels.h"

#include <math.h>

void keepers_cell_means(const uint8_t *rgb, ptrdiff_t stride, int width, int height, int columns, int rows, float *means) {
    for (int row = 0; row < rows; row++) {
        int top = (int)((int64_t)row * height / rows), bottom = (int)((int64_t)(row + 1) * height / rows);
        for (int column = 0; column < columns; column++) {
            int left = (int)((int64_t)column * width / columns), right = (int)((int64_t)(column + 1) * width / columns);
            uint64_t r = 0, g = 0, b = 0;
            for (int y = top; y < bottom; y++) {
                const uint8_t *pixel = rgb + y * stride + 3 * (ptrdiff_t)left;
                for (int x = left; x < right; x++, pixel += 3) {
                    r += pixel[0];
                    g += pixel[1];
                    b += pixel[2];
                }
            }
            double pixels = (double)(bottom - top) * (right - left);
            *means++ = (float)((double)r / pixels);
            *means++ = (float)((double)g / pixels);
            *means++ = (float)((double)b / pixels);
        }
    }
}

double keepers_colourfulness(const uint8_t *rgb, ptrdiff_t stride, int width, int height) {
    int64_t sumRG = 0, sumYB = 0, squareRG = 0, squareYB = 0;
    for (int y = 0; y < height; y++) {
        const uint8_t *pixel = rgb + y * stride;
        for (int x = 0; x < width; x++, pixel += 3) {
            int redGreen = pixel[0] - pixel[1];
            int yellowBlue = pixel[0] + pixel[1] - 2 * pixel[2];  // twice yb = (R + G) / 2 - B, to stay whole
            sumRG += redGreen;
            sumYB += yellowBlue;
            squareRG += redGreen * redGreen;
            squareYB += yellowBlue * yellowBlue;
        }
    }
    double pixels = (double)width * height;
    if (pixels <= 0) return 0;
    double meanRG = (double)sumRG / pixels, meanYB = (double)sumYB / (2 * pixels);
    double varianceRG = (double)squareRG / pixels - meanRG * meanRG;
    double varianceYB = (double)squareYB / (4 * pixels) - meanYB * meanYB;
    double spread = varianceRG + varianceYB;
    return sqrt(spread > 0 ? spread : 0) + 0.3 * sqrt(meanRG * meanRG + meanYB * meanYB);
}

int keepers_brightest(const uint8_t *rgb, ptrdiff_t stride, int x0, int y0, int x1, int y1) {
    uint8_t most = 0;
    for (int y = y0; y < y1; y++) {
        const uint8_t *row = rgb + y * stride;
        for (ptrdiff_t i = 3 * (ptrdiff_t)x0; i < 3 * (ptrdiff_t)x1; i++) most = row[i] > most ? row[i] : most;
    }
    return most;
}
