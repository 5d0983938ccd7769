#include "CPixels.h"
#include "clones.h"

enum { side = keepers_tile_side, halfSide = side / 2 };

typedef uint8_t bytes16 __attribute__((vector_size(16), aligned(1)));
typedef int16_t shorts16 __attribute__((vector_size(32)));
typedef int32_t ints8 __attribute__((vector_size(32)));

int keepers_tile_columns(int width) {
    int whole = (width - 2) / side, coarse = (width / 2 - 2) / halfSide;
    int fit = whole < coarse ? whole : coarse;
    return fit > 0 ? fit : 0;
}

// The helpers are macros because a cloned function inlines no function of another instruction set.
#define LOAD(at) __builtin_convertvector(*(const bytes16 *)(at), shorts16)
#define EVEN(v) __builtin_convertvector(__builtin_shufflevector(v, v, 0, 2, 4, 6, 8, 10, 12, 14), ints8)
#define ODD(v) __builtin_convertvector(__builtin_shufflevector(v, v, 1, 3, 5, 7, 9, 11, 13, 15), ints8)
// Products of neighbours added in pairs: what one multiply-add instruction does.
#define PRODUCTS(a, b) (EVEN(a) * EVEN(b) + ODD(a) * ODD(b))
#define SUM(v) (v[0] + v[1] + v[2] + v[3] + v[4] + v[5] + v[6] + v[7])

/// A full tile adds at most 1024 squares of 1020 (1.07e9): 32 bits hold it.
KEEPERS_CLONES
static void fine_row(const uint8_t *luma, ptrdiff_t width, int columns, keepers_tile *tiles) {
    for (int column = 0; column < columns; column++) {
        ints8 energy = {0};
        for (int x = 0; x < side; x += 16) {
            // Down a strip, so that a row once loaded serves as lower, middle and upper neighbour.
            const uint8_t *row = luma + column * side + x;
            shorts16 up = LOAD(row - width), centre = LOAD(row);
            for (int y = 0; y < side; y++, row += width) {
                shorts16 down = LOAD(row + width);
                shorts16 laplacian = up + down + LOAD(row - 1) + LOAD(row + 1) - (centre << 2);
                energy += PRODUCTS(laplacian, laplacian);
                up = centre;
                centre = down;
            }
        }
        tiles[column].fineEnergy = SUM(energy);
    }
}

KEEPERS_CLONES
static void coarse_row(const uint8_t *half, ptrdiff_t width, int columns, keepers_tile *tiles) {
    for (int column = 0; column < columns; column++) {
        ints8 energy = {0}, sum = {0}, squares = {0}, xx = {0}, yy = {0}, xy = {0};
        const shorts16 ones = (shorts16){0} + 1;
        const uint8_t *row = half + column * halfSide;
        shorts16 up = LOAD(row - width), centre = LOAD(row);
        for (int y = 0; y < halfSide; y++, row += width) {
            shorts16 left = LOAD(row - 1), right = LOAD(row + 1), down = LOAD(row + width);
            shorts16 laplacian = up + down + left + right - (centre << 2);
            shorts16 gx = right - left, gy = down - up;
            energy += PRODUCTS(laplacian, laplacian);
            sum += PRODUCTS(centre, ones);
            squares += PRODUCTS(centre, centre);
            xx += PRODUCTS(gx, gx);
            yy += PRODUCTS(gy, gy);
            xy += PRODUCTS(gx, gy);
            up = centre;
            centre = down;
        }
        tiles[column].coarseEnergy = SUM(energy);
        tiles[column].lumaSum = SUM(sum);
        tiles[column].lumaSquareSum = SUM(squares);
        tiles[column].gradientXX = SUM(xx);
        tiles[column].gradientYY = SUM(yy);
        tiles[column].gradientXY = SUM(xy);
    }
}

void keepers_detail(const uint8_t *luma, const uint8_t *half, int width, int height, keepers_tile *tiles) {
    int columns = keepers_tile_columns(width), rows = keepers_tile_columns(height);
    ptrdiff_t halfWidth = width / 2;
    for (int row = 0; row < rows; row++) {
        keepers_tile *line = tiles + (ptrdiff_t)row * columns;
        fine_row(luma + (ptrdiff_t)(row * side + 1) * width + 1, width, columns, line);
        coarse_row(half + (ptrdiff_t)(row * halfSide + 1) * halfWidth + 1, halfWidth, columns, line);
    }
}

void keepers_detail_cells(const uint8_t *luma, const uint8_t *half, int width, int x, int y, int columns, int rows,
                          keepers_tile *cells) {
    enum { cell = keepers_cell_side, coarse = cell / 2, scale = (side / cell) * (side / cell) };
    ptrdiff_t halfWidth = width / 2;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            keepers_tile sums = {0};
            const uint8_t *at = luma + (ptrdiff_t)(y + row * cell) * width + x + column * cell;
            for (int j = 0; j < cell; j++, at += width) {
                for (int i = 0; i < cell; i++) {
                    int laplacian = at[i - width] + at[i + width] + at[i - 1] + at[i + 1] - 4 * at[i];
                    sums.fineEnergy += laplacian * laplacian;
                }
            }
            at = half + (ptrdiff_t)(y / 2 + row * coarse) * halfWidth + x / 2 + column * coarse;
            for (int j = 0; j < coarse; j++, at += halfWidth) {
                for (int i = 0; i < coarse; i++) {
                    int laplacian = at[i - halfWidth] + at[i + halfWidth] + at[i - 1] + at[i + 1] - 4 * at[i];
                    int gx = at[i + 1] - at[i - 1], gy = at[i + halfWidth] - at[i - halfWidth];
                    sums.coarseEnergy += laplacian * laplacian;
                    sums.lumaSum += at[i];
                    sums.lumaSquareSum += at[i] * at[i];
                    sums.gradientXX += gx * gx;
                    sums.gradientYY += gy * gy;
                    sums.gradientXY += gx * gy;
                }
            }
            cells[(ptrdiff_t)row * columns + column] = (keepers_tile){
                scale * sums.fineEnergy, scale * sums.coarseEnergy, scale * sums.lumaSum, scale * sums.lumaSquareSum,
                scale * sums.gradientXX, scale * sums.gradientYY, scale * sums.gradientXY,
            };
        }
    }
}
