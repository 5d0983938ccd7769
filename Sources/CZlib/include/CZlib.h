// The few functions of this library that Swift may call.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// The most bytes that `keepers_deflate` can need for `size` bytes.
size_t keepers_deflate_bound(size_t size);

/// Packs `size` bytes as one zlib stream for a PNG; zlib's own init is a macro that Swift cannot call. Returns the bytes written,
/// or 0 if `capacity` was too small or memory ran out.
size_t keepers_deflate(const uint8_t *data, size_t size, uint8_t *out, size_t capacity);

/// The CRC-32 that closes a PNG chunk, over its type and its data.
uint32_t keepers_crc32(const uint8_t *data, size_t size);

/// Packs an RGB picture (8 bits, `width * height * 3` bytes) as the zlib stream of a PNG, each row with the filter that suits it best.
/// `capacity` is at least `keepers_deflate_bound((width * 3 + 1) * height)`. Returns the bytes written, or 0 if memory ran out.
size_t keepers_png_rgb(const uint8_t *pixels, size_t width, size_t height, uint8_t *out, size_t capacity);
