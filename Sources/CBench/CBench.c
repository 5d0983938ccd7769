#define _GNU_SOURCE
#include "CBench.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>
#include <time.h>
#include <turbojpeg.h>
#include <unistd.h>

int keepers_bare_decode(const uint8_t *jpeg, size_t size, int eighths, uint8_t *buffer, size_t bufferSize, int *width,
                        int *height) {
    static tjhandle handle;
    if (handle == NULL) handle = tjInitDecompress();
    int sampling, colours;
    if (tjDecompressHeader3(handle, jpeg, size, width, height, &sampling, &colours) < 0) return -1;
    tjscalingfactor factor = {eighths, 8};
    *width = TJSCALED(*width, factor);
    *height = TJSCALED(*height, factor);
    if ((size_t)*width * (size_t)*height * 3 > bufferSize) return -1;
    return tjDecompress2(handle, jpeg, size, buffer, *width, 0, *height, TJPF_RGB, 0);
}

static ssize_t read_range(int file, uint8_t *buffer, size_t size, off_t at) {
    size_t done = 0;
    while (done < size) {
        ssize_t count = pread(file, buffer + done, size - done, at + (off_t)done);
        if (count <= 0) break;
        done += (size_t)count;
    }
    return (ssize_t)done;
}

ssize_t keepers_bare_read(const char *path, size_t headerSize, off_t previewAt, size_t previewSize, uint8_t *buffer) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    ssize_t total = read_range(file, buffer, headerSize, 0) + read_range(file, buffer, previewSize, previewAt);
    close(file);
    return total;
}

int keepers_is_on_disk(const char *folder) {
    struct statfs facts;
    if (statfs(folder, &facts) != 0) return -1;
    return facts.f_type != TMPFS_MAGIC && facts.f_type != RAMFS_MAGIC;
}

uint64_t keepers_cpu_of(pid_t process) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

int keepers_open_terminal(int columns, int rows, char *name, size_t nameSize) {
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (master < 0) return -1;
    struct winsize size = {(unsigned short)rows, (unsigned short)columns, (unsigned short)(columns * 10),
                           (unsigned short)(rows * 20)};
    if (grantpt(master) == 0 && unlockpt(master) == 0 && ptsname_r(master, name, nameSize) == 0 &&
        ioctl(master, TIOCSWINSZ, &size) == 0) {
        return master;
    }
    close(master);
    return -1;
}

int keepers_resize_terminal(int master, int columns, int rows) {
    struct winsize size = {(unsigned short)rows, (unsigned short)columns, (unsigned short)(columns * 10),
                           (unsigned short)(rows * 20)};
    return ioctl(master, TIOCSWINSZ, &size);
}

pid_t keepers_start(const char *name, const char *const *arguments, const char *const *environment) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    // In its own session the terminal that is opened first becomes the controlling one.
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    posix_spawn_file_actions_addopen(&actions, 0, name ? name : "/dev/null", O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&actions, 0, 1);
    if (name) posix_spawn_file_actions_adddup2(&actions, 0, 2);
    pid_t process = -1;
    int failure = posix_spawn(&process, arguments[0], &actions, &attributes, (char *const *)arguments,
                              (char *const *)environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failure == 0 ? process : -1;
}
