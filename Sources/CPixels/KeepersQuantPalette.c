#include "KeepersQuant.h"
#include "KeepersSwatches.h"

#include <stdlib.h>
#include <string.h>

// One cell of the histogram: the weight that fell in it and the weighted sums of the channels. One vector, so that adding a pixel
// is one operation.
typedef uint32_t Bin __attribute__((vector_size(16)));
typedef struct { float mean[3], weight; } Point;
typedef struct { float low[3], scale[3]; int first, count, axis, cut; double gain; } Box;

// Enough samples for stable statistics: a loupe has a million pixels and needs no more than every fifth.
enum { SAMPLES = 240000, CELLS = 1 << 15, ROUNDS = 2 };

static inline int distance(int a, int b) { return a < b ? b - a : a - b; }

// Skin in YCbCr (Chai and Ngan 1999, a little narrower), without the near-black.
static inline int isSkin(int r, int g, int b) {
    int blue = (32 * b - 21 * g - 11 * r) / 64, red = (32 * r - 27 * g - 5 * b) / 64;
    return (blue >= -48) & (blue <= -3) & (red >= 7) & (red <= 42) & (2 * r + 5 * g + b > 400);
}

static inline uint32_t weight(const uint8_t *p, const uint8_t *beside) {
    int smooth = (distance(p[0], beside[0]) <= 4) & (distance(p[1], beside[1]) <= 4) & (distance(p[2], beside[2]) <= 4);
    return (uint32_t)((1 + smooth) * (1 + 2 * isSkin(p[0], p[1], p[2])));
}

typedef struct {
    Bin bins[CELLS];
    Point points[CELLS];
    uint16_t block[CELLS];  // which run of 64 cells refines this cell of the first pass
} Histogram;

// Five bits of each channel.
static inline int coarse(const uint8_t *p) { return (p[0] >> 3) << 10 | (p[1] >> 3) << 5 | p[2] >> 3; }

// Seven bits of each channel, for pictures that fill so few cells (grey, toned, dim) that each can have 64 in the same table.
static inline int fine(const Histogram *h, const uint8_t *p) {
    return h->block[coarse(p)] * 64 + ((p[0] >> 1 & 3) << 4 | (p[1] >> 1 & 3) << 2 | (p[2] >> 1 & 3));
}

// An even step would see only every second column of a picture with an even width.
static size_t step(size_t pixels) { return pixels <= SAMPLES ? 1 : (pixels / SAMPLES + 1) | 1; }

static inline __attribute__((always_inline)) void fill(Histogram *h, const uint8_t *rgb, size_t pixels, int refined) {
    size_t by = step(pixels);
    memset(h->bins, 0, sizeof h->bins);
    for (size_t i = 0; i < pixels; i += by) {
        const uint8_t *p = rgb + i * 3;
        uint32_t w = weight(p, i ? p - 3 : p);
        h->bins[refined ? fine(h, p) : coarse(p)] += (Bin){w, w * p[0], w * p[1], w * p[2]};
    }
}

// The cells that pixels fell in, as points.
static int collect(Histogram *h) {
    int n = 0;
    for (int i = 0; i < CELLS; i++) {
        if (!h->bins[i][0]) continue;
        h->block[i] = (uint16_t)n;
        Point *point = &h->points[n++];
        point->weight = (float)h->bins[i][0];
        for (int c = 0; c < 3; c++) point->mean[c] = (float)h->bins[i][c + 1] / point->weight;
    }
    return n;
}

static int gather(Histogram *h, const uint8_t *rgb, size_t pixels, int colours) {
    fill(h, rgb, pixels, 0);
    int n = collect(h);
    if (n >= 2 * colours || n > CELLS / 64) return n;
    fill(h, rgb, pixels, 1);
    return collect(h);
}

static inline int slice(const Box *box, const Point *p, int axis) { return (int)((p->mean[axis] - box->low[axis]) * box->scale[axis]); }

static void measure(const Point *points, Box *box) {
    float high[3] = {-1, -1, -1};
    for (int c = 0; c < 3; c++) box->low[c] = 256;
    for (int i = box->first; i < box->first + box->count; i++) {
        for (int c = 0; c < 3; c++) {
            float v = points[i].mean[c];
            if (v < box->low[c]) box->low[c] = v;
            if (v > high[c]) high[c] = v;
        }
    }
    for (int c = 0; c < 3; c++) box->scale[c] = 31.99f / (high[c] - box->low[c] + 0.01f);
}

