/* Products with a sparse matrix, and a system with it, from C. */
#include <stdio.h>

#include <hg/hg.h>

/* The second differences of n points: 2 on the diagonal, -1 beside it. */
static hg_sparse* differences(int64_t n) {
    int64_t row[300], column[300], nonzeros = 0;
    double value[300];
    for (int64_t i = 0; i < n; ++i)
        for (int64_t j = i > 0 ? i - 1 : 0; j < n && j <= i + 1; ++j) {
            row[nonzeros] = i;
            column[nonzeros] = j;
            value[nonzeros++] = i == j ? 2 : -1;
        }
    hg_sparse* A;
    hg_sparse_from_coo(n, n, row, column, value, nonzeros, "f64", 0, &A);
    return A; /* null if it failed */
}

int main(void) {
    enum { n = 100 };
    double x[n], y[n], history[1001];
    for (int i = 0; i < n; ++i) x[i] = i;

    hg_sparse* A = differences(n);
    hg_distributed* distributed = NULL;
    int64_t info = hg_sparse_distribute(A, 'N', NULL, &distributed);
    if (info == 0) info = hg_distributed_multiply(distributed, 1, 1, x, n, 0, y, n);
    hg_distributed_free(distributed);

    hg_solver_options options = HG_SOLVER_OPTIONS;
    options.tolerance = 1e-12;
    hg_solve_report report = HG_SOLVE_REPORT;
    report.history = history;
    report.room = 1001;
    if (info == 0) info = hg_solve_cg(A, y, x, &options, &report);
    if (info < 0) fprintf(stderr, "info %lld: %s\n", (long long)info, hg_last_error());
    printf("%lld nonzeros; %s after %lld iterations; x[7] = %.6f\n", (long long)hg_sparse_csr(A)->nonzeros,
           report.reason, (long long)report.iterations, x[7]);
    const int good = info == 0 && hg_sparse_csr(A)->nonzeros == 298 && y[n - 1] == n &&
                     history[0] == 1 && x[7] > 6.999 && x[7] < 7.001;
    hg_sparse_free(A);
    return good ? 0 : 1;
}
