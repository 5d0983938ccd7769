#include "CChafa.h"

#include <chafa.h>

// Blocks that every terminal font has: space, full, halves, eighths, quadrants. No braille (dots, not areas), no sextants (rare).
static ChafaSymbolMap *safe_symbols(int ascii) {
    ChafaSymbolMap *map = chafa_symbol_map_new();
    if (ascii) {
        chafa_symbol_map_add_by_tags(map, CHAFA_SYMBOL_TAG_ASCII);
    } else {
        chafa_symbol_map_add_by_tags(map, CHAFA_SYMBOL_TAG_SPACE);
        chafa_symbol_map_add_by_range(map, 0x2580, 0x258F);
        chafa_symbol_map_add_by_range(map, 0x2594, 0x259F);
    }
    return map;
}

// xterm's colours 16-255: a 6x6x6 cube, then 24 greys.
static uint32_t xterm_colour(int index) {
    static const uint8_t level[6] = {0, 95, 135, 175, 215, 255};
    if (index < 16 || index > 255) return 0;
    if (index >= 232) {
        uint32_t grey = (uint32_t)(8 + (index - 232) * 10);
        return grey << 16 | grey << 8 | grey;
    }
    int i = index - 16;
    return (uint32_t)level[i / 36] << 16 | (uint32_t)level[i / 6 % 6] << 8 | level[i % 6];
}

static uint32_t colour(int raw, int truecolour) {
    if (truecolour) return raw < 0 ? 0 : (uint32_t)raw & 0xFFFFFF;
    return xterm_colour(raw);
}

int keepers_chafa_symbols(
    const uint8_t *rgba, int width, int height, int columns, int rows, int truecolour, int ascii, keepers_symbol *out) {
    chafa_set_n_threads(1);
    ChafaSymbolMap *map = safe_symbols(ascii);
    ChafaCanvasConfig *config = chafa_canvas_config_new();
    chafa_canvas_config_set_geometry(config, columns, rows);
    chafa_canvas_config_set_canvas_mode(config, truecolour ? CHAFA_CANVAS_MODE_TRUECOLOR : CHAFA_CANVAS_MODE_INDEXED_240);
    chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_SYMBOLS);
    chafa_canvas_config_set_symbol_map(config, map);
    chafa_canvas_config_set_preprocessing_enabled(config, 0);
    ChafaCanvas *canvas = chafa_canvas_new(config);
    chafa_canvas_config_unref(config);
    chafa_symbol_map_unref(map);
    if (!canvas) return -1;
    chafa_canvas_draw_all_pixels(canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, rgba, width, height, width * 4);
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            int foreground, background;
            keepers_symbol *cell = &out[y * columns + x];
            cell->character = chafa_canvas_get_char_at(canvas, x, y);
            chafa_canvas_get_raw_colors_at(canvas, x, y, &foreground, &background);
            cell->foreground = colour(foreground, truecolour);
            cell->background = colour(background, truecolour);
        }
    }
    chafa_canvas_unref(canvas);
    return 0;
}
