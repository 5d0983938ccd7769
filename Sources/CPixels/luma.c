#include "CPixels.h"
#include "clones.h"

enum { chunk = 256 };

/// Up to 256 pixels: short enough for 32-bit sums, long enough for the vector units.
KEEPERS_CLONES
static void luma_chunk(const uint8_t *restrict rgb, int count, uint8_t *restrict luma, uint32_t sums[4]) {
    uint32_t sum = 0, squares = 0, shadows = 0, highlights = 0;
    for (int x = 0; x < count; x++) {
        uint16_t r = rgb[3 * x], g = rgb[3 * x + 1], b = rgb[3 * x + 2];
        luma[x] = (uint8_t)((uint16_t)(77 * r + 150 * g + 29 * b + 128) >> 8);
    }
    for (int x = 0; x < count; x++) {
        uint8_t r = rgb[3 * x], g = rgb[3 * x + 1], b = rgb[3 * x + 2];
        uint8_t most = r > g ? r : g;
        most = most > b ? most : b;
        shadows += most <= 4;
        highlights += most >= 254;
    }
    for (int x = 0; x < count; x++) {
        sum += luma[x];
        squares += (uint32_t)luma[x] * luma[x];
    }
    sums[0] = sum;
    sums[1] = squares;
    sums[2] = shadows;
    sums[3] = highlights;
}

keepers_exposure keepers_luma(const uint8_t *rgb, ptrdiff_t stride, int width, int height, uint8_t *luma) {
    keepers_exposure all = {0};
    for (int y = 0; y < height; y++) {
        const uint8_t *row = rgb + y * stride;
        for (int x = 0; x < width; x += chunk) {
            int count = width - x < chunk ? width - x : chunk;
            uint32_t sums[4];
            luma_chunk(row + 3 * (ptrdiff_t)x, count, luma + (ptrdiff_t)y * width + x, sums);
            all.lumaSum += sums[0];
            all.lumaSquareSum += sums[1];
            all.clippedShadows += sums[2];
            all.clippedHighlights += sums[3];
        }
    }
    all.pixels = width > 0 && height > 0 ? (uint64_t)width * (uint64_t)height : 0;
    return all;
}

KEEPERS_CLONES
static void half_row(const uint8_t *restrict upper, const uint8_t *restrict lower, int count, uint8_t *restrict half) {
    for (int x = 0; x < count; x++) {
        uint16_t sum = upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1];
        half[x] = (uint8_t)((uint16_t)(sum + 2) >> 2);
    }
}

void keepers_half(const uint8_t *luma, int width, int height, uint8_t *half) {
    for (int y = 0; y < height / 2; y++) {
        const uint8_t *upper = luma + (ptrdiff_t)(2 * y) * width;
        half_row(upper, upper + width, width / 2, half + (ptrdiff_t)y * (width / 2));
    }
}
