#include "KeepersSixel.h"

#include <stdlib.h>
#include <string.h>

// Where bytes go; `end` leaves room for the longest single step, so that one check a step is enough.
typedef struct { uint8_t *at, *end; int full; } Sink;
enum { STEP = 32 };

static inline void number(Sink *s, unsigned v) {
    uint8_t digits[10];
    int n = 0;
    do digits[n++] = (uint8_t)('0' + v % 10); while (v /= 10);
    while (n) *s->at++ = digits[--n];
}

static inline void text(Sink *s, const char *t) { while (*t) *s->at++ = (uint8_t)*t++; }

static inline int room(Sink *s) {
    if (s->at + STEP <= s->end) return 1;
    s->full = 1;
    return 0;
}

static inline void repeat(Sink *s, unsigned n, uint8_t sixel) {
    if (n > 3) {
        *s->at++ = '!';
        number(s, n);
        *s->at++ = sixel;
    } else {
        while (n--) *s->at++ = sixel;
    }
}

// A column in which a colour sets some of the six rows; `next` chains the columns of one colour from left to right.
typedef struct { uint32_t column, next; uint8_t bits; } Stroke;
typedef struct { uint32_t first, last; } Chain;
static const uint32_t NONE = 0xFFFFFFFF;

typedef struct {
    Stroke *strokes;
    Chain chains[256];
    uint8_t used[256];  // colours of the line at hand
    int usedCount;
} Line;

static void gather(Line *line, const uint8_t *top, size_t stride, size_t width, size_t rows) {
    uint32_t n = 0;
    line->usedCount = 0;
    for (size_t x = 0; x < width; x++) {
        for (size_t row = 0; row < rows; row++) {
            uint8_t colour = top[row * stride + x];
            Chain *chain = &line->chains[colour];
            if (chain->first == NONE) {
                chain->first = chain->last = n;
                line->used[line->usedCount++] = colour;
            } else if (line->strokes[chain->last].column == x) {
                line->strokes[chain->last].bits |= (uint8_t)(1u << row);
                continue;
            } else {
                line->strokes[chain->last].next = n;
                chain->last = n;
            }
            line->strokes[n++] = (Stroke){(uint32_t)x, NONE, (uint8_t)(1u << row)};
        }
    }
}

// Writes one colour's columns from `pen` on; returns where the pen stands.
static uint32_t draw(Sink *s, const Line *line, uint8_t colour, uint32_t pen) {
    uint32_t at = line->chains[colour].first;
    while (at != NONE) {
        const Stroke *stroke = &line->strokes[at];
        if (!room(s)) return pen;
        if (stroke->column > pen) repeat(s, stroke->column - pen, '?');
        uint32_t run = 1, next = stroke->next;
        while (next != NONE && line->strokes[next].column == stroke->column + run && line->strokes[next].bits == stroke->bits) {
            run++;
            next = line->strokes[next].next;
        }
        repeat(s, run, (uint8_t)('?' + stroke->bits));
        pen = stroke->column + run;
        at = next;
    }
    return pen;
}

static void choose(Sink *s, uint8_t colour) {
    *s->at++ = '#';
    number(s, colour);
}

// Defines the registers of the colours that the rectangle holds, all before the first is drawn: xterm does not choose the register
// that it defines, others do.
static void define(Sink *s, const uint8_t *top, size_t stride, size_t width, size_t height, const uint8_t *palette) {
    uint8_t used[256] = {0};
    for (size_t y = 0; y < height; y++) for (size_t x = 0; x < width; x++) used[top[y * stride + x]] = 1;
    for (int i = 0; i < 256; i++) {
        if (!used[i]) continue;
        if (!room(s)) return;
        choose(s, (uint8_t)i);
        text(s, ";2");
        for (int c = 0; c < 3; c++) {
            *s->at++ = ';';
            number(s, (palette[i * 3 + c] * 100u + 127u) / 255u);
        }
    }
}

// Colours whose columns do not overlap share one pass: fewer `$`, no leading gaps.
static void emit(Sink *s, Line *line) {
    uint32_t pen = 0;
    int left = line->usedCount;
    while (left) {
        int kept = 0, drawn = 0;
        for (int i = 0; i < left; i++) {
            uint8_t colour = line->used[i];
            if (line->strokes[line->chains[colour].first].column < pen) { line->used[kept++] = colour; continue; }
            if (!room(s)) return;
            choose(s, colour);
            pen = draw(s, line, colour, pen);
            line->chains[colour] = (Chain){NONE, NONE};
            drawn++;
        }
        left = kept;
        if (left && drawn) { *s->at++ = '$'; pen = 0; }
        if (s->full) return;
    }
}

size_t keepers_sixel_tile(
    const uint8_t *indices, size_t stride, size_t x, size_t y, size_t width, size_t height, const uint8_t *palette,
    uint8_t *out, size_t capacity) {
    if (!width || !height || capacity < 2 * STEP) return 0;
    Line line = {.strokes = malloc(width * 6 * sizeof(Stroke))};
    if (!line.strokes) return 0;
    memset(line.chains, 255, sizeof line.chains);
    Sink s = {out, out + capacity, 0};
    text(&s, "\033P0;1q\"1;1;");
    number(&s, (unsigned)width);
    *s.at++ = ';';
    number(&s, (unsigned)height);
    const uint8_t *corner = indices + y * stride + x;
    define(&s, corner, stride, width, height, palette);
    for (size_t top = 0; top < height && !s.full; top += 6) {
        if (top) *s.at++ = '-';
        gather(&line, corner + top * stride, stride, width, height - top < 6 ? height - top : 6);
        emit(&s, &line);
    }
    text(&s, "\033\\");
    free(line.strokes);
    return s.full ? 0 : (size_t)(s.at - out);
}
