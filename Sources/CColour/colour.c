#include "CColour.h"

#include <lcms2.h>
#include <stdlib.h>

struct keepers_colour {
    cmsHTRANSFORM transform;
};

/// Closes the source profile in every case.
static keepers_colour *convert_from(cmsHPROFILE source) {
    if (source == NULL) return NULL;
    keepers_colour *colour = NULL;
    cmsHPROFILE target = cmsCreate_sRGBProfile();
    if (target != NULL && cmsGetColorSpace(source) == cmsSigRgbData) {
        cmsHTRANSFORM transform =
            cmsCreateTransform(source, TYPE_RGB_8, target, TYPE_RGB_8, INTENT_RELATIVE_COLORIMETRIC, 0);
        if (transform != NULL) {
            colour = malloc(sizeof *colour);
            if (colour != NULL) colour->transform = transform;
            else cmsDeleteTransform(transform);
        }
    }
    if (target != NULL) cmsCloseProfile(target);
    cmsCloseProfile(source);
    return colour;
}

keepers_colour *keepers_colour_from_adobe_rgb(void) {
    // Adobe RGB (1998) Color Image Encoding, version 2005-05: D65, these primaries, gamma 2 51/256.
    const cmsCIExyY white = {0.3127, 0.3290, 1};
    const cmsCIExyYTRIPLE primaries = {{0.64, 0.33, 1}, {0.21, 0.71, 1}, {0.15, 0.06, 1}};
    cmsToneCurve *gamma = cmsBuildGamma(NULL, 2.19921875);
    if (gamma == NULL) return NULL;
    cmsToneCurve *curves[3] = {gamma, gamma, gamma};
    cmsHPROFILE source = cmsCreateRGBProfile(&white, &primaries, curves);
    cmsFreeToneCurve(gamma);
    return convert_from(source);
}

/// Whether a grid of 125 colours stays within one step of 255.
static int changes_nothing(const keepers_colour *colour) {
    for (int i = 0; i < 125; i++) {
        uint8_t before[3] = {(uint8_t)(i % 5 * 63), (uint8_t)(i / 5 % 5 * 63), (uint8_t)(i / 25 * 63)}, after[3];
        cmsDoTransform(colour->transform, before, after, 1);
        for (int c = 0; c < 3; c++) {
            if (abs(before[c] - after[c]) > 1) return 0;
        }
    }
    return 1;
}

keepers_colour *keepers_colour_from_icc(const uint8_t *profile, size_t size, int *usable) {
    *usable = 0;
    if (size < 128 || size > (16u << 20)) return NULL;
    keepers_colour *colour = convert_from(cmsOpenProfileFromMem(profile, (cmsUInt32Number)size));
    *usable = colour != NULL;
    if (colour != NULL && changes_nothing(colour)) {
        keepers_colour_free(colour);
        return NULL;
    }
    return colour;
}

void keepers_colour_convert(const keepers_colour *colour, uint8_t *pixels, size_t count) {
    cmsDoTransform(colour->transform, pixels, pixels, (cmsUInt32Number)count);
}

void keepers_colour_free(keepers_colour *colour) {
    if (colour == NULL) return;
    cmsDeleteTransform(colour->transform);
    free(colour);
}
