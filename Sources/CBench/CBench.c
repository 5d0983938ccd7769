#define _GNU_SOURCE
#include "CBench.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
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

int keepers_open_terminal(int columns, int rows, int cellWidth, int cellHeight, char *name, size_t nameSize) {
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (master < 0) return -1;
    struct winsize size = {(unsigned short)rows, (unsigned short)columns, (unsigned short)(columns * cellWidth),
                           (unsigned short)(rows * cellHeight)};
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

static struct sockaddr_in loopback(uint16_t port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

int keepers_listen_local(uint16_t *port) {
    struct sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (listener < 0) return -1;
    if (bind(listener, (struct sockaddr *)&address, size) == 0 && listen(listener, 8) == 0 &&
        getsockname(listener, (struct sockaddr *)&address, &size) == 0) {
        *port = ntohs(address.sin_port);
        return listener;
    }
    close(listener);
    return -1;
}

static int prepared(int connection) {
    int yes = 1;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    fcntl(connection, F_SETFL, fcntl(connection, F_GETFL) | O_NONBLOCK);
    return connection;
}

int keepers_accept_local(int listener) {
    int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    return connection < 0 ? -1 : prepared(connection);
}

int keepers_connect_local(uint16_t port) {
    struct sockaddr_in address = loopback(port);
    int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0) return -1;
    if (connect(connection, (struct sockaddr *)&address, sizeof address) == 0) return prepared(connection);
    close(connection);
    return -1;
}

int keepers_poll(struct pollfd *watched, unsigned count, double milliseconds) {
    struct timespec time = {(time_t)(milliseconds / 1000), 0};
    time.tv_nsec = (long)((milliseconds - (double)time.tv_sec * 1000) * 1e6);
    return ppoll(watched, count, milliseconds < 0 ? NULL : &time, NULL);
}

int keepers_urgent(void) {
    struct sched_param order = {.sched_priority = 10};
    return sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &order) == 0;
}
