/* The same from C. */
#include <stdio.h>

#include <hg/hg.h>

int main(void) {
    double a[] = {0, 1, 2, 1}, b[] = {4, 3};
    int64_t ipiv[2];
    const int64_t info = hg_dgesv(2, 1, a, 2, ipiv, b, 2);
    if (info != 0) fprintf(stderr, "info %lld: %s\n", (long long)info, hg_last_error());
    printf("%g %g\n", b[0], b[1]);
    return info == 0 && b[0] == 1 && b[1] == 2 ? 0 : 1;
}
