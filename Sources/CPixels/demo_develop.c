// What the camera makes of the light: tone, grain, 8-bit pixels, smaller copies, the sensor's mosaic.
#include "clones.h"
#include "demo.h"
#include <string.h>
#pragma STDC FP_CONTRACT OFF

#define ROOT(x) __builtin_elementwise_sqrt(x)

static inline uint32_t hashed(uint32_t x) {  // lowbias32, Chris Wellons
    x ^= x >> 16, x *= 0x7feb352dU, x ^= x >> 15, x *= 0x846ca68bU, x ^= x >> 16;
    return x;
}

// Filmic shoulder (Krzysztof Narkowicz's fit of ACES), then sRGB's curve by roots only (Ian Taylor's fit).
static inline float toned(float x) {
    x = x < 0 ? 0 : x;
    float y = (x * (2.51f * x + 0.03f)) / (x * (2.43f * x + 0.59f) + 0.14f);
    y = y > 1 ? 1 : y;
    float s1 = ROOT(y), s2 = ROOT(s1), s3 = ROOT(s2);
    float z = 0.585122381f * s1 + 0.783140355f * s2 - 0.368262736f * s3;
    return z < 0 ? 0 : z > 1 ? 1 : z;
}

KEEPERS_CLONES static void developRow(const float *red, const float *green, const float *blue, float y2, float cx, float ir, const keepers_demo_film *film,
                              uint32_t seed, int32_t width, uint8_t *rgb) {
    for (int32_t x = 0; x < width; x++) {
        float dx = ((float)x + 0.5f - cx) * ir;
        float r2 = dx * dx + y2;
        float fall = 1 - film->vignette * r2 * (0.55f + 0.45f * r2);
        float r = red[x] * film->gain[0] * fall + film->fade, g = green[x] * film->gain[1] * fall + film->fade, b = blue[x] * film->gain[2] * fall + film->fade;
        float luma = 0.2126f * r + 0.7152f * g + 0.0722f * b;
        r = toned(luma + (r - luma) * film->saturation), g = toned(luma + (g - luma) * film->saturation), b = toned(luma + (b - luma) * film->saturation);
        // Grain: sums of hash bytes are nearly Gaussian; mostly luma, a little colour; weaker in the lights.
        uint32_t h = hashed((uint32_t)x * 0x9E3779B9U + seed);
        float fine = (float)((int32_t)(h & 255) + (int32_t)(h >> 8 & 255) + (int32_t)(h >> 16 & 255) - 382) * (1.0f / 128.0f);
        float tint = (float)((int32_t)(h >> 24) - 128) * (1.0f / 128.0f);
        float strength = film->grain * (1.15f - 0.75f * (0.3f * r + 0.6f * g + 0.1f * b));
        float vr = r * 255 + strength * (fine + 0.5f * tint) + 0.5f, vg = g * 255 + strength * fine + 0.5f, vb = b * 255 + strength * (fine - 0.6f * tint) + 0.5f;
        rgb[3 * x] = (uint8_t)(vr < 0 ? 0 : vr > 255 ? 255 : vr);
        rgb[3 * x + 1] = (uint8_t)(vg < 0 ? 0 : vg > 255 ? 255 : vg);
        rgb[3 * x + 2] = (uint8_t)(vb < 0 ? 0 : vb > 255 ? 255 : vb);
    }
}

void keepers_demo_develop(const float *planes, int32_t firstRow, int32_t rows, int32_t width, int32_t height, const keepers_demo_film *film, uint8_t *rgb) {
    int64_t plane = (int64_t)rows * width;
    float cx = 0.5f * (float)width, cy = 0.5f * (float)height, ir = 1 / ROOT(cx * cx + cy * cy);
    for (int32_t y = 0; y < rows; y++) {
        float dy = ((float)(firstRow + y) + 0.5f - cy) * ir;
        const float *row = planes + (int64_t)y * width;
        uint32_t seed = hashed(film->seed ^ hashed((uint32_t)(firstRow + y) + 0x51ed27u));
        developRow(row, row + plane, row + 2 * plane, dy * dy, cx, ir, film, seed, width, rgb + (int64_t)y * width * 3);
    }
}

