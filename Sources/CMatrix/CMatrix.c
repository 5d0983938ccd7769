#include "CMatrix.h"
#include <math.h>

// The same source for two instruction sets. Products and sums stay apart (no fused ones), so both give the same bits.
#pragma STDC FP_CONTRACT OFF
#if defined(__x86_64__)
#define CLONES __attribute__((target_clones("avx2", "default")))
#else
#define CLONES
#endif

// Four rows at a time, so that each line of the matrix is fetched a quarter as often.
CLONES
void keepers_gram(const double *rows, const double *weights, ptrdiff_t count, ptrdiff_t size, double *gram) {
    ptrdiff_t n = 0;
    for (; n + 4 <= count; n += 4) {
        const double *restrict a = rows + n * size;
        const double *restrict b = a + size, *restrict c = b + size, *restrict d = c + size;
        for (ptrdiff_t i = 0; i < size; i++) {
            const double u = weights[n] * a[i], v = weights[n + 1] * b[i];
            const double w = weights[n + 2] * c[i], x = weights[n + 3] * d[i];
            double *restrict line = gram + i * size;
            for (ptrdiff_t j = 0; j <= i; j++) line[j] += (u * a[j] + v * b[j]) + (w * c[j] + x * d[j]);
        }
    }
    for (; n < count; n++) {
        const double *restrict a = rows + n * size;
        for (ptrdiff_t i = 0; i < size; i++) {
            const double u = weights[n] * a[i];
            double *restrict line = gram + i * size;
            for (ptrdiff_t j = 0; j <= i; j++) line[j] += u * a[j];
        }
    }
}

// Four sums side by side, added in a fixed order: as quick as a reordered one, and the same everywhere.
static inline double product(const double *restrict a, const double *restrict b, ptrdiff_t size) {
    double sum[4] = {0, 0, 0, 0};
    ptrdiff_t i = 0;
    for (; i + 4 <= size; i += 4) {
        for (int k = 0; k < 4; k++) sum[k] += a[i + k] * b[i + k];
    }
    for (; i < size; i++) sum[0] += a[i] * b[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

CLONES
void keepers_products(const double *rows, ptrdiff_t count, ptrdiff_t size, const double *vector, double *products) {
    for (ptrdiff_t n = 0; n < count; n++) products[n] = product(rows + n * size, vector, size);
}

CLONES
void keepers_combine(const double *rows, ptrdiff_t count, ptrdiff_t size, const double *factors, double *sum) {
    for (ptrdiff_t n = 0; n < count; n++) {
        const double factor = factors[n];
        const double *restrict row = rows + n * size;
        for (ptrdiff_t i = 0; i < size; i++) sum[i] += factor * row[i];
    }
}

CLONES
int keepers_factor(double *matrix, ptrdiff_t size) {
    for (ptrdiff_t i = 0; i < size; i++) {
        double *row = matrix + i * size;
        for (ptrdiff_t j = 0; j <= i; j++) {
            const double *other = matrix + j * size;
            const double rest = row[j] - product(row, other, j);
            if (j < i) {
                row[j] = rest / other[j];
            } else if (rest > 0 && isfinite(rest)) {
                row[j] = sqrt(rest);
            } else {
                return 0;
            }
        }
    }
    return 1;
}

void keepers_solve(const double *factor, ptrdiff_t size, double *vector) {
    for (ptrdiff_t i = 0; i < size; i++) {
        vector[i] = (vector[i] - product(factor + i * size, vector, i)) / factor[i * size + i];
    }
    for (ptrdiff_t i = size - 1; i >= 0; i--) {
        const double value = vector[i] / factor[i * size + i];
        vector[i] = value;
        const double *row = factor + i * size;
        for (ptrdiff_t j = 0; j < i; j++) vector[j] -= value * row[j];
    }
}

// Column after column of the inverse factor; the sum of a column's squares is what the diagonal holds.
CLONES
void keepers_inverse_diagonal(const double *factor, ptrdiff_t size, double *room, double *diagonal) {
    for (ptrdiff_t j = 0; j < size; j++) {
        double sum = 0;
        for (ptrdiff_t i = j; i < size; i++) {
            const double *row = factor + i * size;
            const double value = ((i == j) - product(row + j, room + j, i - j)) / row[i];
            room[i] = value;
            sum += value * value;
        }
        diagonal[j] = sum;
    }
}