typedef double Sum __attribute__((vector_size(32)));
static inline double square(const Sum *s) { return (*s)[1] * (*s)[1] + (*s)[2] * (*s)[2] + (*s)[3] * (*s)[3]; }

// Finds where, of 31 cuts along each axis, this box loses most of its squared error.
static void weigh(const Point *points, Box *box) {
    box->gain = 0;
    if (box->count < 2) return;
    Sum slices[3][32];
    memset(slices, 0, sizeof slices);
    measure(points, box);
    for (int i = box->first; i < box->first + box->count; i++) {
        const Point *p = &points[i];
        double w = p->weight;
        Sum sum = {w, w * p->mean[0], w * p->mean[1], w * p->mean[2]};
        for (int axis = 0; axis < 3; axis++) slices[axis][slice(box, p, axis)] += sum;
    }
    Sum all = {0};
    for (int k = 0; k < 32; k++) all += slices[0][k];
    for (int axis = 0; axis < 3; axis++) {
        Sum low = {0};
        for (int k = 0; k < 31; k++) {
            low += slices[axis][k];
            Sum high = all - low;
            if (low[0] < 0.5) continue;
            if (high[0] < 0.5) break;
            double gain = square(&low) / low[0] + square(&high) / high[0] - square(&all) / all[0];
            if (gain > box->gain) box->gain = gain, box->axis = axis, box->cut = k;
        }
    }
}

// Cuts the box that gains most until there are `colours` boxes or nothing is left to gain.
static int cut(Point *points, int n, int colours, Box *boxes) {
    boxes[0] = (Box){.first = 0, .count = n};
    weigh(points, &boxes[0]);
    int count = 1;
    while (count < colours) {
        Box *box = boxes;
        for (int i = 1; i < count; i++) if (boxes[i].gain > box->gain) box = &boxes[i];
        if (box->gain <= 0) break;
        int low = box->first, high = box->first + box->count;
        while (low < high) {
            if (slice(box, &points[low], box->axis) <= box->cut) { low++; continue; }
            Point swap = points[low];
            points[low] = points[--high];
            points[high] = swap;
        }
        boxes[count] = (Box){.first = low, .count = box->first + box->count - low};
        box->count = low - box->first;
        weigh(points, box);
        weigh(points, &boxes[count]);
        count++;
    }
    return count;
}

typedef float Total __attribute__((vector_size(16)));

static void centre(keepers_swatches *s, int i, Total total) {
    if (total[0] <= 0) return;
    for (int c = 0; c < 3; c++) s->channel[c][i] = total[1 + c] / total[0];
}

static inline Total weighted(const Point *p) {
    float w = p->weight;
    return (Total){w, w * p->mean[0], w * p->mean[1], w * p->mean[2]};
}

KEEPERS_WIDE static void settle(const Point *points, int n, keepers_swatches *s, int count) {
    for (int round = 0; round < ROUNDS; round++) {
        Total total[256];
        memset(total, 0, sizeof total);
        for (int i = 0; i < n; i++) {
            const float *mean = points[i].mean;
            total[keepers_nearest(s, mean[0], mean[1], mean[2])] += weighted(&points[i]);
        }
        for (int i = 0; i < count; i++) centre(s, i, total[i]);
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
    Histogram *h = aligned_alloc(64, (sizeof(Histogram) + 63) & ~(size_t)63);
    if (!h) return 0;
    Box boxes[256];
    keepers_swatches s;
    int n = gather(h, rgb, pixels, colours), count = cut(h->points, n, colours, boxes);
    for (int i = 0; i < count; i++) {
        Total total = {0};
        for (int k = boxes[i].first; k < boxes[i].first + boxes[i].count; k++) total += weighted(&h->points[k]);
        centre(&s, i, total);
    }
    keepers_swatches_pad(&s, count);
    settle(h->points, n, &s, count);
    free(h);
    for (int i = 0; i < count; i++)
        for (int c = 0; c < 3; c++) palette[i * 3 + c] = (uint8_t)(s.channel[c][i] + 0.5f);
    qsort(palette, (size_t)count, 3, byLight);
    return count;
}
