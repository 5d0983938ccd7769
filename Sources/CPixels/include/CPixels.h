// Pixel loops that must be quick: plain C, no memory of their own, no error paths.
// RGB pictures are 8-bit, 3 bytes a pixel; a stride is the number of bytes from one row to the next.
// Sizes are the caller's promise: every function reads and writes inside the sizes it is given, nothing else.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include "KeepersQuant.h"
#include "KeepersSixel.h"
#include "KeepersFaces.h"
#include "KeepersAids.h"
#include "demo.h"

#include "demo.h"

// MARK: luma and exposure (luma.c)

/// What one pass over the pixels counts.
typedef struct {
    uint64_t pixels;
    uint64_t lumaSum;         // of luma 0...255
    uint64_t lumaSquareSum;
    uint64_t clippedShadows;     // no channel above 4
    uint64_t clippedHighlights;  // a channel at 254 or 255
} keepers_exposure;

/// Luma (BT.601 weights, rounded, one byte a pixel) of an RGB picture, because every measure of detail works on it;
/// clipping and brightness are counted in the same pass, because a second one over the pixels would cost as much.
keepers_exposure keepers_luma(const uint8_t *_Nonnull rgb, ptrdiff_t stride, int width, int height, uint8_t *_Nonnull luma);

/// The picture at half the size by 2 x 2 means (rounded; an odd last row or column is left out),
/// because noise and detail part at the coarser scale. `half` holds (width / 2) * (height / 2) bytes.
void keepers_half(const uint8_t *_Nonnull luma, int width, int height, uint8_t *_Nonnull half);

// MARK: detail (detail.c)

enum { keepers_tile_side = 32 };

/// Sums over one tile of 32 x 32 pixels, and over the 16 x 16 pixels of the half-size picture at the same place.
typedef struct {
    int32_t fineEnergy;    // squared Laplacian (4 neighbours), 1024 terms
    int32_t coarseEnergy;  // squared Laplacian at half size, 256 terms
    int32_t lumaSum;       // at half size, 256 terms
    int32_t lumaSquareSum; // at half size, 256 terms
    int32_t gradientXX, gradientYY, gradientXY;  // structure tensor of central differences at half size, 256 terms
} keepers_tile;

/// How many tiles fit, so that the caller can make room; 0 when the picture is too small.
int keepers_tile_columns(int width);

/// Measures every tile; the outermost pixels have no neighbours and belong to none.
/// `half` comes from `keepers_half`; `tiles` holds keepers_tile_columns(width) * keepers_tile_columns(height) values, row by row.
void keepers_detail(const uint8_t *_Nonnull luma, const uint8_t *_Nonnull half, int width, int height,
                    keepers_tile *_Nonnull tiles);

enum { keepers_cell_side = 16 };

/// The same sums over columns x rows cells of 16 x 16 pixels from the even place (x, y) on, because eyes and focus points are smaller than
/// a tile; four times as large, so that they read like a tile's. No cell touches the outermost two pixels of the picture.
void keepers_detail_cells(const uint8_t *_Nonnull luma, const uint8_t *_Nonnull half, int width, int x, int y, int columns,
                          int rows, keepers_tile *_Nonnull cells);

// MARK: gradients (gradients.c)

/// Sums of a block's central differences (x right, y down): its structure tensor. At most 64 x 64 squares of 255: 32 bits hold it.
typedef struct {
    int32_t xx, yy, xy;
} keepers_gradients;

/// Measures columns x rows blocks of side x side pixels (at most 64), row by row, the outermost pixels left out, because the direction of a smear shows in how gradients change from scale to scale.
/// The picture holds at least (columns * side + 2) x (rows * side + 2) pixels.
void keepers_gradient_blocks(const uint8_t *_Nonnull luma, int width, int side, int columns, int rows,
                             keepers_gradients *_Nonnull blocks);

// MARK: lines and pages (lines.c)

enum { keepers_lean_bins = 63 };

/// Weight of edges by the half degrees that they lean clockwise from level and from plumb; bin 31 holds those that do not lean.
typedef struct {
    uint32_t level[keepers_lean_bins], plumb[keepers_lean_bins];
} keepers_leans;

