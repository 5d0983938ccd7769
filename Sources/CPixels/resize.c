#include "CPixels.h"
#include "clones.h"

#include <math.h>
#include <string.h>

// MARK: whole factors

KEEPERS_CLONES
static void add_row(const uint8_t *restrict row, int count, uint16_t *restrict sums) {
    for (int i = 0; i < count; i++) sums[i] = (uint16_t)(sums[i] + row[i]);
}

void keepers_shrink(const uint8_t *rgb, ptrdiff_t stride, int width, int height, int factor, uint8_t *target,
                    uint16_t *scratch) {
    int columns = width / factor, rows = height / factor;
    uint32_t area = (uint32_t)factor * (uint32_t)factor, half = area / 2;
    uint64_t reciprocal = ((uint64_t)1 << 32) / area + 1;  // exact for sums below 2^22: 255 * 128 * 128
    for (int row = 0; row < rows; row++) {
        memset(scratch, 0, sizeof(uint16_t) * 3 * (size_t)columns * (size_t)factor);
        for (int y = 0; y < factor; y++) {
            add_row(rgb + ((ptrdiff_t)row * factor + y) * stride, 3 * columns * factor, scratch);
        }
        const uint16_t *sums = scratch;
        for (int column = 0; column < columns; column++) {
            uint32_t r = half, g = half, b = half;
            for (int x = 0; x < factor; x++, sums += 3) {
                r += sums[0];
                g += sums[1];
                b += sums[2];
            }
            *target++ = (uint8_t)(r * reciprocal >> 32);
            *target++ = (uint8_t)(g * reciprocal >> 32);
            *target++ = (uint8_t)(b * reciprocal >> 32);
        }
    }
}

// MARK: any factor

typedef float four __attribute__((vector_size(16), aligned(4)));
typedef int32_t whole __attribute__((vector_size(16)));

/// Which source pixels make one target pixel along one side: `count` weights for pixels from `first` on.
typedef struct {
    int first, count;
} span;

static double catmull_rom(double x) {
    x = fabs(x);
    if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
    if (x < 2) return ((-0.5 * x + 2.5) * x - 4) * x + 2;
    return 0;
}

static double linear(double x) {
    x = fabs(x);
    return x < 1 ? 1 - x : 0;
}

/// The most source pixels one target pixel can need.
static int most_taps(double length, int size) {
    double step = length / size;
    return step > 1 ? (int)ceil(4 * step) + 2 : 4;
}

/// Pixels beyond the edge are left out and the other weights made up to one, as if the picture went on at its edge.
static void plan(double start, double length, int source, int size, int taps, span *spans, float *weights) {
    double step = length / size, spread = step > 1 ? step : 1, reach = step > 1 ? 2 * step : 1;
    for (int i = 0; i < size; i++) {
        double centre = start + (i + 0.5) * step;
        int first = (int)floor(centre - reach), last = (int)ceil(centre + reach);
        first = first < 0 ? 0 : first > source - 1 ? source - 1 : first;
        last = last > source ? source : last < first + 1 ? first + 1 : last;
        if (last - first > taps) last = first + taps;
        double sum = 0;
        float *row = weights + (ptrdiff_t)i * taps;
        for (int j = first; j < last; j++) {
            double distance = (j + 0.5 - centre) / spread;
            double weight = step > 1 ? catmull_rom(distance) : linear(distance);
            row[j - first] = (float)weight;
            sum += weight;
        }
        if (fabs(sum) < 1e-6) {  // the part lies outside the picture: its edge is all there is
            row[0] = 1;
            last = first + 1;
            sum = 1;
        }
        for (int j = first; j < last; j++) row[j - first] = (float)(row[j - first] / sum);
        spans[i] = (span){first, last - first};
    }
}

static size_t rounded(size_t bytes) { return (bytes + 63) / 64 * 64; }

size_t keepers_resample_scratch(int sourceWidth, int sourceHeight, keepers_rect part, int width, int height) {
    if (sourceWidth < 1 || sourceHeight < 1 || width < 1 || height < 1) return 0;
    if (!(part.width > 0 && part.height > 0 && part.width <= sourceWidth && part.height <= sourceHeight)) return 0;
    if (!(part.x >= 0 && part.y >= 0 && part.x <= sourceWidth && part.y <= sourceHeight)) return 0;
    size_t across = (size_t)most_taps(part.width, width) * (size_t)width;
    size_t down = (size_t)most_taps(part.height, height) * (size_t)height;
    return rounded(sizeof(span) * (size_t)width) + rounded(sizeof(span) * (size_t)height) + rounded(sizeof(float) * across) +
           rounded(sizeof(float) * down) + rounded(sizeof(float) * (3 * (size_t)sourceWidth + 4)) + 64;
}

