// C := alpha (W_0 + W_1 + ... ) + beta C for complex elements: adds up the parts that kernels for complex products leave with
// SPLIT_K. gemm_sum.cl has the picture, and does the same for real elements.
//
//   W holds PARTS parts of m x n side by side, column-major: element (i, j) of part s is W[i + (s n + j) * W_ld].
//
// Launch: global size at least m x n in any work-groups; work-items beyond the edge do nothing.
// Each element is W_0 + W_1 + ... from left to right, then alpha * sum (+ beta * C).

#ifndef REAL
#define REAL double2  // an element: float2 or double2
#endif
#ifndef OVERWRITE
#define OVERWRITE 0  // 1: beta counts as zero and C is not read
#endif
#ifndef PARTS
#define PARTS 2
#endif

// sum + x y
static inline REAL multiply_add(REAL x, REAL y, REAL sum) {
    return (REAL)(fma(-x.y, y.y, fma(x.x, y.x, sum.x)), fma(x.y, y.x, fma(x.x, y.y, sum.y)));
}

// beta x + sum. With beta = 1 it is x + sum: 0, the imaginary part of beta, times Inf would make NaN of the
// other part.
static inline REAL scaled_sum(REAL beta, REAL x, REAL sum) {
    return beta.x == 1 && beta.y == 0 ? x + sum : multiply_add(beta, x, sum);
}

kernel void gemm_sum(global const REAL* restrict w, long w_first, int w_rows, int w_cols, int w_ld,
                     global REAL* restrict c, long c_first, int c_rows, int c_cols, int c_ld, REAL alpha, REAL beta) {
    w += w_first;
    c += c_first;
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    if (i >= c_rows || j >= c_cols) return;
    REAL sum = w[i + (long)j * w_ld];
    for (int s = 1; s < PARTS; ++s) sum += w[i + ((long)s * c_cols + j) * w_ld];
    const REAL scaled = multiply_add(alpha, sum, (REAL)(0, 0));
    global REAL* element = c + i + (long)j * c_ld;
#if OVERWRITE
    *element = scaled;
#else
    *element = scaled_sum(beta, *element, scaled);
#endif
}
