#include "CJPEG.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

struct keepers_jpeg_decoder {
    tjhandle handle;
};

keepers_jpeg_decoder *keepers_jpeg_decoder_new(void) {
    keepers_jpeg_decoder *decoder = malloc(sizeof *decoder);
    if (decoder == NULL) return NULL;
    decoder->handle = tjInitDecompress();
    if (decoder->handle == NULL) {
        free(decoder);
        return NULL;
    }
    return decoder;
}

void keepers_jpeg_decoder_free(keepers_jpeg_decoder *decoder) {
    if (decoder == NULL) return;
    if (decoder->handle != NULL) tjDestroy(decoder->handle);
    free(decoder);
}

/// A handle that failed can stay in the middle of the bad picture and refuse every later one: it is replaced.
static int renew(keepers_jpeg_decoder *decoder) {
    if (decoder->handle != NULL) tjDestroy(decoder->handle);
    decoder->handle = tjInitDecompress();
    return decoder->handle != NULL;
}

static keepers_jpeg_outcome complain(keepers_jpeg_decoder *decoder, char *message, keepers_jpeg_outcome outcome) {
    snprintf(message, keepers_jpeg_message_size, "%s", tjGetErrorStr2(decoder->handle));
    return outcome;
}

keepers_jpeg_outcome keepers_jpeg_read_header(keepers_jpeg_decoder *decoder, const uint8_t *jpeg, size_t size,
                                              keepers_jpeg_header *header, char *message) {
    int width = -1, height = -1, sampling = -1, colours = -1;
    message[0] = 0;
    *header = (keepers_jpeg_header){0, 0, 0};
    if (size < 4 || jpeg[0] != 0xFF || jpeg[1] != 0xD8) {
        snprintf(message, keepers_jpeg_message_size, "it is not a JPEG");
        return keepers_jpeg_unreadable;
    }
    if (decoder->handle == NULL && !renew(decoder)) {
        snprintf(message, keepers_jpeg_message_size, "no memory for a decoder");
        return keepers_jpeg_unreadable;
    }
    int failed = tjDecompressHeader3(decoder->handle, jpeg, size, &width, &height, &sampling, &colours) < 0;
    // Tables without a picture count as success and leave the sizes alone.
    if (failed || width < 1) {
        if (failed) complain(decoder, message, keepers_jpeg_unreadable);
        else snprintf(message, keepers_jpeg_message_size, "it holds no picture");
        renew(decoder);
    }
    // A chroma sampling that TurboJPEG has no name for is reported as a failure, yet the size is known and the picture decodes.
    if (width < 1 || height < 1 || colours < 0) return keepers_jpeg_unreadable;
    message[0] = 0;
    header->width = width;
    header->height = height;
    header->channels = colours == TJCS_GRAY ? 1 : colours == TJCS_CMYK || colours == TJCS_YCCK ? 4 : 3;
    return keepers_jpeg_whole;
}

int keepers_jpeg_scaled(int side, int eighths) {
    tjscalingfactor factor = {eighths, 8};
    return TJSCALED(side, factor);
}

static int makes_sense(keepers_jpeg_header header, int eighths) {
    return header.width >= 1 && header.height >= 1 && header.width <= 65535 && header.height <= 65535 && eighths >= 1 &&
           eighths <= 8;
}

size_t keepers_jpeg_buffer_size(keepers_jpeg_header header, int eighths) {
    if (!makes_sense(header, eighths)) return 0;
    size_t pixels = (size_t)keepers_jpeg_scaled(header.width, eighths) * (size_t)keepers_jpeg_scaled(header.height, eighths);
    return pixels * (header.channels == 4 ? 4 : 3);
}

/// Adobe stores CMYK inverted (255 = no ink), and every CMYK JPEG met in the wild is Adobe's.
static void cmyk_to_rgb(uint8_t *pixels, size_t count) {
    const uint8_t *from = pixels;
    for (size_t i = 0; i < count; i++, from += 4, pixels += 3) {
        unsigned c = from[0], m = from[1], y = from[2], k = from[3];
        pixels[0] = (uint8_t)((c * k + 127) / 255);
        pixels[1] = (uint8_t)((m * k + 127) / 255);
        pixels[2] = (uint8_t)((y * k + 127) / 255);
    }
}

/// Whether a warning is about bytes that do not matter, provided that the picture has its end.
static int is_harmless(const char *message, const uint8_t *jpeg, size_t size) {
    if (strstr(message, "extraneous bytes") == NULL && strstr(message, "Invalid SOS parameters") == NULL &&
        strstr(message, "Adobe color transform") == NULL && strstr(message, "JFIF") == NULL) {
        return 0;
    }
    // Cameras pad behind the end marker; a picture without one is cut.
    size_t least = size > 65536 ? size - 65536 : 0;
    for (size_t at = size; at >= least + 2; at--) {
        if (jpeg[at - 2] == 0xFF && jpeg[at - 1] == 0xD9) return 1;
    }
    return 0;
}

keepers_jpeg_outcome keepers_jpeg_decode(keepers_jpeg_decoder *decoder, const uint8_t *jpeg, size_t size,
                                         keepers_jpeg_header header, int eighths, int quick, uint8_t *buffer, size_t bufferSize,
                                         char *message) {
    message[0] = 0;
    size_t need = keepers_jpeg_buffer_size(header, eighths);
    if (need == 0 || bufferSize < need || (decoder->handle == NULL && !renew(decoder))) {
        snprintf(message, keepers_jpeg_message_size, "no room to decode");
        return keepers_jpeg_unreadable;
    }
    int width = keepers_jpeg_scaled(header.width, eighths), height = keepers_jpeg_scaled(header.height, eighths);
    int isCMYK = header.channels == 4;
    int flags = TJFLAG_LIMITSCANS | (quick ? TJFLAG_FASTUPSAMPLE : 0);
    int failed = tjDecompress2(decoder->handle, jpeg, size, buffer, width, 0, height, isCMYK ? TJPF_CMYK : TJPF_RGB, flags);
    keepers_jpeg_outcome outcome = keepers_jpeg_whole;
    if (failed) {
        int isWarning = tjGetErrorCode(decoder->handle) == TJERR_WARNING;
        outcome = complain(decoder, message, isWarning ? keepers_jpeg_damaged : keepers_jpeg_unreadable);
        renew(decoder);
        if (!isWarning) return outcome;
        if (is_harmless(message, jpeg, size)) outcome = keepers_jpeg_whole;
    }
    if (isCMYK) cmyk_to_rgb(buffer, (size_t)width * (size_t)height);
    return outcome;
}
