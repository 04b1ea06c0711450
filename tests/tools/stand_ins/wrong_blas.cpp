// Stands in for the CPU's BLAS: its ddot forgets the last element, and its dgemm gives NaN. hg takes a
// library for a BLAS if it has dgetrf_.

extern "C" {
void dgetrf_() {}
void dgemm_(const char*, const char*, const int* m, const int* n, const int*, const double*, const double*,
            const int*, const double*, const int*, const double*, double* c, const int* ldc) {
    for (long j = 0; j < *n; ++j)
        for (long i = 0; i < *m; ++i) c[i + j * *ldc] = __builtin_nan("");
}

double ddot_(const int* n, const double* x, const int* incx, const double* y, const int* incy) {
    double sum = 0;
    for (long i = 0; i + 1 < *n; ++i) sum += x[i * *incx] * y[i * *incy];
    return sum;
}
}
