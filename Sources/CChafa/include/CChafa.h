// The few functions of libchafa that Swift may call.
#pragma once
#include <stdint.h>

/// One character cell of a picture drawn in text: a code point and two packed 0xRRGGBB colours.
typedef struct {
    uint32_t character, foreground, background;
} keepers_symbol;

/// Draws `rgba` (8 bits a channel, rows packed, opaque) over `columns` x `rows` cells into `out`, because chafa's canvas is a
/// chain of a dozen reference-counted calls. `truecolour` 0: only the 240 fixed xterm colours. `ascii` 1: printable ASCII only.
/// One thread, so that the same picture gives the same cells. Returns 0, or -1 when chafa makes no canvas.
int keepers_chafa_symbols(
    const uint8_t *_Nonnull rgba, int width, int height, int columns, int rows, int truecolour, int ascii,
    keepers_symbol *_Nonnull out);
