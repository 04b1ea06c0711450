// Stands in for the CPU's BLAS: its ddot forgets the last element. hg takes a library for a BLAS if it has
// dgetrf_.

extern "C" {
void dgetrf_() {}

double ddot_(const int* n, const double* x, const int* incx, const double* y, const int* incy) {
    double sum = 0;
    for (long i = 0; i + 1 < *n; ++i) sum += x[i * *incx] * y[i * *incy];
    return sum;
}
}
