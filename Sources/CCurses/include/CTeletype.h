// Signals and the emergency exit: what must be plain C because it runs inside a signal handler.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

// Catches SIGWINCH, SIGTSTP and SIGCONT: each is written as one byte (its number) into `pipe_end`. Earlier handlers are kept aside.
void kt_signals_on(int pipe_end);

// Puts the earlier handlers back.
void kt_signals_off(void);

// From now on a deadly signal (crash, TERM, HUP, INT, QUIT, ABRT) writes `bytes` to `terminal`, restores `modes`, and then does
// what it would have done. The bytes are copied; call again to change them. Gives the calling thread a stack for the handler.
void kt_emergency_on(int terminal, const struct termios *modes, const uint8_t *bytes, size_t count);

// The deadly signals do again what they did before.
void kt_emergency_off(void);

// A stack of its own for signal handlers of the calling thread, so that a stack overflow can be handled; once a thread.
void kt_signal_stack(void);

// A pipe that neither blocks nor outlives exec; 1 = made.
int kt_pipe(int ends[2]);

// The terminal's size; all zero where it has none. 1 = known.
int kt_size(int terminal, int *rows, int *columns, int *pixel_width, int *pixel_height);

// Raw keys from now on: no echo, no line editing, no signals from keys; typed-ahead keys stay. 1 = done.
int kt_raw(int terminal, struct termios *before);

// Stops the whole process group as Ctrl-Z would; returns when it goes on.
void kt_stop(void);

