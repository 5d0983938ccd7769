// The row kernels of the demo card's painter: each works on one chunk of one row of one blob, in plain loops that vectorise.
#pragma once
#include "demo.h"
#include <string.h>
#pragma STDC FP_CONTRACT OFF

#define CHUNK 256
#define GRAIN 6  // the noise tile's coarsest grain is 8 of its pixels
// Inlined, so that the wide-vector clone of paintChunk holds wide-vector copies.
#define INLINE static inline __attribute__((always_inline))
#define ROOT(x) __builtin_elementwise_sqrt(x)

INLINE float least(float a, float b) { return a < b ? a : b; }
INLINE float most(float a, float b) { return a > b ? a : b; }
INLINE float clamped(float x) { return most(0, least(1, x)); }

typedef struct {
    float x[CHUNK], y[CHUNK];        // in the blob's coordinates
    float d[CHUNK], gx[CHUNK], gy[CHUNK];  // distance to the outline and its direction
    float partD[CHUNK], partX[CHUNK], partY[CHUNK];
    float texture[CHUNK], slopeX[CHUNK], slopeY[CHUNK];
    float cover[CHUNK];
    float crop[CHUNK];               // distance to the outline of what crops
    float shade[3][CHUNK];
} Row;

// Approximate ellipse distance after Inigo Quilez: k0 * (k0 - 1) / k1.
INLINE void ellipseRow(Row *r, const keepers_demo_part *p, int n) {
    float ix = 1 / p->c, iy = 1 / p->d, c = p->e, s = p->f;
    for (int i = 0; i < n; i++) {
        float dx = r->x[i] - p->a, dy = r->y[i] - p->b;
        float u = (dx * c + dy * s) * ix, v = (dy * c - dx * s) * iy;
        float k0 = ROOT(u * u + v * v);
        float hu = u * ix, hv = v * iy;
        float k1 = 1 / (ROOT(hu * hu + hv * hv) + 1e-9f);
        r->partD[i] = k0 * (k0 - 1) * k1;
        float gu = hu * k1, gv = hv * k1;
        r->partX[i] = gu * c - gv * s;
        r->partY[i] = gu * s + gv * c;
    }
}

INLINE void capsuleRow(Row *r, const keepers_demo_part *p, int n) {
    float bx = p->c - p->a, by = p->d - p->b;
    float way = 1 / (bx * bx + by * by + 1e-9f);
    for (int i = 0; i < n; i++) {
        float dx = r->x[i] - p->a, dy = r->y[i] - p->b;
        float t = clamped((dx * bx + dy * by) * way);
        float px = dx - bx * t, py = dy - by * t;
        float l = ROOT(px * px + py * py) + 1e-9f, il = 1 / l;
        r->partD[i] = l - (p->e + (p->f - p->e) * t);
        r->partX[i] = px * il;
        r->partY[i] = py * il;
    }
}

INLINE void boxRow(Row *r, const keepers_demo_part *p, int n) {
    for (int i = 0; i < n; i++) {
        float dx = r->x[i] - p->a, dy = r->y[i] - p->b;
        float sx = dx < 0 ? -1 : 1, sy = dy < 0 ? -1 : 1;
        float qx = dx * sx - (p->c - p->e), qy = dy * sy - (p->d - p->e);
        float ox = most(qx, 0), oy = most(qy, 0);
        float l = ROOT(ox * ox + oy * oy) + 1e-9f;
        float inside = least(most(qx, qy), 0);
        float outside = qx > 0 || qy > 0 ? 1 : 0;
        float wide = qx > qy ? 1 : 0;
        r->partD[i] = l + inside - p->e;
        r->partX[i] = sx * (outside * ox / l + (1 - outside) * wide);
        r->partY[i] = sy * (outside * oy / l + (1 - outside) * (1 - wide));
    }
}

