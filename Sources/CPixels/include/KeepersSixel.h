// The sixel data of one rectangle of an indexed picture.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Writes one whole DCS sixel picture for the rectangle `x`, `y`, `width`, `height` of `indices` (`stride` bytes a row, each below
/// the count of `palette`): it first defines the registers that it needs, and leaves pixels outside the rectangle alone (P2=1).
/// Returns the bytes written, or 0 if `capacity` is too small or memory ran out.
size_t keepers_sixel_tile(
    const uint8_t *indices, size_t stride, size_t x, size_t y, size_t width, size_t height, const uint8_t *palette, uint8_t *out,
    size_t capacity);
