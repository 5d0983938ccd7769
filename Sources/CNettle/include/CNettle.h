// The few functions of nettle that Swift may call.
#pragma once
#include <stddef.h>
#include <stdint.h>

// SHA-256 of `bytes` in one call: nettle's own signature of "digest" differs between its versions.
void keepers_sha256(const uint8_t *bytes, size_t length, uint8_t digest[32]);

// SHA-256 of an open file, read from the disk and not from memory; the number of bytes, or -errno.
int64_t keepers_sha256_file(int descriptor, uint8_t digest[32]);
