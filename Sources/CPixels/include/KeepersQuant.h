// Colour reduction for the terminals that draw from a palette: sixel and indexed PNG.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// The most colours a palette may have; one value of a byte stays free as "not looked up yet".
#define KEEPERS_QUANT_MAX 255

/// Chooses at most `colours` (2...KEEPERS_QUANT_MAX) colours for `pixels` packed RGB pixels: variance cut of 5-5-5 bins, then
/// three rounds of k-means. Writes R, G, B to `palette`, dark to bright; returns how many, or 0 without memory.
int keepers_quant_palette(const uint8_t *rgb, size_t pixels, int colours, uint8_t *palette);

/// Gives each pixel the index of its nearest colour (exact to 2 of 255 in each channel). `dither` is the height of an ordered
/// 8x8 pattern added first, in 1/255ths; 0 = none. Returns 0, or -1 without memory.
int keepers_quant_map(
    const uint8_t *rgb, size_t width, size_t height, const uint8_t *palette, int count, int dither, uint8_t *indices);
