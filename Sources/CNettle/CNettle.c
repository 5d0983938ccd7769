#include "CNettle.h"

#include <nettle/sha2.h>
#include <nettle/version.h>

void keepers_sha256(const uint8_t *bytes, size_t length, uint8_t digest[32]) {
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, length, bytes);
#if NETTLE_VERSION_MAJOR >= 4
    sha256_digest(&context, digest);
#else
    sha256_digest(&context, 32, digest);
#endif
}
