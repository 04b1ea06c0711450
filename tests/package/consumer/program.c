/* A program of one's own from C. */
#include <stdio.h>

#include <hg/hg.h>

static const char* const source =
    "hg program 2\n"
    "param n\n"
    "matrix A f64 n x n\n"
    "matrix C f64 n x n\n"
    "register a f64 n x n\n"
    "register c f64 n x n\n"
    "LD a <- A[0, 0]\n"
    "hg.gemm(N, N, 1, a, a, 0, c)\n"
    "ST C[0, 0] <- c\n";

int main(void) {
    double a[] = {1, 2, 3, 4}, c[] = {0, 0, 0, 0};
    const hg_parameter parameters[] = {{"n", 2}};
    const hg_matrix matrices[] = {{"A", "f64", a, 2}, {"C", "f64", c, 2}};
    hg_program* program;
    int64_t info = hg_program_build(source, "square.hgs", NULL, parameters, 1, &program);
    if (info == 0) info = hg_program_run(program, matrices, 2, NULL, 0);
    if (info != 0) fprintf(stderr, "info %lld: %s\n", (long long)info, hg_last_error());
    hg_program_free(program);
    printf("%g %g %g %g\n", c[0], c[1], c[2], c[3]);
    return info == 0 && c[0] == 7 && c[1] == 10 && c[2] == 15 && c[3] == 22 ? 0 : 1;
}
