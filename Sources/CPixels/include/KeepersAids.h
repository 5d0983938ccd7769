// Developed pictures to screen values, how light lies in a picture, and what helps the eye on it (aids.c).
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Linear values, four 16-bit ones a pixel of which three count, to 8-bit RGB through `curve` (65,536 values).
void keepers_tone(const uint16_t *_Nonnull image, int width, int height, const uint8_t *_Nonnull curve,
                  uint8_t *_Nonnull rgb, ptrdiff_t stride);

/// Counts the largest channel of every third pixel of such an image in 256 steps.
void keepers_count_light(const uint16_t *_Nonnull image, ptrdiff_t pixels, uint32_t *_Nonnull bins);

/// Every `step`-th pixel of every `step`-th row, from the middle of the first step on, row by row, without gaps.
void keepers_sample(const uint8_t *_Nonnull rgb, ptrdiff_t stride, int width, int height, int step, uint8_t *_Nonnull target);

/// Counts in 64 steps, and of pixels with no channel above 4 or with one at 254 or more.
typedef struct {
    uint32_t luminance[64], red[64], green[64], blue[64];
    uint64_t shadows, highlights, pixels;
} keepers_histogram;

void keepers_histogram_of(const uint8_t *_Nonnull rgb, ptrdiff_t pixels, keepers_histogram *_Nonnull out);

typedef struct {
    int x, y, width, height;
} keepers_box;

enum { keepers_aid_peaking = 1, keepers_aid_clipping = 2 };
enum { keepers_mark_full = 1, keepers_mark_empty = 2, keepers_mark_sharp = 4 };
/// Width of a stripe of the zebra in pixels: about a cell, so that symbols show stripes too.
enum { keepers_stripe = 9 };

/// Bytes of scratch memory for a part of this width.
size_t keepers_aids_scratch(int part_width);

/// From which strength on an edge counts as sharp: above the picture's own noise, of which half of all pixels tell, and among the
/// strongest `share` of all pixels.
int keepers_peaking_threshold(const uint8_t *_Nonnull rgb, ptrdiff_t stride, int height, keepers_box part, double share,
                              uint8_t *_Nonnull scratch);

/// Marks the target's pixels by what the source's own pixels below them say; `part` lies inside the picture of `height` rows.
void keepers_aids_mask(const uint8_t *_Nonnull rgb, ptrdiff_t stride, int height, keepers_box part, int aids, int threshold,
                       uint8_t *_Nonnull mask, int target_width, int target_height, uint8_t *_Nonnull scratch);

/// Paints the mask of a stored picture over an upright one of `width` x `height`.
void keepers_aids_paint(uint8_t *_Nonnull rgb, int width, int height, const uint8_t *_Nonnull mask, int orientation);
