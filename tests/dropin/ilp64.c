// A program for a BLAS whose integers have 64 bits under names without suffix, as Debian's libblas64 has
// them.
#include <stdint.h>
#include <stdio.h>

void dgemm_(const char*, const char*, const int64_t*, const int64_t*, const int64_t*, const double*,
            const double*, const int64_t*, const double*, const int64_t*, const double*, double*,
            const int64_t*);
void cblas_dgemm(int, int, int, int64_t, int64_t, int64_t, double, const double*, int64_t, const double*,
                 int64_t, double, double*, int64_t);

int main(void) {
    const double a[4] = {1, 2, 3, 4};
    const double b[4] = {5, 6, 7, 8};
    double c[4] = {0, 0, 0, 0};
    double d[4] = {0, 0, 0, 0};
    const double one = 1;
    const int64_t n = 2;
    dgemm_("N", "N", &n, &n, &n, &one, a, &n, b, &n, &one, c, &n);
    cblas_dgemm(102, 111, 111, n, n, n, one, a, n, b, n, one, d, n);
    printf("%g %g %g %g\n", c[0], c[1], c[2], c[3]);
    printf("%g %g %g %g\n", d[0], d[1], d[2], d[3]);
    return 0;
}
