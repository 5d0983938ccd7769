// Pixels into what face models take, and what a strip of a face says of its sharpness.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Floats of an RGB picture as three planes (red, green, blue), each (value - mean) * scale: what CenterFace and EfficientNet take.
/// `planes` holds 3 * planeWidth * planeHeight floats; beyond the picture they become `outside`.
void keepers_planes(const uint8_t *_Nonnull rgb, ptrdiff_t stride, int width, int height, float mean, float scale,
                    float outside, float *_Nonnull planes, int planeWidth, int planeHeight);

/// Where a crop's pixel (x + .5, y + .5) lies in the picture: (a x + b y + c, d x + e y + f), in pixels.
typedef struct {
    double a, b, c, d, e, f;
} keepers_affine;

/// A turned and scaled square of side x side pixels as interleaved floats 0...1: what the face mesh takes.
/// Linear between pixels, edge pixels repeated outside; a picture that is to become much smaller is shrunk before.
void keepers_crop(const uint8_t *_Nonnull rgb, ptrdiff_t stride, int width, int height, keepers_affine place, int side,
                  float *_Nonnull target);

/// Luma (0...255) of a turned rectangle, linear between pixels, for measures of an aligned face.
void keepers_crop_luma(const uint8_t *_Nonnull rgb, ptrdiff_t stride, int width, int height, keepers_affine place, int cropWidth,
                       int cropHeight, uint8_t *_Nonnull luma);

/// Detail of a small plane of luma as `keepers_detail` sums it, but over every inner pixel instead of over tiles.
typedef struct {
    double fineEnergy;    // mean squared Laplacian (4 neighbours)
    double coarseEnergy;  // the same at half size
    double variance;      // of luma at half size
    double flatEnergy;    // fineEnergy of the flattest fifth of its 8 x 8 blocks: what noise adds
} keepers_strip;

/// All zero below 16 x 16 pixels. `half` holds (width / 2) * (height / 2) bytes.
keepers_strip keepers_strip_detail(const uint8_t *_Nonnull luma, int width, int height, uint8_t *_Nonnull half);
