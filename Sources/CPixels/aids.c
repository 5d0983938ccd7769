#include "CPixels.h"
#include <stdlib.h>
#include <string.h>

static inline int clampi(int value, int low, int high) { return value < low ? low : value > high ? high : value; }

void keepers_tone(const uint16_t *image, int width, int height, const uint8_t *curve, uint8_t *rgb, ptrdiff_t stride) {
    for (int y = 0; y < height; y++) {
        const uint16_t *from = image + (ptrdiff_t)y * width * 4;
        uint8_t *to = rgb + y * stride;
        for (int x = 0; x < width; x++, from += 4, to += 3) {
            to[0] = curve[from[0]];
            to[1] = curve[from[1]];
            to[2] = curve[from[2]];
        }
    }
}

void keepers_count_light(const uint16_t *image, ptrdiff_t pixels, uint32_t *bins) {
    memset(bins, 0, 256 * sizeof *bins);
    for (ptrdiff_t at = 0; at < pixels; at += 3) {
        const uint16_t *p = image + at * 4;
        uint16_t most = p[0] > p[1] ? p[0] : p[1];
        if (p[2] > most) most = p[2];
        bins[most >> 8]++;
    }
}

void keepers_sample(const uint8_t *rgb, ptrdiff_t stride, int width, int height, int step, uint8_t *target) {
    for (int y = step / 2; y < height; y += step)
        for (int x = step / 2; x < width; x += step, target += 3) memcpy(target, rgb + y * stride + 3 * (ptrdiff_t)x, 3);
}

void keepers_histogram_of(const uint8_t *rgb, ptrdiff_t pixels, keepers_histogram *out) {
    memset(out, 0, sizeof *out);
    for (ptrdiff_t at = 0; at < pixels; at++, rgb += 3) {
        int r = rgb[0], g = rgb[1], b = rgb[2];
        out->luminance[(r * 77 + g * 150 + b * 29 + 128) >> 10]++;
        out->red[r >> 2]++;
        out->green[g >> 2]++;
        out->blue[b >> 2]++;
        if (r <= 4 && g <= 4 && b <= 4) out->shadows++;
        if (r >= 254 || g >= 254 || b >= 254) out->highlights++;
    }
    out->pixels = (uint64_t)pixels;
}

// One row of luma with its outermost pixels repeated on both sides.
static void luma_row(const uint8_t *rgb, ptrdiff_t stride, int height, int x, int y, int width, uint8_t *row) {
    const uint8_t *from = rgb + clampi(y, 0, height - 1) * stride + 3 * (ptrdiff_t)x;
    for (int at = 0; at < width; at++, from += 3) row[at + 1] = (uint8_t)((from[0] + 2 * from[1] + from[2] + 2) >> 2);
    row[0] = row[1];
    row[width + 1] = row[width];
}

static inline int edge(const uint8_t *above, const uint8_t *row, const uint8_t *below, int at) {
    return abs(4 * row[at] - row[at - 1] - row[at + 1] - above[at] - below[at]);
}

size_t keepers_aids_scratch(int part_width) { return 3 * ((size_t)part_width + 2); }

int keepers_peaking_threshold(const uint8_t *rgb, ptrdiff_t stride, int height, keepers_box part, double share,
                              uint8_t *scratch) {
    uint32_t counts[1021] = {0}, all = 0;
    size_t length = (size_t)part.width + 2;
    uint8_t *above = scratch, *row = scratch + length, *below = scratch + 2 * length;
    int step = part.height > 64 ? part.height / 64 : 1;
    for (int y = part.y; y < part.y + part.height; y += step) {
        luma_row(rgb, stride, height, part.x, y - 1, part.width, above);
        luma_row(rgb, stride, height, part.x, y, part.width, row);
        luma_row(rgb, stride, height, part.x, y + 1, part.width, below);
        for (int x = 1; x <= part.width; x++, all++) counts[edge(above, row, below, x)]++;
    }
    uint32_t seen = 0;
    int median = 0;
    while (median < 1020 && (seen += counts[median]) * 2 < all) median++;
    uint32_t stronger = 0;
    int sharpest = 1020;
    while (sharpest > 0 && (stronger += counts[sharpest]) <= share * all) sharpest--;
    // Noise has edges too: what stands out must stand out of it. And where all is sharp, the sharpest counts.
    int threshold = 5 * median + 8;
    if (sharpest + 1 > threshold) threshold = sharpest + 1;
    return threshold < 16 ? 16 : threshold;
}

// Where the target's pixel `at` begins in the part; a magnified source pixel fills several.
static inline int edge_of(int at, int part, int target) { return (int)((int64_t)at * part / target); }

