// The sixel data of one rectangle of an indexed picture.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Writes one whole DCS sixel picture (P2=1: unset pixels stay untouched; its own registers are defined where used) for the
/// rectangle `x`, `y`, `width`, `height` of `indices` (`stride` bytes a row). Returns the bytes written, or 0 if it does not fit
/// in `capacity`.
size_t keepers_sixel_tile(
    const uint8_t *indices, size_t stride, size_t x, size_t y, size_t width, size_t height, const uint8_t *palette, int count,
    uint8_t *out, size_t capacity);
