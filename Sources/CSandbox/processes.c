#define _GNU_SOURCE
#include "CSandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

pid_t ks_fork(void) {
    pid_t child = fork();
    return child < 0 ? -errno : child;
}

int ks_die_with(pid_t parent) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0) return -errno;
    // The parent may have died before the request.
    return getppid() == parent ? 0 : -ESRCH;
}

static void limit(int resource, uint64_t value) {
    struct rlimit64 both = {value, value};
    setrlimit64(resource, &both);
}

// In the child, between fork and exec: plain system calls only.
static void become(const struct ks_order *start, pid_t parent) {
    if (ks_die_with(parent) < 0) _exit(127);
    setsid();
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    // Both may lie where the other must go: park them above first.
    int socket = fcntl(start->socket, F_DUPFD, 16), memory = fcntl(start->memory, F_DUPFD, 16);
    if (socket < 0 || memory < 0) _exit(127);
    if (dup2(socket, ks_worker_socket) < 0 || dup2(memory, ks_worker_memory) < 0) _exit(127);
    if (syscall(SYS_close_range, ks_worker_memory + 1, ~0u, 0) < 0) _exit(127);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NOFILE, 128);
    if (start->address_space) limit(RLIMIT_AS, start->address_space);
    if (!start->writes_files) limit(RLIMIT_FSIZE, 0);
    char *arguments[] = {"keepers", (char *)start->verb, NULL};
    // The Swift backtracer would start a process and wait for it.
    char *environment[] = {"SWIFT_BACKTRACE=enable=no", NULL};
    execve(start->executable, arguments, environment);
    _exit(127);
}

pid_t ks_start(const struct ks_order *start) {
    pid_t parent = getpid();
    pid_t child = fork();
    if (child < 0) return -errno;
    if (child == 0) become(start, parent);
    return child;
}

pid_t ks_reap(int *signal, int *code, int64_t *peak_bytes) {
    int status = 0;
    struct rusage usage;
    pid_t child = wait4(-1, &status, WNOHANG, &usage);
    if (child < 0) return errno == ECHILD ? 0 : -errno;
    if (child == 0) return 0;
    *signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    *code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    *peak_bytes = (int64_t)usage.ru_maxrss * 1024;
    return child;
}

int ks_child_signals(void) {
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    if (sigprocmask(SIG_BLOCK, &child, NULL) < 0) return -errno;
    int descriptor = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

void ks_drain_signals(int descriptor) {
    struct signalfd_siginfo batch[8];
    while (read(descriptor, batch, sizeof batch) > 0) {}
}

int ks_undumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 ? -errno : 0; }

void ks_name(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

void ks_keep_memory(void) {
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
    mallopt(M_ARENA_MAX, 1);
}

void *ks_reserve(size_t size) {
    size_t whole = 2 * size;
    char *wide = mmap(NULL, 2 * whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (wide == MAP_FAILED) return NULL;
    char *aligned = (char *)(((uintptr_t)wide + whole - 1) & ~(uintptr_t)(whole - 1));
    if (aligned > wide) munmap(wide, (size_t)(aligned - wide));
    munmap(aligned + whole, whole - (size_t)(aligned - wide));
    return aligned;
}

const char *ks_errno_name(int number) { return strerrorname_np(number); }

const char *ks_signal_name(int number) { return sigabbrev_np(number); }

int ks_open_place(const char *path) {
    int descriptor = open(path, O_PATH | O_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}