KEEPERS_CLONES
static void weigh_first(const uint8_t *restrict row, float weight, int count, float *restrict sums) {
    for (int i = 0; i < count; i++) sums[i] = weight * (float)row[i];
}

KEEPERS_CLONES
static void weigh_next(const uint8_t *restrict row, float weight, int count, float *restrict sums) {
    for (int i = 0; i < count; i++) sums[i] += weight * (float)row[i];
}

/// Four rows at once, in the same order of additions, because every pass over the sums costs as much as a row.
KEEPERS_CLONES
static void weigh_four(const uint8_t *restrict row, ptrdiff_t stride, const float *restrict weights, int isFirst, int count,
                       float *restrict sums) {
    const uint8_t *restrict second = row + stride, *restrict third = second + stride, *restrict fourth = third + stride;
    const float a = weights[0], b = weights[1], c = weights[2], d = weights[3];
    if (isFirst) {
        for (int i = 0; i < count; i++) {
            sums[i] = a * (float)row[i] + b * (float)second[i] + c * (float)third[i] + d * (float)fourth[i];
        }
    } else {
        for (int i = 0; i < count; i++) {
            sums[i] = sums[i] + a * (float)row[i] + b * (float)second[i] + c * (float)third[i] + d * (float)fourth[i];
        }
    }
}

/// The weighted sum of `taps` rows.
static void weigh(const uint8_t *restrict row, ptrdiff_t stride, const float *restrict weights, int taps, int count,
                  float *restrict sums) {
    int done = 0;
    for (; done + 4 <= taps; done += 4) weigh_four(row + done * stride, stride, weights + done, done == 0, count, sums);
    if (done == 0) weigh_first(row, weights[done++], count, sums);
    for (; done < taps; done++) weigh_next(row + done * stride, weights[done], count, sums);
}

KEEPERS_CLONES
static void across(const float *restrict sums, const span *restrict spans, const float *restrict weights, int taps, int count,
                   uint8_t *restrict target) {
    const four none = {0}, most = {255, 255, 255, 255};
    for (int x = 0; x < count; x++, weights += taps, target += 3) {
        const float *pixel = sums + 3 * (ptrdiff_t)spans[x].first;
        four sum = {0.5f, 0.5f, 0.5f, 0.5f};
        for (int t = 0; t < spans[x].count; t++, pixel += 3) sum += weights[t] * *(const four *)pixel;
        whole bytes = __builtin_convertvector(__builtin_elementwise_min(__builtin_elementwise_max(sum, none), most), whole);
        target[0] = (uint8_t)bytes[0];
        target[1] = (uint8_t)bytes[1];
        target[2] = (uint8_t)bytes[2];
    }
}

void keepers_resample(const uint8_t *rgb, ptrdiff_t stride, int sourceWidth, int sourceHeight, keepers_rect part,
                      uint8_t *target, ptrdiff_t targetStride, int width, int height, void *scratch) {
    int tapsAcross = most_taps(part.width, width), tapsDown = most_taps(part.height, height);
    uint8_t *free = (uint8_t *)rounded((size_t)scratch);
    span *spansAcross = (span *)free;
    free += rounded(sizeof(span) * (size_t)width);
    span *spansDown = (span *)free;
    free += rounded(sizeof(span) * (size_t)height);
    float *weightsAcross = (float *)free;
    free += rounded(sizeof(float) * (size_t)tapsAcross * (size_t)width);
    float *weightsDown = (float *)free;
    free += rounded(sizeof(float) * (size_t)tapsDown * (size_t)height);
    float *sums = (float *)free;
    plan(part.x, part.width, sourceWidth, width, tapsAcross, spansAcross, weightsAcross);
    plan(part.y, part.height, sourceHeight, height, tapsDown, spansDown, weightsDown);
    // Only the columns that some target pixel needs are added up.
    int left = spansAcross[0].first, right = spansAcross[width - 1].first + spansAcross[width - 1].count;
    memset(sums, 0, sizeof(float) * (3 * (size_t)sourceWidth + 4));
    for (int y = 0; y < height; y++, target += targetStride) {
        const uint8_t *row = rgb + (ptrdiff_t)spansDown[y].first * stride + 3 * (ptrdiff_t)left;
        const float *weights = weightsDown + (ptrdiff_t)y * tapsDown;
        weigh(row, stride, weights, spansDown[y].count, 3 * (right - left), sums + 3 * (ptrdiff_t)left);
        across(sums, spansAcross, weightsAcross, tapsAcross, width, target);
    }
}
