// C := alpha op(A) op(B) + beta C, every operand read straight from global memory.
//
// The plain kernel: no local memory, no blocking, any size; what others are compared with.
//
//   op(A) m x k, op(B) k x n, C m x n, column-major. Element (i, j) of X lies at X[i + j * X_ld].
//
//             j = get_global_id(1)
//            +------------------+
//            |      C           |
//   i =      |    . x           |   one work-item computes one element: row i of op(A) times
//   id(0)    |                  |   column j of op(B), over ascending p
//            +------------------+
//
// Launch: global size at least m x n in any work-groups; work-items beyond the edge do nothing.
// Each element is fma over p = 0 .. k-1 from zero, then alpha * sum (+ beta * C): the same operations in the same
// order for every element.

#ifndef REAL
#define REAL double  // element type: float or double
#endif
#ifndef TRANSPOSE_A
#define TRANSPOSE_A 0  // 1: A is stored k x m
#endif
#ifndef TRANSPOSE_B
#define TRANSPOSE_B 0  // 1: B is stored n x k
#endif
#ifndef OVERWRITE
#define OVERWRITE 0  // 1: beta counts as zero and C is not read
#endif

kernel void gemm_global(global const REAL* restrict a, int a_rows, int a_cols, int a_ld,
                        global const REAL* restrict b, int b_rows, int b_cols, int b_ld,
                        global REAL* restrict c, int c_rows, int c_cols, int c_ld, REAL alpha, REAL beta) {
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    if (i >= c_rows || j >= c_cols) return;

    const long a_start = TRANSPOSE_A ? (long)i * a_ld : i;
    const long a_step = TRANSPOSE_A ? 1 : a_ld;
    const long b_start = TRANSPOSE_B ? j : (long)j * b_ld;
    const long b_step = TRANSPOSE_B ? b_ld : 1;
    const int k = TRANSPOSE_A ? a_rows : a_cols;

    REAL sum = 0;
    for (int p = 0; p < k; ++p) sum = fma(a[a_start + p * a_step], b[b_start + p * b_step], sum);

    const long place = i + (long)j * c_ld;
#if OVERWRITE
    c[place] = alpha * sum;
#else
    c[place] = fma(beta, c[place], alpha * sum);
#endif
}
