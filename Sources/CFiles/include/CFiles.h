// The few system calls on files that Swift's Glibc does not show.
#pragma once

// Renames without ever replacing (RENAME_NOREPLACE): a file that appears at the last moment wins. Where the file system cannot promise it
// (FAT, some network file systems): a last look, then a plain rename, which Landlock refuses over a file that is there. Returns 0 or the
// error number.
int keepers_move_exclusively(int from_folder, const char *from, int to_folder, const char *to);
