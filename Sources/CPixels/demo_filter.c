// Noise, blur, motion, layers: whole-plane operations of the demo card's painter.
#include "clones.h"
#include "demo.h"
#include <string.h>
#pragma STDC FP_CONTRACT OFF


static uint32_t hashed(uint32_t x) {  // lowbias32, Chris Wellons
    x ^= x >> 16, x *= 0x7feb352dU, x ^= x >> 15, x *= 0x846ca68bU, x ^= x >> 16;
    return x;
}

static float lattice(int x, int y, int period, uint32_t seed) {
    uint32_t h = hashed((uint32_t)(x & (period - 1)) * 0x9E3779B9U ^ hashed((uint32_t)(y & (period - 1)) + seed));
    return (float)(h >> 8) * (1.0f / 16777216.0f);
}

void keepers_demo_noise(float *tile) {
    for (int y = 0; y < 256; y++)
        for (int x = 0; x < 256; x++) {
            float sum = 0, weight = 0.5f, total = 0;
            for (int octave = 0; octave < 4; octave++) {
                int period = 32 << octave, step = 256 / period;
                int ix = x / step, iy = y / step;
                float fx = (float)(x % step) / (float)step, fy = (float)(y % step) / (float)step;
                fx = fx * fx * (3 - 2 * fx), fy = fy * fy * (3 - 2 * fy);
                uint32_t seed = (uint32_t)octave * 977u;
                float a = lattice(ix, iy, period, seed), b = lattice(ix + 1, iy, period, seed);
                float c = lattice(ix, iy + 1, period, seed), d = lattice(ix + 1, iy + 1, period, seed);
                float top = a + (b - a) * fx, low = c + (d - c) * fx;
                sum += (top + (low - top) * fy) * weight, total += weight, weight *= 0.6f;
            }
            float v = (sum / total - 0.5f) * 1.7f + 0.5f;
            tile[y * 256 + x] = v < 0 ? 0 : v > 1 ? 1 : v;
        }
}

static void boxRows(const float *source, float *target, int32_t width, int32_t height, int32_t radius) {
    float scale = 1 / (float)(2 * radius + 1);
    for (int32_t y = 0; y < height; y++) {
        const float *from = source + (int64_t)y * width;
        float *to = target + (int64_t)y * width;
        float sum = from[0] * (float)(radius + 1);
        for (int32_t i = 1; i <= radius; i++) sum += from[i < width ? i : width - 1];
        for (int32_t x = 0; x < width; x++) {
            to[x] = sum * scale;
            int32_t in = x + radius + 1, out = x - radius;
            sum += from[in < width ? in : width - 1] - from[out > 0 ? out : 0];
        }
    }
}

KEEPERS_CLONES static void addRow(float *sum, const float *in, const float *out, int32_t width) {
    for (int32_t x = 0; x < width; x++) sum[x] += in[x] - out[x];
}

KEEPERS_CLONES static void scaleRow(float *to, const float *sum, float scale, int32_t width) {
    for (int32_t x = 0; x < width; x++) to[x] = sum[x] * scale;
}

static void boxColumns(const float *source, float *target, int32_t width, int32_t height, int32_t radius) {
    float sum[8192];
    float scale = 1 / (float)(2 * radius + 1);
    for (int32_t x = 0; x < width; x++) sum[x] = source[x] * (float)(radius + 1);
    for (int32_t i = 1; i <= radius; i++) {
        const float *row = source + (int64_t)(i < height ? i : height - 1) * width;
        for (int32_t x = 0; x < width; x++) sum[x] += row[x];
    }
    for (int32_t y = 0; y < height; y++) {
        scaleRow(target + (int64_t)y * width, sum, scale, width);
        int32_t in = y + radius + 1, out = y - radius;
        addRow(sum, source + (int64_t)(in < height ? in : height - 1) * width, source + (int64_t)(out > 0 ? out : 0) * width, width);
    }
}

void keepers_demo_blur(float *planes, int32_t width, int32_t height, int32_t radius, float *scratch) {
    if (radius < 1 || width > 8192) return;
    for (int k = 0; k < 4; k++) {
        float *plane = planes + (int64_t)k * width * height;
        for (int pass = 0; pass < 2; pass++) {
            boxRows(plane, scratch, width, height, radius);
            boxColumns(scratch, plane, width, height, radius);
        }
    }
}