INLINE void joinRow(Row *r, const keepers_demo_part *p, int first, int n) {
    if (first) {
        memcpy(r->d, r->partD, sizeof(float) * (size_t)n);
        memcpy(r->gx, r->partX, sizeof(float) * (size_t)n);
        memcpy(r->gy, r->partY, sizeof(float) * (size_t)n);
        return;
    }
    float sign = p->join == 0 ? 1 : -1;       // intersect and subtract are unions of the outside
    float other = p->join == 1 ? -1 : 1;
    float k = most(p->smooth, 1e-6f), ik = 1 / k;
    for (int i = 0; i < n; i++) {
        float a = r->d[i] * sign, b = r->partD[i] * sign * other;
        float h = clamped(0.5f + 0.5f * (b - a) * ik);
        float d = b + (a - b) * h - k * h * (1 - h);
        r->d[i] = d * sign;
        r->gx[i] = r->partX[i] * other * (1 - h) + r->gx[i] * h;
        r->gy[i] = r->partY[i] * other * (1 - h) + r->gy[i] * h;
    }
}

INLINE void cropRow(Row *r, int n) {
    for (int i = 0; i < n; i++) r->crop[i] = most(r->crop[i], r->partD[i]);
}

INLINE int whole(float x) { int i = (int)x; return i - (x < (float)i); }

// Smoothly interpolated noise and, for free, its slope across one pixel of the tile.
INLINE float sampledSlope(const float *tile, float x, float y, float *slopeX, float *slopeY) {
    int ix = whole(x), iy = whole(y);
    float fx = x - (float)ix, fy = y - (float)iy;
    fx = fx * fx * (3 - 2 * fx);
    fy = fy * fy * (3 - 2 * fy);
    int x0 = ix & 255, x1 = (ix + 1) & 255, y0 = (iy & 255) * 256, y1 = ((iy + 1) & 255) * 256;
    float a = tile[y0 + x0], b = tile[y0 + x1], c = tile[y1 + x0], d = tile[y1 + x1];
    float top = a + (b - a) * fx, low = c + (d - c) * fx;
    *slopeX = (b - a) + (d - c - b + a) * fy;
    *slopeY = low - top;
    return top + (low - top) * fy;
}

INLINE float sampled(const float *tile, float x, float y) {
    float slopeX, slopeY;
    return sampledSlope(tile, x, y, &slopeX, &slopeY);
}

// Noise of two octaves and its slope, or bricks: value -1...1 in `texture`.
INLINE void textureRow(Row *r, const keepers_demo_blob *b, const float *noise, int n) {
    float c = b->textureCosine, s = b->textureSine;
    for (int i = 0; i < n; i++) {
        float u = (r->x[i] * c + r->y[i] * s) * b->frequencyX, v = (r->y[i] * c - r->x[i] * s) * b->frequencyY;
        if (b->texture == 2) {
            int course = whole(v);
            float along = u + ((course & 1) ? 0.5f : 0);
            int brick = whole(along);
            float fx = along - (float)brick, fy = v - (float)course;
            float joint = least(least(fx, 1 - fx) * 9, least(fy, 1 - fy) * 5);
            float tone = noise[((brick * 37 + course * 101) & 255) * 256 + ((brick * 11) & 255)] * 2 - 1;
            float grain = sampled(noise, u * 24, v * 16) * 2 - 1;
            r->texture[i] = joint < 1 ? 0.55f : tone * 0.6f + grain * 0.25f - 0.2f;
            r->slopeX[i] = joint < 1 ? 0.3f : grain * 0.3f;
            r->slopeY[i] = joint < 1 ? (fy < 0.5f ? 0.6f : -0.6f) : 0;
        } else {
            u *= GRAIN, v *= GRAIN;
            float a = sampledSlope(noise, u, v, &r->slopeX[i], &r->slopeY[i]);
            r->texture[i] = a * 1.36f - 1 + 0.64f * sampled(noise, u * 2.7f + 31, v * 2.7f + 17);
        }
    }
}

INLINE void coverRow(Row *r, const keepers_demo_blob *b, float pixel, int n) {
    float feather = most(pixel, b->softness), offset = b->softness > pixel ? 0 : 0.5f;
    float sharp = 1 / feather;
    int soft = b->softness > pixel;
    for (int i = 0; i < n; i++) {
        float t = clamped(offset - most(r->d[i], r->crop[i]) * sharp);
        float s = t * t * (3 - 2 * t);
        r->cover[i] = (soft ? s : t) * b->opacity;
    }
}

