#include "CPixels.h"
#include "clones.h"
#include <math.h>
#include <stdlib.h>

KEEPERS_CLONES
static void plane_row(const uint8_t *restrict rgb, int count, float mean, float scale, float *restrict red, float *restrict green,
                      float *restrict blue) {
    for (int x = 0; x < count; x++) {
        red[x] = ((float)rgb[3 * x] - mean) * scale;
        green[x] = ((float)rgb[3 * x + 1] - mean) * scale;
        blue[x] = ((float)rgb[3 * x + 2] - mean) * scale;
    }
}

void keepers_planes(const uint8_t *rgb, ptrdiff_t stride, int width, int height, float mean, float scale, float outside,
                    float *planes, int planeWidth, int planeHeight) {
    size_t area = (size_t)planeWidth * (size_t)planeHeight;
    int columns = width < planeWidth ? width : planeWidth;
    for (int y = 0; y < planeHeight; y++) {
        float *row = planes + (size_t)y * (size_t)planeWidth;
        int filled = y < height ? columns : 0;
        if (filled > 0) plane_row(rgb + y * stride, filled, mean, scale, row, row + area, row + 2 * area);
        for (int x = filled; x < planeWidth; x++) row[x] = row[x + area] = row[x + 2 * area] = outside;
    }
}

typedef struct {
    const uint8_t *rgb;
    ptrdiff_t stride;
    int width, height;
} source;

// Adds a point between pixels to three sums; points outside count as the edge.
static inline void add_point(const source *from, double px, double py, float sums[3]) {
    float fx = (float)fmin(fmax(px - 0.5, 0), from->width - 1), fy = (float)fmin(fmax(py - 0.5, 0), from->height - 1);
    int x = (int)fx, y = (int)fy;
    fx -= (float)x;
    fy -= (float)y;
    ptrdiff_t right = x + 1 < from->width ? 3 : 0, below = y + 1 < from->height ? from->stride : 0;
    const uint8_t *p = from->rgb + y * from->stride + 3 * (ptrdiff_t)x;
    for (int c = 0; c < 3; c++) {
        float upper = (float)p[c] + fx * (float)(p[right + c] - p[c]);
        float lower = (float)p[below + c] + fx * (float)(p[below + right + c] - p[below + c]);
        sums[c] += upper + fy * (lower - upper);
    }
}

static inline int64_t clamped(int64_t value, int64_t most) { return value < 0 ? 0 : value > most ? most : value; }

void keepers_crop(const uint8_t *rgb, ptrdiff_t stride, int width, int height, keepers_affine place, int side, float *target) {
    // 16 bits of fraction: over a row the steps add up to less than a hundredth of a pixel.
    const double one = 65536;
    const float share = 1.0f / (255.0f * 65536.0f);
    int64_t right = (int64_t)(width - 1) << 16, bottom = (int64_t)(height - 1) << 16;
    int64_t acrossX = llrint(place.a * one), downX = llrint(place.d * one);
    for (int y = 0; y < side; y++) {
        double v = y + 0.5;
        int64_t px = llrint((place.a * 0.5 + place.b * v + place.c - 0.5) * one);
        int64_t py = llrint((place.d * 0.5 + place.e * v + place.f - 0.5) * one);
        float *pixel = target + 3 * (size_t)y * (size_t)side;
        for (int x = 0; x < side; x++, px += acrossX, py += downX, pixel += 3) {
            int64_t cx = clamped(px, right), cy = clamped(py, bottom);
            int fx = (int)(cx >> 8) & 255, fy = (int)(cy >> 8) & 255;
            const uint8_t *p = rgb + (ptrdiff_t)(cy >> 16) * stride + 3 * (ptrdiff_t)(cx >> 16);
            const uint8_t *q = p + (cy < bottom ? stride : 0);
            ptrdiff_t next = cx < right ? 3 : 0;
            for (int c = 0; c < 3; c++) {
                int upper = 256 * p[c] + fx * (p[next + c] - p[c]);
                int lower = 256 * q[c] + fx * (q[next + c] - q[c]);
                pixel[c] = (float)(256 * upper + fy * (lower - upper)) * share;
            }
        }
    }
}

void keepers_crop_luma(const uint8_t *rgb, ptrdiff_t stride, int width, int height, keepers_affine place, int cropWidth,
                       int cropHeight, uint8_t *luma) {
    source from = {rgb, stride, width, height};
    for (int y = 0; y < cropHeight; y++) {
        for (int x = 0; x < cropWidth; x++) {
            float sums[3] = {0, 0, 0};
            double u = x + 0.5, v = y + 0.5;
            add_point(&from, place.a * u + place.b * v + place.c, place.d * u + place.e * v + place.f, sums);
            luma[(size_t)y * (size_t)cropWidth + (size_t)x] = (uint8_t)(0.299f * sums[0] + 0.587f * sums[1] + 0.114f * sums[2] + 0.5f);
        }
    }
}

static double laplacian(const uint8_t *p, ptrdiff_t row) {
    int value = 4 * p[0] - p[-1] - p[1] - p[-row] - p[row];
    return (double)(value * value);
}

static int ascending(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

// Mean energy of the flattest fifth of 8 x 8 blocks.
static double flat_energy(const uint8_t *luma, int width, int height) {
    enum { side = 8, most = 1024 };
    double blocks[most];
    int count = 0;
    for (int y = 1; y + side < height && count < most; y += side) {
        for (int x = 1; x + side < width && count < most; x += side) {
            double sum = 0;
            for (int j = 0; j < side; j++)
                for (int i = 0; i < side; i++) sum += laplacian(luma + (ptrdiff_t)(y + j) * width + x + i, width);
            blocks[count++] = sum / (side * side);
        }
    }
    if (count == 0) return 0;
    qsort(blocks, (size_t)count, sizeof blocks[0], ascending);
    int few = count / 5 > 0 ? count / 5 : 1;
    double sum = 0;
    for (int index = 0; index < few; index++) sum += blocks[index];
    return sum / few;
}

// Mean energy of the inner pixels, and the plane's variance.
static double energy(const uint8_t *luma, int width, int height, double *variance) {
    double sum = 0, mean = 0, squares = 0;
    for (int y = 1; y < height - 1; y++) {
        for (int x = 1; x < width - 1; x++) {
            const uint8_t *p = luma + (ptrdiff_t)y * width + x;
            sum += laplacian(p, width);
            mean += p[0];
            squares += (double)p[0] * p[0];
        }
    }
    double count = (double)(width - 2) * (height - 2);
    mean /= count;
    *variance = squares / count - mean * mean;
    return sum / count;
}

keepers_strip keepers_strip_detail(const uint8_t *luma, int width, int height, uint8_t *half) {
    keepers_strip strip = {0, 0, 0, 0};
    if (width < 16 || height < 16) return strip;
    double ignored;
    strip.fineEnergy = energy(luma, width, height, &ignored);
    keepers_half(luma, width, height, half);
    strip.coarseEnergy = energy(half, width / 2, height / 2, &strip.variance);
    strip.flatEnergy = flat_energy(luma, width, height);
    return strip;
}