KEEPERS_CLONES static void accumulateRow(float *to, const float *from, float weight, int32_t width, int32_t shift) {
    int32_t first = shift < 0 ? -shift : 0, last = shift > 0 ? width - shift : width;
    for (int32_t x = 0; x < first && x < width; x++) to[x] += from[0] * weight;
    for (int32_t x = first; x < last; x++) to[x] += from[x + shift] * weight;
    for (int32_t x = last < first ? first : last; x < width; x++) to[x] += from[width - 1] * weight;
}

static int32_t nearest(float x) { return (int32_t)(x < 0 ? x - 0.5f : x + 0.5f); }

void keepers_demo_smear(float *planes, int32_t width, int32_t height, float dx, float dy, int32_t taps, float *scratch) {
    if (taps < 2) return;
    size_t bytes = sizeof(float) * (size_t)width * (size_t)height;
    for (int k = 0; k < 4; k++) {
        float *plane = planes + (int64_t)k * width * height;
        memcpy(scratch, plane, bytes);
        memset(plane, 0, bytes);
        for (int32_t tap = 0; tap < taps; tap++) {
            float t = (float)tap / (float)(taps - 1) - 0.5f;
            int32_t sx = nearest(dx * t), sy = nearest(dy * t);
            if (sx >= width || sx <= -width) continue;
            for (int32_t y = 0; y < height; y++) {
                int32_t from = y + sy < 0 ? 0 : y + sy >= height ? height - 1 : y + sy;
                accumulateRow(plane + (int64_t)y * width, scratch + (int64_t)from * width, 1 / (float)taps, width, sx);
            }
        }
    }
}

KEEPERS_CLONES static void mixRows(const float *top, const float *low, float down, float *to, int32_t width) {
    for (int32_t x = 0; x < width; x++) to[x] = top[x] + (low[x] - top[x]) * down;
}

KEEPERS_CLONES static void layRow(float *red, float *green, float *blue, float *alpha, const float *line, int32_t lineWidth, const int32_t *column,
                          const float *part, int32_t width) {
    const float *r = line, *g = line + lineWidth, *b = line + 2 * lineWidth, *a = line + 3 * lineWidth;
    for (int32_t x = 0; x < width; x++) {
        int32_t i = column[x];
        float f = part[x], keep = 1 - (a[i] + (a[i + 1] - a[i]) * f);
        red[x] = red[x] * keep + (r[i] + (r[i + 1] - r[i]) * f);
        green[x] = green[x] * keep + (g[i] + (g[i + 1] - g[i]) * f);
        blue[x] = blue[x] * keep + (b[i] + (b[i + 1] - b[i]) * f);
        alpha[x] = alpha[x] * keep + (1 - keep);
    }
}

void keepers_demo_lay(float *planes, int32_t firstRow, int32_t rows, int32_t width, int32_t height, const float *layer, int32_t layerWidth,
                      int32_t layerHeight) {
    static _Thread_local int32_t column[8192];
    static _Thread_local float part[8192];
    static _Thread_local float between[4 * 8192];
    if (width > 8192 || layerWidth > 8192 || layerWidth < 2 || layerHeight < 2) return;
    float stepX = (float)layerWidth / (float)width, stepY = (float)layerHeight / (float)height;
    for (int32_t x = 0; x < width; x++) {
        float at = ((float)x + 0.5f) * stepX - 0.5f;
        at = at < 0 ? 0 : at > (float)(layerWidth - 1) ? (float)(layerWidth - 1) : at;
        column[x] = (int32_t)at < layerWidth - 2 ? (int32_t)at : layerWidth - 2;
        part[x] = at - (float)column[x];
    }
    int64_t plane = (int64_t)rows * width, layerPlane = (int64_t)layerWidth * layerHeight;
    for (int32_t y = 0; y < rows; y++) {
        float at = ((float)(firstRow + y) + 0.5f) * stepY - 0.5f;
        at = at < 0 ? 0 : at > (float)(layerHeight - 1) ? (float)(layerHeight - 1) : at;
        int32_t line = (int32_t)at < layerHeight - 2 ? (int32_t)at : layerHeight - 2;
        for (int k = 0; k < 4; k++) {
            const float *source = layer + k * layerPlane + (int64_t)line * layerWidth;
            mixRows(source, source + layerWidth, at - (float)line, between + k * layerWidth, layerWidth);
        }
        float *to = planes + (int64_t)y * width;
        layRow(to, to + plane, to + 2 * plane, to + 3 * plane, between, layerWidth, column, part, width);
    }
}
