// Eyelids and soft pulls on the photographs of a demo card; see demo.h.
#include "clones.h"
#include "demo.h"
#include <math.h>
#pragma STDC FP_CONTRACT OFF

static void sample(const uint8_t *rgb, int32_t width, int32_t height, float x, float y, float *out) {
    x = x < 0 ? 0 : x > (float)(width - 1) ? (float)(width - 1) : x;
    y = y < 0 ? 0 : y > (float)(height - 1) ? (float)(height - 1) : y;
    int32_t x0 = (int32_t)x, y0 = (int32_t)y;
    int32_t x1 = x0 + 1 < width ? x0 + 1 : x0, y1 = y0 + 1 < height ? y0 + 1 : y0;
    float fx = x - (float)x0, fy = y - (float)y0;
    const uint8_t *a = rgb + ((int64_t)y0 * width + x0) * 3, *b = rgb + ((int64_t)y0 * width + x1) * 3;
    const uint8_t *c = rgb + ((int64_t)y1 * width + x0) * 3, *d = rgb + ((int64_t)y1 * width + x1) * 3;
    for (int k = 0; k < 3; k++) {
        float top = (float)a[k] + ((float)b[k] - (float)a[k]) * fx, low = (float)c[k] + ((float)d[k] - (float)c[k]) * fx;
        out[k] = top + (low - top) * fy;
    }
}

static uint8_t byte(float value) { return value <= 0 ? 0 : value >= 255 ? 255 : (uint8_t)(value + 0.5f); }

// The edges of one column of the eye, across the line between its corners.
typedef struct {
    float brow, upper, lower, cheek, newUpper, newLower, lash;
} column;

static column columnAt(const keepers_demo_lid *lid, float u) {
    float place = u * (float)(KEEPERS_LID_COLUMNS - 1);
    int32_t i = (int32_t)place;
    if (i > KEEPERS_LID_COLUMNS - 2) i = KEEPERS_LID_COLUMNS - 2;
    float f = place - (float)i;
    column c;
    c.brow = lid->brow[i] + (lid->brow[i + 1] - lid->brow[i]) * f;
    c.upper = lid->upper[i] + (lid->upper[i + 1] - lid->upper[i]) * f;
    c.lower = lid->lower[i] + (lid->lower[i + 1] - lid->lower[i]) * f;
    c.cheek = lid->cheek[i] + (lid->cheek[i + 1] - lid->cheek[i]) * f;
    float meet = c.lower - lid->lift * (c.lower - c.upper);
    c.newUpper = c.upper + lid->amount * (meet - c.upper);
    c.newLower = c.lower + lid->amount * (meet - c.lower);
    c.lash = 4 * u * (1 - u);
    return c;
}

// Where the lid's skin at `v` came from: its edge keeps its thickness, the skin above it is stretched.
static float lidSource(const column *c, float v) {
    float height = c->upper - c->brow, newHeight = c->newUpper - c->brow, above = c->newUpper - v;
    float edge = 0.25f * height;
    if (above <= edge) return c->upper - above;
    return c->upper - (edge + (above - edge) * (height - edge) / (newHeight - edge));
}

void keepers_demo_close(const uint8_t *source, uint8_t *target, int32_t width, int32_t height, const keepers_demo_lid *lid) {
    float length = sqrtf(lid->alongX * lid->alongX + lid->alongY * lid->alongY);
    if (!(length >= 2)) return;
    float ax = lid->alongX / length, ay = lid->alongY / length;
    for (int32_t y = lid->top; y < lid->bottom; y++)
        for (int32_t x = lid->left; x < lid->right; x++) {
            float dx = (float)x - lid->cornerX, dy = (float)y - lid->cornerY;
            float along = dx * ax + dy * ay, v = dy * ax - dx * ay, u = along / length;
            if (!(u > 0) || !(u < 1)) continue;
            column c = columnAt(lid, u);
            if (v <= c.brow || v >= c.cheek || c.upper - c.brow < 1 || c.cheek - c.lower < 1) continue;
            float skin[3], under[3];
            float below = v < c.newLower ? v : c.lower + (v - c.newLower) * (c.cheek - c.lower) / (c.cheek - c.newLower);
            sample(source, width, height, lid->cornerX + along * ax - below * ay, lid->cornerY + along * ay + below * ax, under);
            float cover = 0.5f + (c.newUpper - v) / 1.5f;
            cover = cover < 0 ? 0 : cover > 1 ? 1 : cover;
            if (cover > 0) {
                float from = lidSource(&c, v < c.newUpper ? v : c.newUpper);
                sample(source, width, height, lid->cornerX + along * ax - from * ay, lid->cornerY + along * ay + from * ax, skin);
                // The skin under a brow is dark and was folded away: the lid is filled with that of the lower lid, turned over.
                float rise = (c.newUpper - v) / (c.newUpper - c.brow), fill[3];
                rise = rise < 0 ? 0 : rise > 1 ? 1 : rise;
                // The lashes of the lower lid stay out of it.
                float mirrored = c.lower + (0.2f + 0.8f * rise) * (c.cheek - c.lower);
                sample(source, width, height, lid->cornerX + along * ax - mirrored * ay,
                       lid->cornerY + along * ay + mirrored * ax, fill);
                float share = 1 - rise, side = c.lash > 0.5f ? 1 : c.lash * 2;
                share = lid->amount * share * share * (3 - 2 * share) * side;
                for (int k = 0; k < 3; k++) {
                    skin[k] += (fill[k] * (1 - 0.2f * rise) - skin[k]) * share;
                    under[k] += (skin[k] - under[k]) * cover;
                }
            }
            float far = (v - c.newUpper) / lid->lashWidth, near = 1 - far * far;
            float dark = near > 0 ? lid->lashes * near * near * c.lash : 0;
            uint8_t *out = target + ((int64_t)y * width + x) * 3;
            for (int k = 0; k < 3; k++) out[k] = byte(under[k] * (1 - dark));
        }
}

void keepers_demo_pull(const uint8_t *source, uint8_t *target, int32_t width, int32_t height, const keepers_demo_pulls *pulls) {
    for (int32_t y = pulls->top; y < pulls->bottom; y++)
        for (int32_t x = pulls->left; x < pulls->right; x++) {
            float fromX = 0, fromY = 0;
            for (int32_t i = 0; i < pulls->count; i++) {
                float dx = ((float)x - pulls->x[i]) / pulls->radius, dy = ((float)y - pulls->y[i]) / pulls->radius;
                float square = dx * dx + dy * dy;
                if (square >= 1) continue;
                float r = sqrtf(square), rest = (1 - r) * (1 - r), weight = rest * rest * (4 * r + 1);  // Wendland C2
                fromX += weight * pulls->weightX[i], fromY += weight * pulls->weightY[i];
            }
            if (fromX == 0 && fromY == 0) continue;
            float pixel[3];
            sample(source, width, height, (float)x + fromX, (float)y + fromY, pixel);
            uint8_t *out = target + ((int64_t)y * width + x) * 3;
            for (int k = 0; k < 3; k++) out[k] = byte(pixel[k]);
        }
}
