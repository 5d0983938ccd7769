// The few functions of ncurses, and of signals and ttys, that Swift may call.
#pragma once
#include "CTeletype.h"
#include <stddef.h>
#include <stdint.h>

// ncurses is used as a screen differ only: it draws into a memory file, never to a terminal.
// One screen at a time: ncurses 6.4 resizes and deletes the windows of all screens together. One thread: it has globals.
typedef struct kc_screen kc_screen;

// One character with its marks; text[0] == 0 ends it. Bits of `attributes`: see below. `pair` 0 = the terminal's own colours.
typedef struct {
    uint32_t text[4];
    uint32_t attributes;
    int32_t pair;
} kc_cell;

enum { KC_BOLD = 1, KC_UNDERLINE = 2, KC_REVERSE = 4, KC_DIM = 8 };

// Opens a screen of the terminfo entry `name`, whose compiled bytes are given in base64; NULL when ncurses refuses,
// or while another is open. Also sets LC_CTYPE to UTF-8 where it is a single-byte one.
kc_screen *kc_open(const char *entry, const char *name, int rows, int columns);

// Frees the screen; nothing is written.
void kc_close(kc_screen *screen);

// Another size: the next update repaints everything.
int kc_resize(kc_screen *screen, int rows, int columns);

// Gives pair `pair` its two colours (0xRRGGBB or a palette index, as the entry has it); 0 = ncurses refuses.
int kc_pair(kc_screen *screen, int pair, int foreground, int background);

// Writes characters from (`x`, `y`) to the right; right halves of wide characters are not passed.
void kc_put(kc_screen *screen, int y, int x, const kc_cell *cells, int count);

// Where the cursor rests after an update; y < 0: anywhere.
void kc_cursor(kc_screen *screen, int y, int x);

// The next update clears and repaints everything.
void kc_redraw(kc_screen *screen);

// Computes the difference; returns how many bytes kc_take will give, or -1.
long kc_update(kc_screen *screen);

// Copies the bytes of the last update and forgets them; returns how many.
long kc_take(kc_screen *screen, uint8_t *bytes, long capacity);

// Columns that ncurses gives a character: -1, 0, 1 or 2 (the scene's idea must match, or rows would shift).
int kc_width(uint32_t scalar);
