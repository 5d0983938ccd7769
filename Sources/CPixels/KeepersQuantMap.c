#include "KeepersQuant.h"
#include "KeepersSwatches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Bayer's 8x8 order, -31...32.
static const int8_t order[8][8] = {
    {-31, 1, -23, 9, -29, 3, -21, 11}, {17, -15, 25, -7, 19, -13, 27, -5}, {-19, 13, -27, 5, -17, 15, -25, 7},
    {29, -3, 21, -11, 31, -1, 23, -9}, {-28, 4, -20, 12, -30, 2, -22, 10}, {20, -12, 28, -4, 18, -14, 26, -6},
    {-16, 16, -24, 8, -18, 14, -26, 6}, {32, 0, 24, -8, 30, -2, 22, -10},
};

enum {
    UNKNOWN = 255,
    // A pixel is in a smooth area when no channel of its four neighbours differs by more: noise and texture hide steps by themselves.
    SMOOTH = 8,
    // Smooth areas get a tenth of the thrift: there a late change of colour shows as a streak.
    SMOOTH_THRIFT = 10,
};

// The nearest colour of each cell, found when first asked for.
typedef struct {
    int bits;        // of each channel that make a cell: 6, or 7 for palettes so dense that a cell of 6 holds several colours
    uint8_t *table;  // 1 << 3 * bits
    uint8_t clamped[512];  // -128...383 to 0...255
    int16_t palette[256][4];
    keepers_swatches swatches;
} Lookup;

static void prepare(Lookup *look, const uint8_t *palette, int count) {
    memset(look->table, UNKNOWN, (size_t)1 << 3 * look->bits);
    for (int i = 0; i < 512; i++) look->clamped[i] = i < 128 ? 0 : i > 383 ? 255 : (uint8_t)(i - 128);
    for (int i = 0; i < count; i++)
        for (int c = 0; c < 3; c++) look->swatches.channel[c][i] = look->palette[i][c] = palette[i * 3 + c];
    keepers_swatches_pad(&look->swatches, count);
}

static inline __attribute__((always_inline)) int find(Lookup *look, int r, int g, int b) {
    int shift = 8 - look->bits;
    uint8_t *known = &look->table[(r >> shift) << 2 * look->bits | (g >> shift) << look->bits | b >> shift];
    if (__builtin_expect(*known == UNKNOWN, 0)) {
        int cell = -(1 << shift);
        float middle = (float)((1 << shift) - 1) / 2;
        *known = (uint8_t)keepers_nearest(
            &look->swatches, (float)(r & cell) + middle, (float)(g & cell) + middle, (float)(b & cell) + middle);
    }
    return *known;
}

static inline int error(const Lookup *look, int index, int r, int g, int b) {
    const int16_t *p = look->palette[index];
    int x = p[0] - r, y = p[1] - g, z = p[2] - b;
    return x * x + y * y + z * z;
}

// The palette's mean squared error (three channels together) on one pixel in seven.
KEEPERS_WIDE static double spread(Lookup *look, const uint8_t *rgb, size_t pixels) {
    double sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < pixels; i += 7, n++) {
        const uint8_t *p = rgb + i * 3;
        sum += error(look, find(look, p[0], p[1], p[2]), p[0], p[1], p[2]);
    }
    return sum / (double)n;
}

// The greatest difference of each byte to its four neighbours; outside the picture counts as equal.
KEEPERS_WIDE static void roughness(const uint8_t *row, const uint8_t *above, const uint8_t *below, size_t bytes, uint8_t *out) {
    for (size_t i = 0; i < bytes; i++) {
        uint8_t up = row[i] > above[i] ? row[i] - above[i] : above[i] - row[i];
        uint8_t down = row[i] > below[i] ? row[i] - below[i] : below[i] - row[i];
        out[i] = up > down ? up : down;
    }
    for (size_t i = 3; i < bytes; i++) {
        uint8_t left = row[i] > row[i - 3] ? row[i] - row[i - 3] : row[i - 3] - row[i];
        out[i] = left > out[i] ? left : out[i];
    }
    for (size_t i = 0; i + 3 < bytes; i++) {
        uint8_t right = row[i] > row[i + 3] ? row[i] - row[i + 3] : row[i + 3] - row[i];
        out[i] = right > out[i] ? right : out[i];
    }
}

typedef struct { int8_t pattern[8][8]; int allowance[2]; } Taste;
typedef struct { uint8_t r, g, b, smooth; } Wish;

static Taste taste(double spread, int dither, int thrift) {
    Taste t;
    double height = sqrt(spread / 3) * dither / 100;
    if (height > 120) height = 120;
    for (int y = 0; y < 8; y++) for (int x = 0; x < 8; x++) t.pattern[y][x] = (int8_t)lrint(height * order[y][x] / 64);
    double most = spread * thrift / 100;
    t.allowance[0] = most > 1e6 ? 1000000 : (int)most;
    t.allowance[1] = t.allowance[0] / SMOOTH_THRIFT;
    return t;
}

// Two passes a row: the first has no branches and no order, the second walks the runs.
KEEPERS_WIDE static void mapRow(
    Lookup *look, const Taste *t, const uint8_t *row, const uint8_t *rough, Wish *wishes, size_t width, size_t y, uint8_t *out) {
    for (size_t x = 0; x < width; x++) {
        const uint8_t *p = row + x * 3, *d = rough + x * 3;
        int smooth = (d[0] <= SMOOTH) & (d[1] <= SMOOTH) & (d[2] <= SMOOTH);
        const uint8_t *moved = look->clamped + 128 + (t->pattern[y & 7][x & 7] & -smooth);
        wishes[x] = (Wish){moved[p[0]], moved[p[1]], moved[p[2]], (uint8_t)smooth};
    }
    const uint8_t *above = y ? out - width : NULL;
    int left = -1;
    for (size_t x = 0; x < width; x++) {
        Wish w = wishes[x];
        int index = find(look, w.r, w.g, w.b), up = above ? above[x] : index;
        if (left < 0) left = index;
        if ((left != index) | (up != index)) {
            int limit = error(look, index, w.r, w.g, w.b) + t->allowance[w.smooth];
            int toLeft = error(look, left, w.r, w.g, w.b), toUp = error(look, up, w.r, w.g, w.b);
            int near = toLeft <= toUp ? left : up;
            index = (toLeft <= toUp ? toLeft : toUp) <= limit ? near : index;
        }
        out[x] = (uint8_t)(left = index);
    }
}

int keepers_quant_map(
    const uint8_t *rgb, size_t width, size_t height, const uint8_t *palette, int count, int dither, int thrift, uint8_t *indices) {
    if (!width || !height || count < 1 || count > KEEPERS_QUANT_MAX) return -1;
    int bits = count > 128 ? 7 : 6;
    size_t table = (size_t)1 << 3 * bits;
    Lookup *look = aligned_alloc(64, (sizeof(Lookup) + width * (sizeof(Wish) + 3) + table + 63) & ~(size_t)63);
    if (!look) return -1;
    Wish *wishes = (Wish *)(look + 1);
    uint8_t *rough = (uint8_t *)(wishes + width);
    look->bits = bits;
    look->table = rough + width * 3;
    prepare(look, palette, count);
    Taste t = taste(spread(look, rgb, width * height), dither, thrift);
    for (size_t y = 0; y < height; y++) {
        const uint8_t *row = rgb + y * width * 3;
        roughness(row, y ? row - width * 3 : row, y + 1 < height ? row + width * 3 : row, width * 3, rough);
        mapRow(look, &t, row, rough, wishes, width, y, indices + y * width);
    }
    free(look);
    return 0;
}
