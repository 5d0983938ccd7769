#include "CNettle.h"

#include <nettle/sha2.h>
#include <nettle/version.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static void finish(struct sha256_ctx *context, uint8_t digest[32]) {
#if NETTLE_VERSION_MAJOR >= 4
    sha256_digest(context, digest);
#else
    sha256_digest(context, 32, digest);
#endif
}

void keepers_sha256(const uint8_t *bytes, size_t length, uint8_t digest[32]) {
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, length, bytes);
    finish(&context, digest);
}

int64_t keepers_sha256_file(int descriptor, uint8_t digest[32]) {
    enum { chunk = 1 << 20, window = 4 << 20 };
    uint8_t *bytes = aligned_alloc(4096, chunk);
    if (!bytes) return -ENOMEM;
    // What lies in memory says nothing about the disk: clean pages are dropped, so that the bytes come from there.
    (void)posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
    (void)posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
    struct sha256_ctx context;
    sha256_init(&context);
    int64_t total = 0;
    for (;;) {
        ssize_t got = pread(descriptor, bytes, chunk, total);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            total = -(int64_t)errno;
            break;
        }
        if (got == 0) break;
        // The disk goes on while the bytes are hashed: what follows is asked for before.
        (void)posix_fadvise(descriptor, total + got, window, POSIX_FADV_WILLNEED);
        sha256_update(&context, (size_t)got, bytes);
        total += got;
    }
    // Films of many gigabytes must not push everything else out of memory.
    (void)posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
    free(bytes);
    if (total >= 0) finish(&context, digest);
    return total;
}

static int write_all(int to, const uint8_t *bytes, size_t count) {
    for (size_t done = 0; done < count;) {
        ssize_t put = write(to, bytes + done, count - done);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return put < 0 ? errno : EIO;
        done += (size_t)put;
    }
    return 0;
}

int64_t keepers_copy_and_sha256(int from, int to, uint8_t digest[32], int *writing) {
    enum { chunk = 1 << 20 };
    *writing = 0;
    uint8_t *bytes = aligned_alloc(4096, chunk);
    if (!bytes) return -ENOMEM;
    (void)posix_fadvise(from, 0, 0, POSIX_FADV_SEQUENTIAL);
    struct sha256_ctx context;
    sha256_init(&context);
    int64_t total = 0;
    for (;;) {
        ssize_t got = pread(from, bytes, chunk, total);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) {
            if (got < 0) total = -(int64_t)errno;
            break;
        }
        sha256_update(&context, (size_t)got, bytes);
        int problem = write_all(to, bytes, (size_t)got);
        if (problem) {
            *writing = 1;
            total = -(int64_t)problem;
            break;
        }
        total += got;
    }
    (void)posix_fadvise(from, 0, 0, POSIX_FADV_DONTNEED);
    free(bytes);
    if (total >= 0) finish(&context, digest);
    return total;
}
