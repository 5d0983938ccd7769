// JPEG through TurboJPEG: the few functions that Swift may call.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Encodes an RGB picture, because thumbnails and terminal pictures are stored as JPEG.
/// `rgb`: rows of `stride` bytes (0 = packed). `quality`: 1...100. `subsampling420`: 1 = 4:2:0, 0 = 4:4:4.
/// Returns 0 and a buffer that `keepers_jpeg_free` gives back, or -1 (nothing to free).
int keepers_jpeg_encode(const uint8_t *_Nonnull rgb, int width, int height, int stride, int quality, int subsampling420,
                        uint8_t *_Nullable *_Nonnull out, size_t *_Nonnull outSize);

/// Gives back what `keepers_jpeg_encode` allocated, because it comes from TurboJPEG's own allocator.
void keepers_jpeg_free(uint8_t *_Nullable jpeg);
