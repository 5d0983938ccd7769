#include "CPixels.h"
#include "clones.h"

/// One row of one block.
KEEPERS_CLONES
static void gradient_row(const uint8_t *restrict row, ptrdiff_t width, int count, int32_t sums[3]) {
    int32_t xx = 0, yy = 0, xy = 0;
    for (int x = 0; x < count; x++) {
        int16_t gx = (int16_t)(row[x + 1] - row[x - 1]), gy = (int16_t)(row[x + width] - row[x - width]);
        xx += (int32_t)gx * gx;
        yy += (int32_t)gy * gy;
        xy += (int32_t)gx * gy;
    }
    sums[0] += xx;
    sums[1] += yy;
    sums[2] += xy;
}

void keepers_gradient_blocks(const uint8_t *luma, int width, int side, int columns, int rows, keepers_gradients *blocks) {
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            int32_t sums[3] = {0};
            const uint8_t *pixel = luma + (ptrdiff_t)(row * side + 1) * width + column * side + 1;
            for (int y = 0; y < side; y++, pixel += width) gradient_row(pixel, width, side, sums);
            blocks[(ptrdiff_t)row * columns + column] = (keepers_gradients){sums[0], sums[1], sums[2]};
        }
    }
}
