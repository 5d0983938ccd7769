#include "CPixels.h"

enum { block = 16 };  // 16 target rows at a time stay in the first cache

void keepers_turn(const uint8_t *rgb, ptrdiff_t stride, int width, int height, int orientation, uint8_t *target) {
    int swaps = orientation >= 5;
    ptrdiff_t row = 3 * (ptrdiff_t)(swaps ? height : width);
    // Steps in the target for one pixel to the right and one down in the source; flips walk backwards from the far edge.
    ptrdiff_t right = swaps ? row : 3, down = swaps ? 3 : row;
    int flipsX = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    int flipsY = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    if (flipsX) {
        target += right * (width - 1);
        right = -right;
    }
    if (flipsY) {
        target += down * (height - 1);
        down = -down;
    }
    for (int top = 0; top < height; top += block) {
        int bottom = top + block < height ? top + block : height;
        for (int left = 0; left < width; left += block) {
            int end = left + block < width ? left + block : width;
            for (int y = top; y < bottom; y++) {
                const uint8_t *from = rgb + y * stride + 3 * (ptrdiff_t)left;
                uint8_t *to = target + down * y + right * left;
                for (int x = left; x < end; x++, from += 3, to += right) {
                    to[0] = from[0];
                    to[1] = from[1];
                    to[2] = from[2];
                }
            }
        }
    }
}