KEEPERS_CLONES static void gatherRow(const uint8_t *row, float weight, float *line, int32_t count) {
    for (int32_t i = 0; i < count; i++) line[i] += (float)row[i] * weight;
}

void keepers_demo_shrink(const uint8_t *source, int32_t width, int32_t height, uint8_t *target, int32_t targetWidth, int32_t targetHeight) {
    static _Thread_local float line[3 * 8192];
    if (width > 8192 || targetWidth > width || targetHeight > height || targetWidth < 1 || targetHeight < 1) return;
    float stepX = (float)width / (float)targetWidth, stepY = (float)height / (float)targetHeight, scale = 1 / (stepX * stepY);
    for (int32_t y = 0; y < targetHeight; y++) {
        float top = (float)y * stepY, low = top + stepY;
        memset(line, 0, sizeof(float) * 3 * (size_t)width);
        for (int32_t sy = (int32_t)top; sy < height && (float)sy < low; sy++) {
            float from = (float)sy > top ? (float)sy : top, to = (float)(sy + 1) < low ? (float)(sy + 1) : low;
            if (to > from) gatherRow(source + (int64_t)sy * width * 3, to - from, line, 3 * width);
        }
        uint8_t *out = target + (int64_t)y * targetWidth * 3;
        for (int32_t x = 0; x < targetWidth; x++) {
            float left = (float)x * stepX, right = left + stepX, sum[3] = {0.5f, 0.5f, 0.5f};
            for (int32_t sx = (int32_t)left; sx < width && (float)sx < right; sx++) {
                float from = (float)sx > left ? (float)sx : left, to = (float)(sx + 1) < right ? (float)(sx + 1) : right;
                float weight = to > from ? (to - from) * scale : 0;
                for (int k = 0; k < 3; k++) sum[k] += line[3 * sx + k] * weight;
            }
            for (int k = 0; k < 3; k++) out[3 * x + k] = (uint8_t)(sum[k] > 255 ? 255 : sum[k]);
        }
    }
}

void keepers_demo_turn(const uint8_t *source, int32_t width, int32_t height, uint8_t *target, int32_t quarters) {
    int32_t targetWidth = (quarters & 1) ? height : width, targetHeight = (quarters & 1) ? width : height;
    for (int32_t by = 0; by < targetHeight; by += 32)  // small tiles stay in the cache
        for (int32_t bx = 0; bx < targetWidth; bx += 32)
            for (int32_t y = by; y < by + 32 && y < targetHeight; y++)
                for (int32_t x = bx; x < bx + 32 && x < targetWidth; x++) {
                    int32_t sx = x, sy = y;
                    if (quarters == 1) sx = y, sy = height - 1 - x;
                    else if (quarters == 2) sx = width - 1 - x, sy = height - 1 - y;
                    else if (quarters == 3) sx = width - 1 - y, sy = x;
                    memcpy(target + ((int64_t)y * targetWidth + x) * 3, source + ((int64_t)sy * width + sx) * 3, 3);
                }
}

void keepers_demo_mosaic(const uint8_t *rgb, int32_t width, int32_t height, const float *matrix, float black, float white, uint16_t *mosaic) {
    float linear[256];
    for (int i = 0; i < 256; i++) {
        float v = (float)i / 255.0f;
        linear[i] = v * (v * (v * 0.305306011f + 0.682171111f) + 0.012522878f);  // sRGB back to light, Ian Taylor's cubic fit
    }
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            const uint8_t *at = rgb + ((int64_t)y * width + x) * 3;
            const float *row = matrix + 3 * ((y & 1) + (x & 1));
            float light = row[0] * linear[at[0]] + row[1] * linear[at[1]] + row[2] * linear[at[2]];
            light = light < 0 ? 0 : light > 1 ? 1 : light;
            mosaic[(int64_t)y * width + x] = (uint16_t)(black + light * (white - black) + 0.5f);
        }
}

typedef struct { uint8_t *at, *end; uint64_t bits; int count; int full; } Bits;

static void put(Bits *b, uint32_t value, int length) {
    b->bits = b->bits << length | (value & ((1u << length) - 1));
    b->count += length;
    while (b->count >= 8) {
        uint8_t byte = (uint8_t)(b->bits >> (b->count - 8));
        b->count -= 8;
        if (b->end - b->at < 2) { b->full = 1; return; }
        *b->at++ = byte;
        if (byte == 0xFF) *b->at++ = 0;
    }
}

