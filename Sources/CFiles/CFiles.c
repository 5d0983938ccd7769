#define _GNU_SOURCE
#include "CFiles.h"

#include <errno.h>
#include <stdio.h>

int keepers_rename_exclusively(int from_folder, const char *from, int to_folder, const char *to) {
    return renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE) == 0 ? 0 : errno;
}
