#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#include "CCurses.h"
#include <curses.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

struct kc_screen {
    SCREEN *screen;
    FILE *output;
    FILE *input;
};

static int is_open;

// ncurses installs handlers of its own where it finds none; the program has its own.
static const int guarded[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
enum { guarded_count = sizeof guarded / sizeof *guarded };

static SCREEN *open_entry(const char *entry, const char *name, FILE *output, FILE *input) {
    struct sigaction kept[guarded_count];
    for (int i = 0; i < guarded_count; i++) sigaction(guarded[i], NULL, &kept[i]);
    const char *old = getenv("TERMINFO");
    char *saved = old ? strdup(old) : NULL;
    size_t length = strlen(entry);
    char *inline_entry = malloc(length + 5);
    SCREEN *screen = NULL;
    if (inline_entry) {
        memcpy(inline_entry, "b64:", 4);
        memcpy(inline_entry + 4, entry, length + 1);
        setenv("TERMINFO", inline_entry, 1);
        use_env(FALSE);
        screen = newterm(name, output, input);
        free(inline_entry);
    }
    if (saved) setenv("TERMINFO", saved, 1);
    else unsetenv("TERMINFO");
    free(saved);
    for (int i = 0; i < guarded_count; i++) sigaction(guarded[i], &kept[i], NULL);
    return screen;
}

static void prepare(int rows, int columns) {
    typeahead(-1);  // never look at a keyboard: this screen has none
    nonl();
    raw();
    noecho();
    start_color();
    use_default_colors();
    resize_term(rows, columns);
    scrollok(stdscr, FALSE);
    idlok(stdscr, FALSE);
    idcok(stdscr, FALSE);
    leaveok(stdscr, TRUE);
}

kc_screen *kc_open(const char *entry, const char *name, int rows, int columns) {
    kc_screen *self = is_open ? NULL : calloc(1, sizeof *self);
    if (!self) return NULL;
    is_open = 1;
    int descriptor = memfd_create("keepers-chrome", MFD_CLOEXEC);
    self->output = descriptor >= 0 ? fdopen(descriptor, "w+") : NULL;
    if (!self->output && descriptor >= 0) close(descriptor);
    self->input = fopen("/dev/null", "re");
    if (!self->output || !self->input) {
        kc_close(self);
        return NULL;
    }
    if (MB_CUR_MAX == 1) setlocale(LC_CTYPE, "C.UTF-8");  // ncurses writes wide characters in the locale's encoding
    self->screen = open_entry(entry, name, self->output, self->input);
    if (!self->screen) {
        kc_close(self);
        return NULL;
    }
    prepare(rows, columns);
    return self;
}

void kc_close(kc_screen *self) {
    if (!self) return;
    if (self->screen) delscreen(self->screen);
    if (self->output) fclose(self->output);
    if (self->input) fclose(self->input);
    free(self);
    is_open = 0;
}

int kc_resize(kc_screen *self, int rows, int columns) {
    (void)self;
    int ok = resize_term(rows, columns) == OK;
    clearok(curscr, TRUE);
    return ok;
}

int kc_pair(kc_screen *self, int pair, int foreground, int background) {
    (void)self;
    return init_extended_pair(pair, foreground, background) == OK;
}

static attr_t bits(uint32_t attributes) {
    attr_t out = A_NORMAL;
    if (attributes & KC_BOLD) out |= A_BOLD;
    if (attributes & KC_UNDERLINE) out |= A_UNDERLINE;
    if (attributes & KC_REVERSE) out |= A_REVERSE;
    if (attributes & KC_DIM) out |= A_DIM;
    return out;
}

void kc_put(kc_screen *self, int y, int x, const kc_cell *cells, int count) {
    (void)self;
    enum { batch = 256 };
    cchar_t line[batch];
    int filled = 0, column = x;
    for (int i = 0; i < count; i++) {
        wchar_t text[5] = {0};
        for (int j = 0; j < 4 && cells[i].text[j]; j++) text[j] = (wchar_t)cells[i].text[j];
        int pair = cells[i].pair;
        if (setcchar(&line[filled], text, bits(cells[i].attributes), 0, &pair) != OK) {
            int blank = 0;
            setcchar(&line[filled], L"?", A_NORMAL, 0, &blank);
            text[0] = L'?';
        }
        int width = wcwidth(text[0]);
        filled++;
        if (filled == batch || i == count - 1) {
            mvwadd_wchnstr(stdscr, y, x, line, filled);
            filled = 0;
            x = column + (width > 1 ? width : 1);
        }
        column += width > 1 ? width : 1;
    }
}

void kc_cursor(kc_screen *self, int y, int x) {
    (void)self;
    leaveok(stdscr, y < 0);
    if (y >= 0) wmove(stdscr, y, x);
}

void kc_redraw(kc_screen *self) {
    (void)self;
    clearok(curscr, TRUE);
}

long kc_update(kc_screen *self) {
    wnoutrefresh(stdscr);
    int ok = doupdate() == OK;
    fflush(self->output);
    struct stat info;
    if (!ok || fstat(fileno(self->output), &info) != 0) return -1;
    return (long)info.st_size;
}

long kc_take(kc_screen *self, uint8_t *bytes, long capacity) {
    int descriptor = fileno(self->output);
    long total = 0;
    while (total < capacity) {
        ssize_t got = pread(descriptor, bytes + total, (size_t)(capacity - total), total);
        if (got <= 0) break;
        total += got;
    }
    if (ftruncate(descriptor, 0) == 0) lseek(descriptor, 0, SEEK_SET);
    return total;
}

int kc_width(uint32_t scalar) {
    return wcwidth((wchar_t)scalar);
}
