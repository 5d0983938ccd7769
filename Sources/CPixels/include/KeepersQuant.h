// Colour reduction for the terminals that draw from a palette: sixel and indexed PNG.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// The most colours a palette may have; one value of a byte stays free as "not looked up yet".
#define KEEPERS_QUANT_MAX 255

/// Chooses at most `colours` (2...KEEPERS_QUANT_MAX) colours for `pixels` packed RGB pixels: variance cut (Wu 1991) of a
/// histogram, then two rounds of k-means. Smooth areas and skin count more than texture, because there the eye sees steps.
/// Writes R, G, B to `palette`, dark to bright; returns how many, or 0 without memory.
int keepers_quant_palette(const uint8_t *rgb, size_t pixels, int colours, uint8_t *palette);

/// Gives each pixel the index of a near colour. `dither`: height of the ordered 8x8 pattern added where the picture is smooth, in
/// hundredths of the palette's own root mean square error. `thrift`: how much more squared error a pixel may take to repeat the
/// index on its left or above it, in hundredths of the mean squared error; runs are what both formats pack well.
/// Returns 0, or -1 without memory.
int keepers_quant_map(
    const uint8_t *rgb, size_t width, size_t height, const uint8_t *palette, int count, int dither, int thrift, uint8_t *indices);
