// C := alpha op(A) op(B) + beta C, every operand read straight from global memory.
//
// The plain kernel: no local memory, no blocking, any size; what others are compared with. The sum stands in a register.
// With VARIANT 1 it stands in C, which each step reads from global memory and writes back: the naive kernel of textbooks,
// kept to measure what that costs.
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
// Launch: global size at least m x n x SPLIT_K, in work-groups of TILE_M x TILE_N, or in any if TILE_M is 0. Work-items
// beyond the edge do nothing. gemm_common.cl stands before this source and tells of the other macros.
// Each element is fma over p = 0 .. k-1 from zero, then alpha * sum (+ beta * C): the same operations in the same
// order for every element.

#ifndef TILE_M
#define TILE_M 0
#endif
#ifndef TILE_N
#define TILE_N 0
#endif
#ifndef VARIANT
#define VARIANT 0  // 1: the sum is kept in C
#endif

kernel
#if TILE_M > 0
__attribute__((reqd_work_group_size(TILE_M, TILE_N, 1)))
#endif
void gemm_global(global const REAL* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
                 global const REAL* restrict b, long b_first, int b_rows, int b_cols, int b_ld,
                 global REAL* restrict c, long c_first, int c_rows, int c_cols, int c_ld GUARD_OPERAND, REAL alpha,
                 REAL beta GUARD_SCALAR) {
    a += a_first;
    b += b_first;
    c += c_first;
    RETURN_UNLESS_WANTED;
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    const int n = columns_of_part(c_cols);
    if (i >= c_rows || j >= n) return;
    RETURN_OUTSIDE_TRIANGLE(i, 1, j, 1);

    const long a_start = TRANSPOSE_A ? (long)i * a_ld : i;
    const long a_step = TRANSPOSE_A ? 1 : a_ld;
    const long b_start = TRANSPOSE_B ? j : (long)j * b_ld;
    const long b_step = TRANSPOSE_B ? b_ld : 1;
    const int2 share = share_of_k(TRANSPOSE_A ? a_rows : a_cols, i, 1, j, 1);

    global REAL* element = part_of_c(c, n, c_ld) + i + (long)j * c_ld;
#if VARIANT == 1
#if !OVERWRITE
    const REAL old = *element;
#endif
    // Volatile: else the compiler would keep the sum in a register.
    global volatile REAL* sum = element;
    *sum = 0;
    for (int p = share.x; p < share.y; ++p) *sum = fma(a[a_start + p * a_step], b[b_start + p * b_step], *sum);
#if OVERWRITE
    store_element(element, *sum, alpha, beta);
#else
    *element = fma(beta, old, alpha * *sum);
#endif
#else
    REAL sum = 0;
    for (int p = share.x; p < share.y; ++p) sum = fma(a[a_start + p * a_step], b[b_start + p * b_step], sum);
    store_element(element, sum, alpha, beta);
#endif
}
