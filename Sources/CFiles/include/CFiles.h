// The few system calls on files that Swift's Glibc does not show.
#pragma once

// Renames without ever replacing (RENAME_NOREPLACE): a sidecar that appears at the last moment wins. Returns 0 or the error number.
int keepers_rename_exclusively(int from_folder, const char *from, int to_folder, const char *to);

// The same where the file system cannot promise it (FAT, some network file systems): there a last look, then a plain rename, which Landlock
// refuses over a file that is there. Returns 0 or the error number.
int keepers_move_exclusively(int from_folder, const char *from, int to_folder, const char *to);
