// The few functions of nettle that Swift may call.
#pragma once
#include <stddef.h>
#include <stdint.h>

// SHA-256 of `bytes` in one call: nettle's own signature of "digest" differs between its versions.
void keepers_sha256(const uint8_t *bytes, size_t length, uint8_t digest[32]);

// Copies all of one open file into another that is new and empty, and gives the SHA-256 of what was read: the number of bytes, or -errno;
// `writing` tells which side failed.
int64_t keepers_copy_and_sha256(int from, int to, uint8_t digest[32], int *writing);

// SHA-256 of an open file, read from the disk and not from memory; the number of bytes, or -errno.
int64_t keepers_sha256_file(int descriptor, uint8_t digest[32]);