int64_t keepers_demo_lossless(const uint16_t *mosaic, int32_t width, int32_t height, uint8_t *target, int64_t capacity) {
    // SOI; DHT with sixteen 4-bit codes for categories 0...14; SOF3 with two 14-bit components; SOS with predictor 1.
    uint8_t head[70] = {0xFF, 0xD8, 0xFF, 0xC4, 0, 34, 0, 0, 0, 0, 15};
    for (int i = 0; i < 15; i++) head[23 + i] = (uint8_t)i;
    int32_t half = width / 2;
    const uint8_t frame[16] = {0xFF, 0xC3, 0, 14, 14, (uint8_t)(height >> 8), (uint8_t)height, (uint8_t)(half >> 8), (uint8_t)half, 2, 1, 0x11, 0, 2, 0x11, 0};
    const uint8_t scan[12] = {0xFF, 0xDA, 0, 10, 2, 1, 0, 2, 0, 1, 0, 0};
    memcpy(head + 38, frame, 16);
    memcpy(head + 54, scan, 12);
    if (capacity < 128) return 0;
    memcpy(target, head, 66);
    Bits bits = {target + 66, target + capacity - 16, 0, 0, 0};
    for (int32_t y = 0; y < height && !bits.full; y++)
        for (int32_t x = 0; x < width; x++) {
            const uint16_t *at = mosaic + (int64_t)y * width + x;
            int32_t before = x >= 2 ? at[-2] : y > 0 ? at[-width] : 8192;
            int32_t difference = (int32_t)at[0] - before;
            uint32_t size = (uint32_t)(difference < 0 ? -difference : difference);
            int category = 0;
            while (size >> category) category++;
            put(&bits, (uint32_t)category, 4);
            if (category) put(&bits, (uint32_t)(difference < 0 ? difference + (1 << category) - 1 : difference), category);
        }
    if (bits.full) return 0;
    put(&bits, 0x7F, 7);  // fill the last byte with ones
    *bits.at++ = 0xFF, *bits.at++ = 0xD9;
    return bits.at - target;
}

void keepers_demo_fill(const uint8_t *source, int32_t width, int32_t height, uint8_t *target, int32_t targetWidth, int32_t targetHeight) {
    float step = (float)width / (float)targetWidth, other = (float)height / (float)targetHeight;
    if (other < step) step = other;
    float left = 0.5f * ((float)width - step * (float)targetWidth), top = 0.3f * ((float)height - step * (float)targetHeight);
    int taps = step > 1 ? (int)step + 1 : 1;
    for (int32_t y = 0; y < targetHeight; y++)
        for (int32_t x = 0; x < targetWidth; x++) {
            float sum[3] = {0, 0, 0};
            for (int ty = 0; ty < taps; ty++)
                for (int tx = 0; tx < taps; tx++) {
                    float sx = left + ((float)x + ((float)tx + 0.5f) / (float)taps) * step - 0.5f;
                    float sy = top + ((float)y + ((float)ty + 0.5f) / (float)taps) * step - 0.5f;
                    sx = sx < 0 ? 0 : sx > (float)(width - 1) ? (float)(width - 1) : sx;
                    sy = sy < 0 ? 0 : sy > (float)(height - 1) ? (float)(height - 1) : sy;
                    int32_t ix = (int32_t)sx, iy = (int32_t)sy;
                    int32_t jx = ix + 1 < width ? ix + 1 : ix, jy = iy + 1 < height ? iy + 1 : iy;
                    float fx = sx - (float)ix, fy = sy - (float)iy;
                    for (int k = 0; k < 3; k++) {
                        float a = source[((int64_t)iy * width + ix) * 3 + k], b = source[((int64_t)iy * width + jx) * 3 + k];
                        float c = source[((int64_t)jy * width + ix) * 3 + k], d = source[((int64_t)jy * width + jx) * 3 + k];
                        float up = a + (b - a) * fx, low = c + (d - c) * fx;
                        sum[k] += up + (low - up) * fy;
                    }
                }
            for (int k = 0; k < 3; k++) target[((int64_t)y * targetWidth + x) * 3 + k] = (uint8_t)(sum[k] / (float)(taps * taps) + 0.5f);
        }
}
