// The demo card's painter: scenes of soft, shaded shapes, and what a camera does to them. Used by DemoKit only.
// Every kernel uses only exact IEEE operations (+ - * / sqrt), so a seed gives the same bytes on every machine.
#pragma once
#include <stdint.h>

/// One simple shape of a blob, in the blob's own coordinates (x right, y down, picture height = 1).
typedef struct {
    int32_t shape;  ///< 0 ellipse (a,b centre; c,d radii; e,f cosine and sine of its turn), 1 tapered capsule (a,b to c,d; radii e,f), 2 box (a,b centre; c,d half sides; e corner)
    int32_t join;   ///< 0 union, 1 subtract, 2 intersect with what came before, 3 crop: intersect without rounding the body off there
    float a, b, c, d, e, f;
    float smooth;   ///< width of the soft seam to what came before
} keepers_demo_part;

/// One painted thing: shapes joined into one outline, inflated to a rounded body, lit, textured.
typedef struct {
    float originX, originY, cosine, sine;
    float bend;              ///< y is measured from the parabola bend * x * x: smiles, brows, eyelids
    float bulge;             ///< depth over which the body rounds off towards its outline; 0 = flat and unlit
    float softness;          ///< feather of the outline
    float opacity;
    int32_t mode;            ///< 0 over, 1 add (light), 2 multiply (shadow, tint)
    float colour[3];
    float colourEnd[3];
    float gradient[4];       ///< colour at (0,1), colourEnd at (2,3); all zero = plain
    int32_t texture;         ///< 0 none, 1 noise, 2 bricks
    float frequencyX, frequencyY, textureCosine, textureSine;
    float contrast;          ///< how far the texture changes the colour
    float bump;              ///< how far it tilts the surface
    float ragged;            ///< how far it moves the outline
    float gloss;             ///< strength of the highlight
    float subsurface;        ///< skin: red light wraps around
    float ring;              ///< out-of-focus lights are brighter at the rim
    int32_t firstPart, partCount;  ///< no parts = the whole picture
} keepers_demo_blob;

typedef struct {
    float key[3];            ///< direction to the light: x right, y down, z to the camera; length 1
    float keyColour[3];
    float skyColour[3];
    float groundColour[3];
    float rim[2];
    float rimColour[3];
} keepers_demo_light;

/// Where the camera looks: scene point in the middle, roll, and pixels for one unit.
typedef struct {
    float centreX, centreY, cosine, sine, scale;
    int32_t width, height;
} keepers_demo_camera;

/// Fills a 256 x 256 tile that repeats seamlessly, values 0...1.
void keepers_demo_noise(float *tile);

/// Paints blobs on rows firstRow..<firstRow+rows; `planes` holds red, green, blue, coverage, each rows * width floats, linear light, premultiplied.
void keepers_demo_paint(float *planes, int32_t firstRow, int32_t rows, const keepers_demo_camera *camera, const keepers_demo_light *light,
                        const keepers_demo_blob *blobs, int32_t blobCount, const keepers_demo_part *parts, const float *noise);

/// Blurs four planes of width * height by three box passes of `radius` pixels; `scratch` holds width * height floats.
void keepers_demo_blur(float *planes, int32_t width, int32_t height, int32_t radius, float *scratch);

/// Averages four planes along (dx, dy) pixels in `taps` steps, as a moving subject does; `scratch` holds width * height floats.
void keepers_demo_smear(float *planes, int32_t width, int32_t height, float dx, float dy, int32_t taps, float *scratch);

/// Lays a whole layer of another size (four planes) over rows firstRow..<firstRow+rows of a picture of width * height.
void keepers_demo_lay(float *planes, int32_t firstRow, int32_t rows, int32_t width, int32_t height,
                      const float *layer, int32_t layerWidth, int32_t layerHeight);

typedef struct {
    float gain[3];           ///< exposure and white balance
    float vignette;          ///< loss of light in the corners, 0...1
    float grain;             ///< noise of mid-grey in 8-bit steps
    float fade;              ///< haze or flare: lifts black
    float saturation;
    uint32_t seed;
} keepers_demo_film;

/// Develops linear rows into 8-bit sRGB; `rgb` points to the first byte of row firstRow.
void keepers_demo_develop(const float *planes, int32_t firstRow, int32_t rows, int32_t width, int32_t height, const keepers_demo_film *film, uint8_t *rgb);

/// Shrinks 8-bit RGB by area averaging.
void keepers_demo_shrink(const uint8_t *source, int32_t width, int32_t height, uint8_t *target, int32_t targetWidth, int32_t targetHeight);

/// Turns 8-bit RGB by quarter turns clockwise (1, 2 or 3).
void keepers_demo_turn(const uint8_t *source, int32_t width, int32_t height, uint8_t *target, int32_t quarters);

/// Makes the RGGB mosaic that a sensor would have seen; `matrix` takes linear sRGB to the sensor's red, green, blue (row by row, 0...1). Even sides.
void keepers_demo_mosaic(const uint8_t *rgb, int32_t width, int32_t height, const float *matrix, float black, float white, uint16_t *mosaic);

/// Lossless JPEG (ITU T.81, SOF3, two components, predictor 1) of a 14-bit mosaic as in a CR2; returns the length, or 0 when `capacity` is too small.
int64_t keepers_demo_lossless(const uint16_t *mosaic, int32_t width, int32_t height, uint8_t *target, int64_t capacity);

/// Crops 8-bit RGB to the target's shape (a little above the middle) and brings it to its size.
void keepers_demo_fill(const uint8_t *source, int32_t width, int32_t height, uint8_t *target, int32_t targetWidth, int32_t targetHeight);

enum { KEEPERS_LID_COLUMNS = 33 };

/// One eye of a photograph and how far it closes. Heights lie across the line from its first corner to its second, > 0 downwards, in pixels.
typedef struct {
    float cornerX, cornerY, alongX, alongY;  ///< the first corner, and from it to the second
    float brow[KEEPERS_LID_COLUMNS], upper[KEEPERS_LID_COLUMNS], lower[KEEPERS_LID_COLUMNS], cheek[KEEPERS_LID_COLUMNS];
    float amount;                            ///< 0 as it is, 1 closed
    float lift;                              ///< how far up from the lower lid the lids meet, in openings
    float lashes, lashWidth;                 ///< how dark the line of lashes gets, 0...1, and its half width in pixels
    int32_t left, top, right, bottom;        ///< what may change: inside the picture
} keepers_demo_lid;

/// Draws the upper lid down over the eye and the lower a little up; `target` begins as a copy of `source` (packed RGB).
void keepers_demo_close(const uint8_t *source, uint8_t *target, int32_t width, int32_t height, const keepers_demo_lid *lid);

/// A soft field of displacements: radial functions around `count` places.
typedef struct {
    const float *x, *y, *weightX, *weightY;
    int32_t count;
    float radius;                            ///< where a place's pull ends, in pixels
    int32_t left, top, right, bottom;
} keepers_demo_pulls;

/// Fetches each pixel from where the pulls say; `target` begins as a copy of `source` (packed RGB).
void keepers_demo_pull(const uint8_t *source, uint8_t *target, int32_t width, int32_t height, const keepers_demo_pulls *pulls);
