#include "KeepersQuant.h"

#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

// One occupied bin of the 32x32x32 colour cube: how many pixels fell in it and the sums of their channels.
typedef struct { uint32_t count, sum[3]; } Bin;
typedef struct { float mean[3], weight; uint8_t cell[3]; } Point;
typedef struct { int first, count, axis, cut; double gain; } Box;

// Enough samples for stable statistics; a loupe has a million pixels and needs no more than every fourth.
enum { SAMPLES = 240000, CUBE = 32 * 32 * 32, ROUNDS = 3 };

static int gather(const uint8_t *rgb, size_t pixels, Bin *bins, Point *points) {
    memset(bins, 0, CUBE * sizeof(Bin));
    size_t step = pixels / SAMPLES + 1;
    // An even step would see only every second column of a picture with an even width.
    if (step > 1) step |= 1;
    for (size_t i = 0; i < pixels; i += step) {
        const uint8_t *p = rgb + i * 3;
        Bin *bin = &bins[(p[0] >> 3) << 10 | (p[1] >> 3) << 5 | p[2] >> 3];
        bin->count++;
        bin->sum[0] += p[0];
        bin->sum[1] += p[1];
        bin->sum[2] += p[2];
    }
    int n = 0;
    for (int i = 0; i < CUBE; i++) {
        if (!bins[i].count) continue;
        Point *point = &points[n++];
        point->weight = (float)bins[i].count;
        for (int c = 0; c < 3; c++) point->mean[c] = (float)bins[i].sum[c] / point->weight;
        point->cell[0] = (uint8_t)(i >> 10);
        point->cell[1] = (uint8_t)(i >> 5 & 31);
        point->cell[2] = (uint8_t)(i & 31);
    }
    return n;
}

// Finds the axis and the cell at which cutting this box lowers the squared error most (Wu 1991, on the bins that exist).
static void weigh(const Point *points, Box *box) {
    double slice[3][32][4];
    memset(slice, 0, sizeof slice);
    for (int i = box->first; i < box->first + box->count; i++) {
        const Point *p = &points[i];
        double w = p->weight, r = w * p->mean[0], g = w * p->mean[1], b = w * p->mean[2];
        for (int c = 0; c < 3; c++) {
            double *s = slice[c][p->cell[c]];
            s[0] += w, s[1] += r, s[2] += g, s[3] += b;
        }
    }
    double all[4] = {0};
    for (int k = 0; k < 32; k++) for (int c = 0; c < 4; c++) all[c] += slice[0][k][c];
    double whole = (all[1] * all[1] + all[2] * all[2] + all[3] * all[3]) / all[0];
    box->gain = 0;
    for (int axis = 0; axis < 3; axis++) {
        double low[4] = {0};
        for (int k = 0; k < 31; k++) {
            for (int c = 0; c < 4; c++) low[c] += slice[axis][k][c];
            double rest = all[0] - low[0];
            if (low[0] <= 0) continue;
            if (rest <= 0.5) break;
            double h1 = all[1] - low[1], h2 = all[2] - low[2], h3 = all[3] - low[3];
            double gain = (low[1] * low[1] + low[2] * low[2] + low[3] * low[3]) / low[0] + (h1 * h1 + h2 * h2 + h3 * h3) / rest - whole;
            if (gain > box->gain) box->gain = gain, box->axis = axis, box->cut = k;
        }
    }
}

static int cut(Point *points, int n, int colours, Box *boxes) {
    boxes[0] = (Box){0, n, 0, 0, 0};
    weigh(points, &boxes[0]);
    int count = 1;
    while (count < colours) {
        int best = 0;
        for (int i = 1; i < count; i++) if (boxes[i].gain > boxes[best].gain) best = i;
        Box *box = &boxes[best];
        if (box->gain <= 0) break;
        int low = box->first, high = box->first + box->count;
        while (low < high) {
            if (points[low].cell[box->axis] <= box->cut) { low++; continue; }
            Point swap = points[low];
            points[low] = points[--high];
            points[high] = swap;
        }
        boxes[count] = (Box){low, box->first + box->count - low, 0, 0, 0};
        box->count = low - box->first;
        weigh(points, box);
        weigh(points, &boxes[count]);
        count++;
    }
    return count;
}

// Colours as three rows of floats padded to whole vectors, so that the search below runs eight at a time.
typedef struct { float channel[3][256]; int padded; } Swatches;

static inline int nearest(const Swatches *s, float r, float g, float b) {
    float best = 1e30f;
    float distance[256];
    for (int i = 0; i < s->padded; i++) {
        float x = s->channel[0][i] - r, y = s->channel[1][i] - g, z = s->channel[2][i] - b;
        distance[i] = x * x + y * y + z * z;
    }
    for (int i = 0; i < s->padded; i++) best = distance[i] < best ? distance[i] : best;
    int i = 0;
    while (distance[i] != best) i++;
    return i;
}

