/* A product from C, which needs hg's BLAS alone. */
#include <complex.h>
#include <stdio.h>

#include <hg/hg.h>

int main(void) {
    const double a[] = {1, 2, 3, 4}, b[] = {5, 6};
    double c[] = {1, 1};
    const int64_t info = hg_dgemm('N', 'N', 2, 1, 2, 1, a, 2, b, 2, 2, c, 2);
    if (info != 0) fprintf(stderr, "info %lld: %s\n", (long long)info, hg_last_error());
    printf("%g %g\n", c[0], c[1]);
    /* Complex scalars are passed by value, too. */
    const double _Complex z[] = {1 + 2 * I};
    const float _Complex x[] = {3 - I};
    double _Complex w[] = {2};
    float _Complex y[] = {I};
    const int64_t done = hg_zgemm('C', 'N', 1, 1, 1, I, z, 1, z, 1, 2 * I, w, 1) |
                         hg_cherk('L', 'N', 1, 1, 2, x, 1, 1, y, 1) |
                         hg_ctrsm('L', 'U', 'C', 'N', 1, 1, -I, x, 1, y, 1);
    printf("%g%+gi %g%+gi\n", creal(w[0]), cimag(w[0]), crealf(y[0]), cimagf(y[0]));
    const int right = cabs(w[0] - 9 * I) < 1e-14 && cabsf(y[0] + 2 + 6 * I) < 1e-5F;
    return info == 0 && c[0] == 25 && c[1] == 36 && done == 0 && right ? 0 : 1;
}
