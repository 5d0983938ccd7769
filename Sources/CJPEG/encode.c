#include "CJPEG.h"

#include <turbojpeg.h>

int keepers_jpeg_encode(const uint8_t *rgb, int width, int height, int stride, int quality, int subsampling420,
                        uint8_t **out, size_t *outSize) {
    *out = NULL;
    *outSize = 0;
    if (width < 1 || height < 1 || width > 65500 || height > 65500) return -1;
    if (stride != 0 && stride / 3 < width) return -1;
    quality = quality < 1 ? 1 : quality > 100 ? 100 : quality;
    tjhandle encoder = tjInitCompress();
    if (encoder == NULL) return -1;
    unsigned char *jpeg = NULL;
    unsigned long size = 0;
    int failed = tjCompress2(encoder, rgb, width, stride, height, TJPF_RGB, &jpeg, &size,
                             subsampling420 ? TJSAMP_420 : TJSAMP_444, quality, 0);
    tjDestroy(encoder);
    if (failed) {
        tjFree(jpeg);
        return -1;
    }
    *out = jpeg;
    *outSize = size;
    return 0;
}

void keepers_jpeg_free(uint8_t *jpeg) { tjFree(jpeg); }
