// C := alpha (W_0 + W_1 + ... ) + beta C: adds up the parts that GEMM kernels with SPLIT_K leave. element.cl stands before
// this source.
//
//   W holds PARTS parts of m x n side by side, column-major: element (i, j) of part s is W[i + (s n + j) * W_ld].
//
//               n          n                       n
//          +---------+---------+- - -         +---------+
//        m |   W_0   |   W_1   |       ->   m |    C    |   one work-item adds one element of every part, s
//          +----x----+----x----+- - -         +----x----+   ascending; neighbours in i read neighbouring memory
//
// Launch: global size at least m x n in any work-groups; work-items beyond the edge do nothing.
// Each element is W_0 + W_1 + ... from left to right, then alpha * sum (+ beta * C).

#ifndef OVERWRITE
#define OVERWRITE 0  // 1: beta counts as zero and C is not read
#endif
#ifndef PARTS
#define PARTS 2
#endif

kernel void gemm_sum(global const Element* restrict w, long w_first, int w_rows, int w_cols, int w_ld,
                     global Element* restrict c, long c_first, int c_rows, int c_cols, int c_ld, Element alpha,
                     Element beta) {
    w += w_first;
    c += c_first;
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    if (i >= c_rows || j >= c_cols) return;
    Element sum = w[i + (long)j * w_ld];
    for (int s = 1; s < PARTS; ++s) sum += w[i + ((long)s * c_cols + j) * w_ld];
    global Element* element = c + i + (long)j * c_ld;
#if OVERWRITE
    *element = multiply(alpha, sum);
#else
    *element = scaled_sum(beta, *element, multiply(alpha, sum));
#endif
}
