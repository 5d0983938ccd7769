// What the bench compares with: the bare calls that no program could do without, and what it takes to play a terminal.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Bare scaled decoding by TurboJPEG, because that is the floor under every thumbnail. `buffer` must hold the scaled picture.
/// `eighths` scales by `eighths` / 8; returns 0, or -1 when the picture does not decode. The handle is kept from call to call.
int keepers_bare_decode(const uint8_t *_Nonnull jpeg, size_t size, int eighths, uint8_t *_Nonnull buffer, size_t bufferSize,
                        int *_Nonnull width, int *_Nonnull height);

/// Opens a file and reads two ranges of it into the same memory, because no walker could read less; the bytes read, or -1.
ssize_t keepers_bare_read(const char *_Nonnull path, size_t headerSize, off_t previewAt, size_t previewSize,
                          uint8_t *_Nonnull buffer);

/// Whether a folder lies on a disk (1) or in memory (0), where a durable write costs nothing; -1 when it cannot be told.
int keepers_is_on_disk(const char *_Nonnull folder);

/// CPU nanoseconds of another process, because a program's helpers count as its own; 0 when it is gone.
uint64_t keepers_cpu_of(pid_t process);

/// Opens a terminal of columns x rows cells of 10 x 20 pixels; returns its master, the name of its other end in `name`, or -1.
int keepers_open_terminal(int columns, int rows, char *_Nonnull name, size_t nameSize);

/// Gives the terminal another size, as a window that is pulled: the program on it is told by a signal. 0, or -1.
int keepers_resize_terminal(int master, int columns, int rows);

/// Starts `arguments` on the terminal `name` in a session of its own, because a program reads its keys from /dev/tty.
/// `name` NULL: standard output goes to /dev/null. Returns the process, or -1.
pid_t keepers_start(const char *_Nullable name, const char *_Nonnull const *_Nonnull arguments,
                    const char *_Nonnull const *_Nonnull environment);
