// Paints blobs: distance to the outline, inflated normals, light, texture; one chunk of a row at a time.
#include "clones.h"
#include "demo_rows.h"
#pragma STDC FP_CONTRACT OFF

KEEPERS_CLONES static void paintChunk(Row *r, float *planes, int64_t plane, int64_t at, int n, float pixel, const keepers_demo_blob *b,
                              const keepers_demo_light *light, const keepers_demo_part *parts, const float *noise) {
    // Bent coordinates: the parts are evaluated in a straightened frame.
    float straight[CHUNK];
    for (int i = 0; i < n; i++) straight[i] = r->y[i];
    if (b->bend != 0)
        for (int i = 0; i < n; i++) r->y[i] -= b->bend * r->x[i] * r->x[i];
    for (int i = 0; i < n; i++) r->crop[i] = -1e3f;
    if (b->partCount == 0)
        for (int i = 0; i < n; i++) r->d[i] = -1e3f, r->gx[i] = 0, r->gy[i] = 0;
    for (int p = 0; p < b->partCount; p++) {
        const keepers_demo_part *part = parts + b->firstPart + p;
        if (part->shape == 0) ellipseRow(r, part, n);
        else if (part->shape == 1) capsuleRow(r, part, n);
        else boxRow(r, part, n);
        if (part->join == 3) cropRow(r, n);
        else joinRow(r, part, p == 0, n);
    }
    if (b->bend != 0)
        for (int i = 0; i < n; i++) r->gx[i] -= 2 * b->bend * r->x[i] * r->gy[i], r->y[i] = straight[i];
    // Most chunks of a box around a round thing hold nothing of it.
    float reach = most(pixel, b->softness) + most(b->ragged, -b->ragged) * 1.4f;
    int near = 0;
    for (int i = 0; i < n; i++) near += most(r->d[i], r->crop[i]) < reach;
    if (near == 0) return;
    if (b->texture != 0) textureRow(r, b, noise, n);
    else
        for (int i = 0; i < n; i++) r->texture[i] = 0, r->slopeX[i] = 0, r->slopeY[i] = 0;
    if (b->ragged != 0)
        for (int i = 0; i < n; i++) r->d[i] += b->ragged * r->texture[i];
    coverRow(r, b, pixel, n);
    int seen = 0;
    for (int i = 0; i < n; i++) seen += r->cover[i] > 0;
    if (seen == 0) return;
    colourRow(r, b, n);
    if (b->bulge > 0) {
        // Outline directions back into picture coordinates, where the light lives.
        for (int i = 0; i < n; i++) {
            float gx = r->gx[i] * b->cosine - r->gy[i] * b->sine;
            r->gy[i] = r->gx[i] * b->sine + r->gy[i] * b->cosine;
            r->gx[i] = gx;
        }
        shadeRow(r, b, light, n);
    }
    if (b->ring > 0)
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < n; i++) {
                float t = clamped(1 + r->d[i] * b->ring);
                r->shade[k][i] *= 0.6f + 0.6f * t * t;
            }
    blendRow(r, b, planes, plane, at, n);
}

typedef struct { float left, top, right, bottom; } Box;

// The union parts' bounds in the blob's coordinates; subtracting and intersecting only make it smaller.
static Box bounds(const keepers_demo_blob *b, const keepers_demo_part *parts) {
    Box box = {1e9f, 1e9f, -1e9f, -1e9f};
    for (int i = 0; i < b->partCount; i++) {
        const keepers_demo_part *p = parts + b->firstPart + i;
        if (p->join != 0) continue;
        float m = p->smooth, l, t, r, w;
        if (p->shape == 1) {
            float q = most(p->e, p->f) + m;
            l = least(p->a, p->c) - q, r = most(p->a, p->c) + q, t = least(p->b, p->d) - q, w = most(p->b, p->d) + q;
        } else {
            float q = p->shape == 0 ? most(p->c, p->d) : 0;
            float hx = (p->shape == 0 && p->f != 0 ? q : p->c) + m, hy = (p->shape == 0 && p->f != 0 ? q : p->d) + m;
            l = p->a - hx, r = p->a + hx, t = p->b - hy, w = p->b + hy;
        }
        box.left = least(box.left, l), box.right = most(box.right, r), box.top = least(box.top, t), box.bottom = most(box.bottom, w);
    }
    float far = most(box.left * box.left, box.right * box.right) * b->bend;
    if (far > 0) box.bottom += far;
    else box.top += far;
    float margin = b->softness + (b->ragged < 0 ? -b->ragged : b->ragged) * 1.2f;
    return (Box){box.left - margin, box.top - margin, box.right + margin, box.bottom + margin};
}

// The same box in pixels.
static Box projected(Box box, const keepers_demo_blob *b, const keepers_demo_camera *camera) {
    Box out = {1e9f, 1e9f, -1e9f, -1e9f};
    for (int i = 0; i < 4; i++) {
        float u = (i & 1) ? box.right : box.left, v = (i & 2) ? box.bottom : box.top;
        float sx = b->originX + u * b->cosine - v * b->sine - camera->centreX, sy = b->originY + u * b->sine + v * b->cosine - camera->centreY;
        float px = (sx * camera->cosine - sy * camera->sine) * camera->scale + 0.5f * (float)camera->width;
        float py = (sx * camera->sine + sy * camera->cosine) * camera->scale + 0.5f * (float)camera->height;
        out.left = least(out.left, px), out.right = most(out.right, px), out.top = least(out.top, py), out.bottom = most(out.bottom, py);
    }
    return (Box){out.left - 2, out.top - 2, out.right + 2, out.bottom + 2};
}

static int limited(float x, int low, int high) { return x < (float)low ? low : x > (float)high ? high : (int)x; }

void keepers_demo_paint(float *planes, int32_t firstRow, int32_t rows, const keepers_demo_camera *camera, const keepers_demo_light *light,
                        const keepers_demo_blob *blobs, int32_t blobCount, const keepers_demo_part *parts, const float *noise) {
    Row row;
    int64_t plane = (int64_t)rows * camera->width;
    float pixel = 1 / camera->scale;
    for (int32_t index = 0; index < blobCount; index++) {
        const keepers_demo_blob *b = blobs + index;
        Box box = {0, 0, (float)camera->width, (float)camera->height};
        if (b->partCount > 0) box = projected(bounds(b, parts), b, camera);
        int left = limited(box.left, 0, camera->width), right = limited(box.right, 0, camera->width);
        int top = limited(box.top, firstRow, firstRow + rows), bottom = limited(box.bottom, firstRow, firstRow + rows);
        // From pixels straight into the blob's coordinates: both turns in one.
        float c = camera->cosine * b->cosine - camera->sine * b->sine, s = camera->sine * b->cosine + camera->cosine * b->sine;
        float ox = camera->centreX - b->originX, oy = camera->centreY - b->originY;
        float bx = ox * b->cosine + oy * b->sine, by = oy * b->cosine - ox * b->sine;
        for (int y = top; y < bottom; y++) {
            float py = ((float)y + 0.5f - 0.5f * (float)camera->height) * pixel;
            for (int start = left; start < right; start += CHUNK) {
                int n = right - start < CHUNK ? right - start : CHUNK;
                for (int i = 0; i < n; i++) {
                    float px = ((float)(start + i) + 0.5f - 0.5f * (float)camera->width) * pixel;
                    row.x[i] = bx + px * c + py * s;
                    row.y[i] = by + py * c - px * s;
                }
                paintChunk(&row, planes, plane, (int64_t)(y - firstRow) * camera->width + start, n, pixel, b, light, parts, noise);
            }
        }
    }
}
