// Colour management through Little CMS: the few functions that Swift may call.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// A conversion from one RGB space to sRGB; not for two threads at once.
typedef struct keepers_colour keepers_colour;

/// The conversion from Adobe RGB (1998), because a camera set to it only leaves a flag, not a profile; NULL when memory is out.
keepers_colour *_Nullable keepers_colour_from_adobe_rgb(void);

/// The conversion from an embedded ICC profile; NULL when there is nothing to do. `usable` is 0 when the profile is broken or not for RGB,
/// 1 when it was understood (NULL then means: so close to sRGB that nothing would change).
keepers_colour *_Nullable keepers_colour_from_icc(const uint8_t *_Nonnull profile, size_t size, int *_Nonnull usable);

/// Converts packed 8-bit RGB pixels in place, relative colorimetric.
void keepers_colour_convert(const keepers_colour *_Nonnull colour, uint8_t *_Nonnull pixels, size_t count);

void keepers_colour_free(keepers_colour *_Nullable colour);
