#include "CNettle.h"

#include <nettle/sha2.h>
#include <nettle/version.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
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

// What lies in memory says nothing about the disk: clean pages are dropped, so that the bytes come from there. Afterwards too: films of many
// gigabytes must not push everything else out of memory.
static void forget_pages(int descriptor) {
    if (descriptor >= 0) (void)posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
}

// One chunk, or less at the end of the file, or -errno.
static ssize_t read_chunk(int descriptor, uint8_t *bytes, size_t chunk, int64_t offset) {
    size_t done = 0;
    while (done < chunk) {
        ssize_t got = pread(descriptor, bytes + done, chunk - done, offset + (int64_t)done);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -errno;
        if (got == 0) break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

static int64_t nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int64_t first_difference(const uint8_t *left, const uint8_t *right, size_t count) {
    for (size_t index = 0; index < count; index++)
        if (left[index] != right[index]) return (int64_t)index;
    return -1;
}

// The chunk of `copy` that stands beside `count` bytes of the file.
static void compare_chunk(int copy, uint8_t *other, const uint8_t *bytes, ssize_t count, size_t chunk, struct keepers_reading *found) {
    int64_t start = nanoseconds();
    ssize_t got = read_chunk(copy, other, chunk, found->bytes);
    found->waited += nanoseconds() - start;
    if (got < 0) {
        found->copy_problem = (int)-got;
        return;
    }
    size_t shared = (size_t)(got < count ? got : count);
    if (memcmp(bytes, other, shared) != 0) {
        found->difference = found->bytes + first_difference(bytes, other, shared);
    } else if (got != count) {
        found->difference = found->bytes + (int64_t)shared;
    }
}

int keepers_read_file(int descriptor, int copy, int is_disk_fast, uint8_t digest[32], struct keepers_reading *found) {
    // A chunk of each stays in the processor's cache until it is compared and hashed.
    enum { chunk = 128 << 10, window = 4 << 20 };
    *found = (struct keepers_reading){.difference = -1};
    uint8_t *bytes = aligned_alloc(4096, 2 * chunk);
    if (!bytes) return ENOMEM;
    int64_t start = nanoseconds();
    int both[] = {descriptor, copy};
    for (int side = 0; side < 2; side++) {
        forget_pages(both[side]);
        if (both[side] >= 0) (void)posix_fadvise(both[side], 0, 0, POSIX_FADV_SEQUENTIAL);
    }
    struct sha256_ctx context;
    sha256_init(&context);
    int problem = 0;
    int64_t asked = 0;
    for (;;) {
        // A slow disk goes on while bytes are hashed, in long pieces where heads must move; a fast one does by itself, and asking costs.
        for (; !is_disk_fast && asked < found->bytes + window; asked += window / 2)
            for (int side = 0; side < 2; side++)
                if (both[side] >= 0) (void)posix_fadvise(both[side], asked, window / 2, POSIX_FADV_WILLNEED);
        int64_t before = nanoseconds();
        ssize_t got = read_chunk(descriptor, bytes, chunk, found->bytes);
        found->waited += nanoseconds() - before;
        if (got < 0) {
            problem = (int)-got;
            break;
        }
        if (copy >= 0 && found->difference < 0 && found->copy_problem == 0)
            compare_chunk(copy, bytes + chunk, bytes, got, chunk, found);
        sha256_update(&context, (size_t)got, bytes);
        found->bytes += got;
        if (got < chunk) break;
    }
    for (int side = 0; side < 2; side++) forget_pages(both[side]);
    free(bytes);
    finish(&context, digest);
    found->lasted = nanoseconds() - start;
    return problem;
}

int64_t keepers_sha256_file(int descriptor, uint8_t digest[32]) {
    struct keepers_reading found;
    int problem = keepers_read_file(descriptor, -1, 0, digest, &found);
    return problem ? -(int64_t)problem : found.bytes;
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