INLINE void shadeRow(Row *r, const keepers_demo_blob *b, const keepers_demo_light *l, int n) {
    float ib = 1 / most(b->bulge, 1e-6f);
    // Half-way vector between the light and the camera for highlights.
    float hx = l->key[0], hy = l->key[1], hz = l->key[2] + 1, il = 1 / ROOT(hx * hx + hy * hy + hz * hz);
    hx *= il, hy *= il, hz *= il;
    float wrap[3], unwrap[3];
    for (int k = 0; k < 3; k++) {
        wrap[k] = b->subsurface * (k == 0 ? 0.45f : k == 1 ? 0.22f : 0.14f) + 0.12f;
        unwrap[k] = 1 / (1 + wrap[k]);
    }
    for (int i = 0; i < n; i++) {
        float s = clamped(1 + r->d[i] * ib);
        float gx = r->gx[i] * s + r->slopeX[i] * b->bump, gy = r->gy[i] * s + r->slopeY[i] * b->bump;
        float g2 = gx * gx + gy * gy, over = most(g2, 1);
        float norm = 1 / ROOT(over);
        float nx = gx * norm, ny = gy * norm, nz = ROOT(most(0, 1 - least(1, g2)));
        float lambert = nx * l->key[0] + ny * l->key[1] + nz * l->key[2];
        float sky = 0.5f - 0.5f * ny;
        float edge = (1 - nz) * (1 - nz);
        float rim = edge * most(0, nx * l->rim[0] + ny * l->rim[1]);
        float spec = most(0, nx * hx + ny * hy + nz * hz);
        spec *= spec, spec *= spec, spec *= spec, spec *= spec;
        float shine = spec * spec * b->gloss;
        for (int k = 0; k < 3; k++) {
            float diffuse = most(0, (lambert + wrap[k]) * unwrap[k]);
            float light = l->keyColour[k] * diffuse + l->groundColour[k] + (l->skyColour[k] - l->groundColour[k]) * sky;
            r->shade[k][i] = r->shade[k][i] * light + l->rimColour[k] * rim * (0.25f + r->shade[k][i]) + shine * l->keyColour[k];
        }
    }
}

INLINE void colourRow(Row *r, const keepers_demo_blob *b, int n) {
    float gx = b->gradient[2] - b->gradient[0], gy = b->gradient[3] - b->gradient[1];
    float il = 1 / most(gx * gx + gy * gy, 1e-9f);
    int plain = gx == 0 && gy == 0;
    for (int k = 0; k < 3; k++) {
        float from = b->colour[k], to = b->colourEnd[k];
        if (plain) {
            for (int i = 0; i < n; i++) r->shade[k][i] = most(0, from * (1 + b->contrast * r->texture[i]));
            continue;
        }
        for (int i = 0; i < n; i++) {
            float t = clamped(((r->x[i] - b->gradient[0]) * gx + (r->y[i] - b->gradient[1]) * gy) * il);
            t = t * t * (3 - 2 * t);
            r->shade[k][i] = most(0, (from + (to - from) * t) * (1 + b->contrast * r->texture[i]));
        }
    }
}

INLINE void blendRow(const Row *r, const keepers_demo_blob *b, float *planes, int64_t plane, int64_t at, int n) {
    float *alpha = planes + 3 * plane + at;
    for (int k = 0; k < 3; k++) {
        float *target = planes + k * plane + at;
        if (b->mode == 1)
            for (int i = 0; i < n; i++) target[i] += r->shade[k][i] * r->cover[i];
        else if (b->mode == 2)
            for (int i = 0; i < n; i++) target[i] *= 1 + (r->shade[k][i] - 1) * r->cover[i];
        else
            for (int i = 0; i < n; i++) target[i] += (r->shade[k][i] - target[i]) * r->cover[i];
    }
    if (b->mode == 0)
        for (int i = 0; i < n; i++) alpha[i] += (1 - alpha[i]) * r->cover[i];
}
