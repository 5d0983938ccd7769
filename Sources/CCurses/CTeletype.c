#define _GNU_SOURCE
#include "CTeletype.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static const int told[] = {SIGWINCH, SIGTSTP, SIGCONT};
enum { told_count = sizeof told / sizeof *told };
static struct sigaction told_before[told_count];
static atomic_int told_pipe = -1;
static int told_active;

static void tell(int number) {
    int kept = errno;
    int descriptor = atomic_load(&told_pipe);
    uint8_t byte = (uint8_t)number;
    if (descriptor >= 0 && write(descriptor, &byte, 1) < 0) { /* a full pipe already wakes the loop */ }
    errno = kept;
}

void kt_signals_on(int pipe_end) {
    atomic_store(&told_pipe, pipe_end);
    if (told_active) return;
    told_active = 1;
    struct sigaction action = {.sa_handler = tell, .sa_flags = SA_RESTART | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < told_count; i++) sigaction(told[i], &action, &told_before[i]);
}

void kt_signals_off(void) {
    if (told_active)
        for (int i = 0; i < told_count; i++) sigaction(told[i], &told_before[i], NULL);
    told_active = 0;
    atomic_store(&told_pipe, -1);
}

static const int deadly[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGTERM, SIGHUP, SIGINT, SIGQUIT};
enum { deadly_count = sizeof deadly / sizeof *deadly, farewell_capacity = 1024 };
static struct sigaction deadly_before[deadly_count];
static int deadly_active;

struct farewell {
    int terminal;
    struct termios modes;
    size_t count;
    uint8_t bytes[farewell_capacity];
};
// Two copies: the handler always finds a whole one.
static struct farewell farewells[2];
static _Atomic(struct farewell *) farewell;

// Only functions that POSIX allows in a signal handler.
static void say_farewell(const struct farewell *last) {
    tcflush(last->terminal, TCOFLUSH);  // a half-sent picture must not be finished first
    size_t done = 0;
    for (int tries = 0; done < last->count && tries < 5;) {
        ssize_t count = write(last->terminal, last->bytes + done, last->count - done);
        if (count > 0) {
            done += (size_t)count;
            continue;
        }
        if (errno != EAGAIN && errno != EINTR) break;
        struct pollfd wait = {.fd = last->terminal, .events = POLLOUT};
        poll(&wait, 1, 100);
        tries++;
    }
    tcflush(last->terminal, TCIFLUSH);  // answers still on their way must not land on the shell's line
    tcsetattr(last->terminal, TCSANOW, &last->modes);
}

static void die(int number) {
    struct farewell *last = atomic_exchange(&farewell, NULL);
    if (last) say_farewell(last);
    for (int i = 0; i < deadly_count; i++)
        if (deadly[i] == number) sigaction(number, &deadly_before[i], NULL);
    raise(number);
}

void kt_signal_stack(void) {
    stack_t now;
    if (sigaltstack(NULL, &now) == 0 && !(now.ss_flags & SS_DISABLE)) return;
    size_t size = 64 * 1024;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    stack_t stack = {.ss_sp = memory, .ss_size = size};
    if (sigaltstack(&stack, NULL) != 0) munmap(memory, size);
}

void kt_emergency_on(int terminal, const struct termios *modes, const uint8_t *bytes, size_t count) {
    if (count > farewell_capacity) return;
    struct farewell *next = atomic_load(&farewell) == &farewells[0] ? &farewells[1] : &farewells[0];
    next->terminal = terminal;
    next->modes = *modes;
    next->count = count;
    memcpy(next->bytes, bytes, count);
    atomic_store(&farewell, next);
    if (deadly_active) return;
    deadly_active = 1;
    kt_signal_stack();
    struct sigaction action = {.sa_handler = die, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < deadly_count; i++) {
        sigaction(deadly[i], NULL, &deadly_before[i]);
        if (deadly_before[i].sa_handler != SIG_IGN) sigaction(deadly[i], &action, NULL);
    }
}

void kt_emergency_off(void) {
    if (deadly_active)
        for (int i = 0; i < deadly_count; i++) sigaction(deadly[i], &deadly_before[i], NULL);
    deadly_active = 0;
    atomic_store(&farewell, NULL);
}

int kt_pipe(int ends[2]) { return pipe2(ends, O_NONBLOCK | O_CLOEXEC) == 0; }

int kt_size(int terminal, int *rows, int *columns, int *pixel_width, int *pixel_height) {
    struct winsize size = {0};
    int known = ioctl(terminal, TIOCGWINSZ, &size) == 0;
    *rows = size.ws_row;
    *columns = size.ws_col;
    *pixel_width = size.ws_xpixel;
    *pixel_height = size.ws_ypixel;
    return known;
}

int kt_raw(int terminal, struct termios *before) {
    if (tcgetattr(terminal, before) != 0) return 0;
    struct termios raw = *before;
    cfmakeraw(&raw);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    return tcsetattr(terminal, TCSANOW, &raw) == 0;
}

void kt_stop(void) {
    if (kill(0, SIGSTOP) != 0) raise(SIGSTOP);
}

