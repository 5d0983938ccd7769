// The letters of contact sheets, drawn beforehand: no font has to be installed, and a sheet looks the same on every machine.
#pragma once

// From the top of a line to the foot of its letters, and to the next line, in dots.
extern const int keepers_letters_ascent;
extern const int keepers_letters_height;
// "65 21 7 0 ..37.. .3FF3.": code point, advance, first row, first column, then rows of dots from . to F.
extern const char *const keepers_letters[];
extern const int keepers_letters_count;

// The letter with that number, 0 to keepers_letters_count - 1.
static inline const char *keepers_letter(int number) { return keepers_letters[number]; }