static inline int end_of(int at, int part, int target) {
    int start = edge_of(at, part, target), end = edge_of(at + 1, part, target);
    return end > start ? end : start + 1;
}

// One row of the mask: a target pixel is clipped where a quarter of its source pixels is.
static void clipped_row(const uint8_t *rgb, ptrdiff_t stride, keepers_box part, int top, int bottom, uint8_t *line, int width) {
    for (int tx = 0; tx < width; tx++) {
        int left = edge_of(tx, part.width, width), right = end_of(tx, part.width, width);
        int full = 0, empty = 0, count = (bottom - top) * (right - left);
        for (int y = top; y < bottom; y++) {
            const uint8_t *p = rgb + (part.y + y) * stride + 3 * (ptrdiff_t)(part.x + left);
            for (int x = left; x < right; x++, p += 3) {
                full += p[0] >= 254 || p[1] >= 254 || p[2] >= 254;
                empty += p[0] <= 4 && p[1] <= 4 && p[2] <= 4;
            }
        }
        if (full && full * 4 >= count) line[tx] |= keepers_mark_full;
        if (empty && empty * 4 >= count) line[tx] |= keepers_mark_empty;
    }
}

// One row of the mask from one source row: a target pixel is sharp where any of its source pixels is.
static void sharp_row(uint8_t *const rows[3], int threshold, int part_width, uint8_t *line, int width) {
    for (int tx = 0; tx < width; tx++) {
        int right = end_of(tx, part_width, width);
        for (int x = edge_of(tx, part_width, width); x < right; x++)
            if (edge(rows[0], rows[1], rows[2], x + 1) >= threshold) line[tx] |= keepers_mark_sharp;
    }
}

void keepers_aids_mask(const uint8_t *rgb, ptrdiff_t stride, int height, keepers_box part, int aids, int threshold,
                       uint8_t *mask, int target_width, int target_height, uint8_t *scratch) {
    size_t length = (size_t)part.width + 2;
    uint8_t *rows[3] = {scratch, scratch + length, scratch + 2 * length};
    int loaded = -1;  // the part's row whose luma is in rows[1]
    memset(mask, 0, (size_t)target_width * (size_t)target_height);
    for (int ty = 0; ty < target_height; ty++) {
        int top = edge_of(ty, part.height, target_height), bottom = end_of(ty, part.height, target_height);
        uint8_t *line = mask + (ptrdiff_t)ty * target_width;
        if (aids & keepers_aid_clipping) clipped_row(rgb, stride, part, top, bottom, line, target_width);
        if (!(aids & keepers_aid_peaking)) continue;
        for (int y = top; y < bottom; y++) {
            for (int at = 0; loaded != y && at < 3; at++)
                luma_row(rgb, stride, height, part.x, part.y + y - 1 + at, part.width, rows[at]);
            sharp_row(rows, threshold, part.width, line, target_width);
            loaded = y;
            if (y + 1 >= bottom && end_of(ty + 1, part.height, target_height) == bottom) continue;  // magnified: the same row again
            uint8_t *first = rows[0];
            rows[0] = rows[1];
            rows[1] = rows[2];
            rows[2] = first;
            luma_row(rgb, stride, height, part.x, part.y + y + 2, part.width, rows[2]);
            loaded = y + 1;
        }
    }
}

static const uint8_t sharp_colour[3] = {64, 255, 96};
static const uint8_t full_colours[2][3] = {{255, 48, 32}, {32, 0, 0}};
static const uint8_t empty_colours[2][3] = {{64, 128, 255}, {0, 0, 24}};

void keepers_aids_paint(uint8_t *rgb, int width, int height, const uint8_t *mask, int orientation) {
    int swaps = orientation >= 5;
    int columns = swaps ? height : width, rows = swaps ? width : height;  // the mask's
    int flips_x = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    int flips_y = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    for (int my = 0; my < rows; my++) {
        const uint8_t *line = mask + (ptrdiff_t)my * columns, *above = my ? line - columns : line;
        for (int mx = 0; mx < columns; mx++) {
            // A line of one pixel is too thin to be seen: it takes its right and lower neighbours along.
            int marks = line[mx] | ((above[mx] | line[mx ? mx - 1 : mx]) & keepers_mark_sharp);
            if (!marks) continue;
            int a = flips_x ? columns - 1 - mx : mx, b = flips_y ? rows - 1 - my : my;
            int x = swaps ? b : a, y = swaps ? a : b;
            const uint8_t *colour = sharp_colour;
            int stripe = ((x + y) / keepers_stripe) & 1;
            if (marks & keepers_mark_full) colour = full_colours[stripe];
            if (marks & keepers_mark_empty) colour = empty_colours[stripe];
            memcpy(rgb + 3 * ((ptrdiff_t)y * width + x), colour, 3);
        }
    }
}
