#include "CPixels.h"

/// The part of one canvas row that a centred picture covers: pixel columns from..<to, and its first pixel.
typedef struct {
    const uint8_t *pixels;
    int from, to;
} span;

static span span_of(keepers_picture picture, int y, int width, int height) {
    int left = (width - picture.width) / 2, top = (height - picture.height) / 2;
    if (y < top || y >= top + picture.height) return (span){picture.rgb, 0, 0};
    return (span){picture.rgb + 3 * (ptrdiff_t)picture.width * (y - top), left, left + picture.width};
}

static void fill(uint8_t *row, int width, uint32_t colour) {
    for (int x = 0; x < width; x++, row += 3) {
        row[0] = colour >> 16;
        row[1] = colour >> 8;
        row[2] = colour;
    }
}

/// One channel of the canvas at column `x` as if `part` stood alone on it.
static int channel_at(span part, int x, int channel, uint32_t background) {
    if (x >= part.from && x < part.to) return part.pixels[3 * (ptrdiff_t)(x - part.from) + channel];
    return (int)(background >> (16 - 8 * channel) & 255);
}

void keepers_fade(keepers_picture one, keepers_picture two, int weight, uint32_t background, uint8_t *canvas, int width,
                  int height) {
    for (int y = 0; y < height; y++) {
        uint8_t *to = canvas + 3 * (ptrdiff_t)width * y;
        span first = span_of(one, y, width, height), second = span_of(two, y, width, height);
        for (int x = 0; x < width; x++)
            for (int channel = 0; channel < 3; channel++) {
                int a = channel_at(first, x, channel, background), b = channel_at(second, x, channel, background);
                *to++ = (uint8_t)((a * (4 - weight) + b * weight + 2) / 4);
            }
    }
}

void keepers_difference(keepers_picture one, keepers_picture two, int gain, uint32_t background, uint8_t *canvas, int width,
                        int height) {
    for (int y = 0; y < height; y++) {
        uint8_t *row = canvas + 3 * (ptrdiff_t)width * y;
        span first = span_of(one, y, width, height), second = span_of(two, y, width, height);
        fill(row, width, background);
        int from = first.from > second.from ? first.from : second.from;
        int to = first.to < second.to ? first.to : second.to;
        for (int x = from; x < to; x++) {
            const uint8_t *a = first.pixels + 3 * (ptrdiff_t)(x - first.from), *b = second.pixels + 3 * (ptrdiff_t)(x - second.from);
            for (int channel = 0; channel < 3; channel++) {
                int apart = (a[channel] > b[channel] ? a[channel] - b[channel] : b[channel] - a[channel]) * gain;
                row[3 * (ptrdiff_t)x + channel] = (uint8_t)(apart > 255 ? 255 : apart);
            }
        }
    }
}
