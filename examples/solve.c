/* Solves two linear systems from C concurrently: A X = B in double precision, and again by refinement of a
 * single precision factorization. Checks the backward error of each solution. */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hg/hg.h>

static const int64_t kN = 600, kRhs = 5;

static double* matrix(int64_t rows, int64_t cols) {
    double* const data = calloc((size_t)(rows * cols), sizeof(double));
    if (data == NULL) exit(1);
    return data;
}

static void fill(double* data, int64_t count, unsigned seed) {
    srand(seed);
    for (int64_t i = 0; i < count; ++i) data[i] = rand() / (double)RAND_MAX - 0.5;
}

static void copy(double* to, const double* from, int64_t count) {
    memcpy(to, from, (size_t)count * sizeof(double));
}

static double largest(const double* data, int64_t count) {
    double most = 0;
    for (int64_t i = 0; i < count; ++i)
        if (fabs(data[i]) > most || isnan(data[i])) most = fabs(data[i]); /* keeps NaN */
    return most;
}

/* Returns |B - A X| / (|A| |X| n eps), where |.| is the largest element's magnitude. Sets R to B - A X. */
static double backward_error(const double* A, const double* X, const double* B, double* R) {
    copy(R, B, kN * kRhs);
    if (hg_dgemm('N', 'N', kN, kRhs, kN, -1, A, kN, X, kN, 1, R, kN) != 0) return INFINITY;
    return largest(R, kN * kRhs) / (largest(A, kN * kN) * largest(X, kN * kRhs) * (double)kN * DBL_EPSILON);
}

int main(void) {
    double *A = matrix(kN, kN), *factors = matrix(kN, kN), *mixed = matrix(kN, kN);
    double *B = matrix(kN, kRhs), *X = matrix(kN, kRhs), *Y = matrix(kN, kRhs), *R = matrix(kN, kRhs);
    int64_t* const pivots = calloc((size_t)(2 * kN), sizeof(int64_t));
    int64_t steps = 0;
    if (pivots == NULL) exit(1);
    fill(A, kN * kN, 1);
    for (int64_t i = 0; i < kN; ++i) A[i + i * kN] += (double)kN;
    fill(B, kN * kRhs, 2);
    copy(factors, A, kN * kN);
    copy(mixed, A, kN * kN);
    copy(X, B, kN * kRhs);

    hg_call *first = NULL, *second = NULL;
    if (hg_dgesv_async(kN, kRhs, factors, kN, pivots, X, kN, &first) != 0 ||
        hg_dsgesv_async(kN, kRhs, mixed, kN, pivots + kN, B, kN, Y, kN, &steps, &second) != 0) {
        fprintf(stderr, "%s\n", hg_last_error());
        return 1;
    }
    const int64_t infos[] = {hg_wait(&first), hg_wait(&second)};
    if (infos[0] != 0 || infos[1] != 0) {
        fprintf(stderr, "info %" PRId64 ", %" PRId64 ": %s\n", infos[0], infos[1], hg_last_error());
        return 1;
    }
    const double errors[] = {backward_error(A, X, B, R), backward_error(A, Y, B, R)};
    printf("backward errors %.2g and %.2g, refined in %" PRId64 " steps\n", errors[0], errors[1], steps);
    free(A), free(factors), free(mixed), free(B), free(X), free(Y), free(R), free(pivots);
    return errors[0] < 16 && errors[1] < 16 ? 0 : 1;
}
