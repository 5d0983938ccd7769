// A palette laid out for searching: shared by the two halves of colour reduction, not seen by Swift.
#pragma once
#include <stdint.h>

#if defined(__x86_64__)
#define KEEPERS_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define KEEPERS_WIDE
#endif

typedef float keepers_floats __attribute__((vector_size(32)));
typedef uint32_t keepers_words __attribute__((vector_size(32)));

/// Each channel as a row of floats, padded with far-off colours to whole vectors of eight.
typedef struct { float channel[3][256] __attribute__((aligned(32))); int padded; } keepers_swatches;

static inline void keepers_swatches_pad(keepers_swatches *s, int count) {
    s->padded = (count + 7) & ~7;
    for (int i = count; i < s->padded; i++) for (int c = 0; c < 3; c++) s->channel[c][i] = 1e4f;
}

/// The index of the nearest colour. The squared distance is a positive float, so its bits sort like an integer; the low eight
/// carry the index through the minimum (a tie within 1/32768 goes to the lower index).
static inline __attribute__((always_inline)) int keepers_nearest(const keepers_swatches *s, float r, float g, float b) {
    keepers_words best, index = {0, 1, 2, 3, 4, 5, 6, 7};
    for (int k = 0; k < 8; k++) best[k] = 0xFFFFFFFF;
    for (int i = 0; i < s->padded; i += 8) {
        keepers_floats x = *(const keepers_floats *)&s->channel[0][i] - r, y = *(const keepers_floats *)&s->channel[1][i] - g,
                       z = *(const keepers_floats *)&s->channel[2][i] - b;
        keepers_words key = ((keepers_words)(x * x + y * y + z * z) & ~(uint32_t)255) | index;
        best = __builtin_elementwise_min(key, best);
        index += 8;
    }
    uint32_t least = best[0];
    for (int k = 1; k < 8; k++) if (best[k] < least) least = best[k];
    return (int)(least & 255);
}
