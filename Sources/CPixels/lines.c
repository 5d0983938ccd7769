#include "CPixels.h"

#include <stdlib.h>
#include <string.h>

enum { middle = keepers_lean_bins / 2, faint = 576, strong = 2880 };

/// Half degrees by which a slope `minor` / `major` leans, for small ones: atan(x) = x - x^3 / 3. 114.6 half degrees are a radian.
static int half_degrees(int minor, int major) {
    float x = (float)minor / (float)major;
    float steps = 114.592f * (x - x * x * x / 3);
    return (int)(steps < 0 ? steps - 0.5f : steps + 0.5f);
}

void keepers_lean(const uint8_t *luma, int width, int height, keepers_leans *leans) {
    static const int across[5] = {1, 4, 6, 4, 1};
    memset(leans, 0, sizeof *leans);
    for (int y = 2; y < height - 2; y++) {
        const uint8_t *row = luma + (ptrdiff_t)y * width;
        for (int x = 2; x < width - 2; x++) {
            const uint8_t *at = row + x;
            if (abs(at[1] - at[-1]) + abs(at[width] - at[-width]) < 6) continue;
            // Binomial across, its derivative along: the smallest mask whose angles are true to a tenth of a degree.
            int gx = 0, gy = 0;
            for (int k = -2; k <= 2; k++) {
                const uint8_t *line = at + k * (ptrdiff_t)width, *column = at + k;
                gx += across[k + 2] * (line[2] - line[-2] + 2 * (line[1] - line[-1]));
                gy += across[k + 2] * (column[2 * width] - column[-2 * width] + 2 * (column[width] - column[-width]));
            }
            int ax = abs(gx), ay = abs(gy), most = ax > ay ? ax : ay, least = ax > ay ? ay : ax;
            // tan 15.5 degrees = 0.277
            if (most < faint || 1000 * least > 277 * most) continue;
            uint32_t weight = (uint32_t)(most < strong ? most : strong) / 3;
            if (ay > ax) {
                leans->level[middle + half_degrees(-gx, gy)] += weight;
            } else {
                leans->plumb[middle + half_degrees(gy, gx)] += weight;
            }
        }
    }
}

static int apart(const uint8_t *a, const uint8_t *b) {
    int most = 0;
    for (int c = 0; c < 3; c++) {
        int by = a[c] > b[c] ? a[c] - b[c] : b[c] - a[c];
        most = by > most ? by : most;
    }
    return most;
}

keepers_page keepers_page_counts(const uint8_t *rgb, ptrdiff_t stride, int width, int height) {
    keepers_page page = {0};
    uint32_t colours[4096] = {0};
    for (int y = 0; y < height - 1; y++) {
        const uint8_t *pixel = rgb + y * stride;
        for (int x = 0; x < width - 1; x++, pixel += 3) {
            int right = apart(pixel, pixel + 3), below = apart(pixel, pixel + stride);
            int step = right > below ? right : below;
            int most = pixel[0] > pixel[1] ? pixel[0] : pixel[1], least = pixel[0] < pixel[1] ? pixel[0] : pixel[1];
            most = most > pixel[2] ? most : pixel[2];
            least = least < pixel[2] ? least : pixel[2];
            page.pixels += 1;
            page.steps += step >= 50;
            if (most <= 12) continue;
            page.flat += step <= 2;
            page.paper += least >= 200 && most - least <= 24;
            colours[(pixel[0] >> 4) << 8 | (pixel[1] >> 4) << 4 | pixel[2] >> 4] += 1;
        }
    }
    for (int round = 0; round < 4; round++) {
        int best = 0;
        for (int i = 1; i < 4096; i++) best = colours[i] > colours[best] ? i : best;
        page.common += colours[best];
        colours[best] = 0;
    }
    return page;
}