static void pad(Swatches *s, int count) {
    s->padded = (count + 7) & ~7;
    for (int i = count; i < s->padded; i++) for (int c = 0; c < 3; c++) s->channel[c][i] = 1e6f;
}

WIDE static void settle(const Point *points, int n, Swatches *s, int count) {
    for (int round = 0; round < ROUNDS; round++) {
        float sum[256][4];
        memset(sum, 0, sizeof sum);
        for (int i = 0; i < n; i++) {
            const Point *p = &points[i];
            float *t = sum[nearest(s, p->mean[0], p->mean[1], p->mean[2])];
            t[0] += p->weight;
            for (int c = 0; c < 3; c++) t[1 + c] += p->weight * p->mean[c];
        }
        for (int i = 0; i < count; i++) {
            if (sum[i][0] <= 0) continue;
            for (int c = 0; c < 3; c++) s->channel[c][i] = sum[i][1 + c] / sum[i][0];
        }
    }
}

static int byLight(const void *left, const void *right) {
    const uint8_t *a = left, *b = right;
    int x = 2 * a[0] + 4 * a[1] + a[2], y = 2 * b[0] + 4 * b[1] + b[2];
    return x != y ? x - y : memcmp(a, b, 3);
}

int keepers_quant_palette(const uint8_t *rgb, size_t pixels, int colours, uint8_t *palette) {
    if (!pixels || colours < 2) return 0;
    if (colours > KEEPERS_QUANT_MAX) colours = KEEPERS_QUANT_MAX;
    Bin *bins = malloc(CUBE * sizeof(Bin) + CUBE * sizeof(Point));
    if (!bins) return 0;
    Point *points = (Point *)(bins + CUBE);
    Box boxes[256];
    Swatches s;
    int n = gather(rgb, pixels, bins, points);
    int count = cut(points, n, colours, boxes);
    for (int i = 0; i < count; i++) {
        double sum[4] = {0};
        for (int k = boxes[i].first; k < boxes[i].first + boxes[i].count; k++) {
            sum[0] += points[k].weight;
            for (int c = 0; c < 3; c++) sum[1 + c] += (double)points[k].weight * points[k].mean[c];
        }
        for (int c = 0; c < 3; c++) s.channel[c][i] = (float)(sum[1 + c] / sum[0]);
    }
    pad(&s, count);
    settle(points, n, &s, count);
    for (int i = 0; i < count; i++)
        for (int c = 0; c < 3; c++) palette[i * 3 + c] = (uint8_t)(s.channel[c][i] + 0.5f);
    qsort(palette, (size_t)count, 3, byLight);
    free(bins);
    return count;
}

// Bayer's 8x8 order, -31...32.
static const int8_t bayer[8][8] = {
    {-31, 1, -23, 9, -29, 3, -21, 11}, {17, -15, 25, -7, 19, -13, 27, -5}, {-19, 13, -27, 5, -17, 15, -25, 7},
    {29, -3, 21, -11, 31, -1, 23, -9}, {-28, 4, -20, 12, -30, 2, -22, 10}, {20, -12, 28, -4, 18, -14, 26, -6},
    {-16, 16, -24, 8, -18, 14, -26, 6}, {32, 0, 24, -8, 30, -2, 22, -10},
};

static inline int clamp(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }

WIDE int keepers_quant_map(
    const uint8_t *rgb, size_t width, size_t height, const uint8_t *palette, int count, int dither, uint8_t *indices) {
    if (count < 1 || count > KEEPERS_QUANT_MAX) return -1;
    uint8_t *table = malloc(64 * 64 * 64);
    if (!table) return -1;
    memset(table, 255, 64 * 64 * 64);
    Swatches s;
    for (int i = 0; i < count; i++) for (int c = 0; c < 3; c++) s.channel[c][i] = palette[i * 3 + c];
    pad(&s, count);
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width; x++) {
            int r = rgb[0], g = rgb[1], b = rgb[2];
            rgb += 3;
            if (dither) {
                int d = bayer[y & 7][x & 7] * dither / 64;
                r = clamp(r + d), g = clamp(g + d), b = clamp(b + d);
            }
            uint8_t *known = &table[(r >> 2) << 12 | (g >> 2) << 6 | b >> 2];
            if (*known == 255)
                *known = (uint8_t)nearest(&s, (float)((r & ~3) + 1.5f), (float)((g & ~3) + 1.5f), (float)((b & ~3) + 1.5f));
            *indices++ = *known;
        }
    }
    free(table);
    return 0;
}