/// Weighs every edge that leans less than 15.5 degrees, because a horizon or a wall shows as one narrow peak.
void keepers_lean(const uint8_t *_Nonnull luma, int width, int height, keepers_leans *_Nonnull leans);

/// Pixels of a picture that look like those of a page or a screen; the last row and column are not counted.
typedef struct {
    uint32_t pixels;
    uint32_t steps;   // a channel differs by 50 and more from the pixel to the right or the one below
    uint32_t flat;    // no channel differs by more than 2; black counts neither here nor below, because nights are black
    uint32_t paper;   // bright and without colour
    uint32_t common;  // of the four most common colours, at 16 steps a channel
} keepers_page;

/// Counts them in one pass, because screenshots and papers have few colours, flat areas and hard steps.
keepers_page keepers_page_counts(const uint8_t *_Nonnull rgb, ptrdiff_t stride, int width, int height);

// MARK: size and turn (resize.c, turn.c)

/// Shrinks by a whole factor (1...128) by means of factor x factor pixels, because it is the cheapest good first step of a large reduction.
/// `width` and `height` are the source's; what does not fill a block is left out. `target` is packed;
/// `scratch` holds width * 3 values.
void keepers_shrink(const uint8_t *_Nonnull rgb, ptrdiff_t stride, int width, int height, int factor,
                    uint8_t *_Nonnull target, uint16_t *_Nonnull scratch);

/// A part of a picture, in pixels, fractions allowed.
typedef struct {
    double x, y, width, height;
} keepers_rect;

/// The bytes of scratch that `keepers_resample` needs; 0 when the request makes no sense.
size_t keepers_resample_scratch(int sourceWidth, int sourceHeight, keepers_rect part, int width, int height);

/// Draws `part` of a picture at exactly width x height: Catmull-Rom widened by the reduction when shrinking, linear when growing;
/// pixels outside the picture count as its edge.
void keepers_resample(const uint8_t *_Nonnull rgb, ptrdiff_t stride, int sourceWidth, int sourceHeight, keepers_rect part,
                      uint8_t *_Nonnull target, ptrdiff_t targetStride, int width, int height, void *_Nonnull scratch);

/// Copies a picture turned as its EXIF orientation (1...8) says; `target` is packed and width x height, or height x width from 5 on.
void keepers_turn(const uint8_t *_Nonnull rgb, ptrdiff_t stride, int width, int height, int orientation,
                  uint8_t *_Nonnull target);

// MARK: two pictures in one (blend.c)

/// A packed RGB picture.
typedef struct {
    const uint8_t *_Nonnull rgb;
    int width, height;
} keepers_picture;

/// Lays `two` over `one`, both centred on a canvas of width x height (at least as large as either) in the packed colour `background` (0xRRGGBB).
/// `weight` is the share of `two` in quarters, 0...4.
void keepers_fade(keepers_picture one, keepers_picture two, int weight, uint32_t background, uint8_t *_Nonnull canvas, int width,
                  int height);

/// How far two pictures differ, channel by channel and times `gain` (at most 255), where both are; `background` elsewhere.
void keepers_difference(keepers_picture one, keepers_picture two, int gain, uint32_t background, uint8_t *_Nonnull canvas,
                        int width, int height);

// MARK: looks (looks.c)

/// Mean red, green and blue (0...255) of columns x rows equal cells, row by row: what prints are made from.
/// The picture must be at least columns x rows.
void keepers_cell_means(const uint8_t *_Nonnull rgb, ptrdiff_t stride, int width, int height, int columns, int rows,
                        float *_Nonnull means);

/// Hasler and Suesstrunk (2003), "Measuring colourfulness in natural images", equation for M(3).
double keepers_colourfulness(const uint8_t *_Nonnull rgb, ptrdiff_t stride, int width, int height);

/// The brightest channel value in columns x0..<x1 of rows y0..<y1: whether a bar is black.
int keepers_brightest(const uint8_t *_Nonnull rgb, ptrdiff_t stride, int x0, int y0, int x1, int y1);
