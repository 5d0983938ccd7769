#define _GNU_SOURCE
#include "CFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int keepers_move_exclusively(int from_folder, const char *from, int to_folder, const char *to) {
    if (renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE) == 0) return 0;
    int failure = errno;
    if (failure != EINVAL && failure != ENOSYS) return failure;
    if (faccessat(to_folder, to, F_OK, AT_SYMLINK_NOFOLLOW) == 0) return EEXIST;
    return renameat2(from_folder, from, to_folder, to, 0) == 0 ? 0 : errno;
}
