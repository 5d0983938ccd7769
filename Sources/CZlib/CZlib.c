#include "CZlib.h"

#include <zlib.h>

size_t keepers_deflate_bound(size_t size) { return compressBound(size); }

size_t keepers_deflate(const uint8_t *data, size_t size, int level, uint8_t *out, size_t capacity) {
    if (size > UINT32_MAX || capacity > UINT32_MAX) return 0;
    z_stream stream = {0};
    if (deflateInit2(&stream, level, Z_DEFLATED, 15, 9, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    stream.next_in = (Bytef *)data;
    stream.avail_in = (uInt)size;
    stream.next_out = out;
    stream.avail_out = (uInt)capacity;
    int result = deflate(&stream, Z_FINISH);
    size_t written = stream.total_out;
    deflateEnd(&stream);
    return result == Z_STREAM_END ? written : 0;
}

uint32_t keepers_crc32(const uint8_t *data, size_t size) { return (uint32_t)crc32_z(0, data, size); }
