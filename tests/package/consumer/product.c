/* A product from C, which needs hg's BLAS alone. */
#include <stdio.h>

#include <hg/hg.h>

int main(void) {
    const double a[] = {1, 2, 3, 4}, b[] = {5, 6};
    double c[] = {1, 1};
    const int64_t info = hg_dgemm('N', 'N', 2, 1, 2, 1, a, 2, b, 2, 2, c, 2);
    if (info != 0) fprintf(stderr, "info %lld: %s\n", (long long)info, hg_last_error());
    printf("%g %g\n", c[0], c[1]);
    return info == 0 && c[0] == 25 && c[1] == 36 ? 0 : 1;
}
