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

/// A decoder that keeps its tables between pictures; not for two threads at once.
typedef struct keepers_jpeg_decoder keepers_jpeg_decoder;

/// Room for a message of TurboJPEG's, with its final zero.
enum { keepers_jpeg_message_size = 200 };

/// What the head of a JPEG says.
typedef struct {
    int width, height;
    int channels;  // 1 = grey, 3 = colour, 4 = CMYK
} keepers_jpeg_header;

typedef enum {
    keepers_jpeg_whole = 0,    // decoded, nothing to complain about
    keepers_jpeg_damaged = 1,  // decoded as far as it goes: the rest of the picture is made up
    keepers_jpeg_unreadable = 2,
} keepers_jpeg_outcome;

/// Makes a decoder, because one per worker spares its set-up for every picture; NULL when memory is out.
keepers_jpeg_decoder *_Nullable keepers_jpeg_decoder_new(void);
void keepers_jpeg_decoder_free(keepers_jpeg_decoder *_Nullable decoder);

/// Reads size and kind without decoding; the message is set when the outcome is not whole.
keepers_jpeg_outcome keepers_jpeg_read_header(keepers_jpeg_decoder *_Nonnull decoder, const uint8_t *_Nonnull jpeg, size_t size,
                                              keepers_jpeg_header *_Nonnull header, char *_Nonnull message);

/// A side of a picture scaled by `eighths` / 8 during decoding (rounded up).
int keepers_jpeg_scaled(int side, int eighths);

/// The bytes that decoding needs: more than width * height * 3 for CMYK; 0 when the header makes no sense.
size_t keepers_jpeg_buffer_size(keepers_jpeg_header header, int eighths);

/// Decodes to packed RGB, scaled by `eighths` / 8 (1...8) in the DCT, because a reduced picture costs a fraction of the whole one.
/// `quick` takes the cheaper chroma upsampling, for pictures that are shrunk afterwards.
/// `buffer` holds keepers_jpeg_buffer_size(header, eighths) bytes. Sound and camera-made oddities (stray bytes before a marker) count as whole.
keepers_jpeg_outcome keepers_jpeg_decode(keepers_jpeg_decoder *_Nonnull decoder, const uint8_t *_Nonnull jpeg, size_t size,
                                         keepers_jpeg_header header, int eighths, int quick, uint8_t *_Nonnull buffer,
                                         size_t bufferSize, char *_Nonnull message);
