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

// What reading a whole file, and a copy beside it, gave.
struct keepers_reading {
    // Of the file.
    int64_t bytes;
    // Of the first byte that is not the same in the copy; -1 where there is none.
    int64_t difference;
    // errno where the copy could not be read; 0.
    int copy_problem;
    // Nanoseconds in which the disks were waited for, and all.
    int64_t waited, lasted;
};

// SHA-256 of an open file, read from the disk and not from memory, and every byte compared with an open copy (-1: none); 0, or errno where
// the file cannot be read. A copy is read as far as it is the same. `is_disk_fast`: the disks give more than is hashed.
int keepers_read_file(int descriptor, int copy, int is_disk_fast, uint8_t digest[32], struct keepers_reading *found);
