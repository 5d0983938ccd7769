// The few loops of linear algebra that learning a taste spends its time in: plain C, no memory of their own, no error paths.
// Matrices are row by row; sizes are the caller's promise. No sum is reordered by the compiler: every machine gives the same bits.
#pragma once
#include <stddef.h>

/// Adds the weighted outer product of every row with itself (the lower triangle of `size` x `size`), because forming it is
/// most of the work of a fit.
void keepers_gram(
    const double *_Nonnull rows, const double *_Nonnull weights, ptrdiff_t count, ptrdiff_t size, double *_Nonnull gram);

/// Each row's product with `vector`, because a fit asks for it in every step.
void keepers_products(
    const double *_Nonnull rows, ptrdiff_t count, ptrdiff_t size, const double *_Nonnull vector, double *_Nonnull products);

/// Adds `factors[i]` times row i for every row, because a fit asks for it in every step.
void keepers_combine(
    const double *_Nonnull rows, ptrdiff_t count, ptrdiff_t size, const double *_Nonnull factors, double *_Nonnull sum);

/// Replaces the lower triangle of a positive definite matrix by its Cholesky factor; 0 where it is not positive definite.
int keepers_factor(double *_Nonnull matrix, ptrdiff_t size);

/// Solves for `vector` in place with the factor that `keepers_factor` made.
void keepers_solve(const double *_Nonnull factor, ptrdiff_t size, double *_Nonnull vector);

/// The diagonal of the inverse, with the factor that `keepers_factor` made, because it says how well each weight is known;
/// `room` holds `size` values.
void keepers_inverse_diagonal(
    const double *_Nonnull factor, ptrdiff_t size, double *_Nonnull room, double *_Nonnull diagonal);
