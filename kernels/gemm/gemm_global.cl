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
//   i =      |    . x     x     |   one work-item computes one element: row i of op(A) times
//   id(0)    |                  |   column j of op(B), over ascending p; or WORK_M x WORK_N of
//            |      x     x     |   them, ITEMS_M rows and ITEMS_N columns apart
//            +------------------+
//
// Launch: work-groups of ITEMS_M x ITEMS_N = (TILE_M / WORK_M) x (TILE_N / WORK_N), enough of them to cover C with tiles of
// TILE_M x TILE_N; or if TILE_M is 0, any work-groups, in all at least m x n. SPLIT_K layers of them. Work-items beyond the
// edge do nothing.
// Needs: WORK_M divides TILE_M, WORK_N divides TILE_N. Both are 1 if TILE_M is 0 or VARIANT is 1.
// gemm_common.cl stands before this source and tells of the other macros.
// Each element is fma over p = 0 .. k-1 from zero, then alpha * sum (+ beta * C): the same operations in the same
// order for every element.

#ifndef TILE_M
#define TILE_M 0
#endif
#ifndef TILE_N
#define TILE_N 0
#endif
#ifndef WORK_M
#define WORK_M 1
#endif
#ifndef WORK_N
#define WORK_N 1
#endif
#ifndef VARIANT
#define VARIANT 0  // 1: the sum is kept in C
#endif

#define ITEMS_M (TILE_M / WORK_M)
#define ITEMS_N (TILE_N / WORK_N)
#define SPAN_M ((WORK_M - 1) * ITEMS_M + 1)  // rows from a work-item's first to its last
#define SPAN_N ((WORK_N - 1) * ITEMS_N + 1)

kernel
#if TILE_M > 0
__attribute__((reqd_work_group_size(ITEMS_M, ITEMS_N, 1)))
#endif
void gemm_global(global const REAL* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
                 global const REAL* restrict b, long b_first, int b_rows, int b_cols, int b_ld,
                 global REAL* restrict c, long c_first, int c_rows, int c_cols, int c_ld GUARD_OPERAND, REAL alpha,
                 REAL beta GUARD_SCALAR) {
    a += a_first;
    b += b_first;
    c += c_first;
    RETURN_UNLESS_WANTED;
#if TILE_M > 0
    const int row = (int)get_group_id(0) * TILE_M + (int)get_local_id(0);
    const int col = (int)get_group_id(1) * TILE_N + (int)get_local_id(1);
#else
    const int row = (int)get_global_id(0);
    const int col = (int)get_global_id(1);
#endif
    const int m = c_rows;
    const int n = columns_of_part(c_cols);
    if (row >= m || col >= n) return;
    RETURN_OUTSIDE_TRIANGLE(row, SPAN_M, col, SPAN_N);

    // Beyond an edge the last row or column is read again. The first ones lie inside: without a look at edges, compilers see
    // that neighbours read neighbouring memory.
    long a_start[WORK_M];
    long b_start[WORK_N];
#pragma unroll
    for (int i = 0; i < WORK_M; ++i)
        a_start[i] = (long)(i == 0 ? row : min(row + i * ITEMS_M, m - 1)) * (TRANSPOSE_A ? a_ld : 1);
#pragma unroll
    for (int j = 0; j < WORK_N; ++j)
        b_start[j] = (long)(j == 0 ? col : min(col + j * ITEMS_N, n - 1)) * (TRANSPOSE_B ? 1 : b_ld);
    const long a_step = TRANSPOSE_A ? 1 : a_ld;
    const long b_step = TRANSPOSE_B ? b_ld : 1;
    const int2 share = share_of_k(TRANSPOSE_A ? a_rows : a_cols, row, SPAN_M, col, SPAN_N);

    global REAL* element = part_of_c(c, n, c_ld) + row + (long)col * c_ld;
#if VARIANT == 1
#if !OVERWRITE
    const REAL old = *element;
#endif
    // Volatile: else the compiler would keep the sum in a register.
    global volatile REAL* sum = element;
    *sum = 0;
    for (int p = share.x; p < share.y; ++p)
        *sum = fma(a[a_start[0] + p * a_step], b[b_start[0] + p * b_step], *sum);
#if OVERWRITE
    store_element(element, *sum, alpha, beta);
#else
    *element = fma(beta, old, alpha * *sum);
#endif
#else
    REAL sum[WORK_M][WORK_N];
#pragma unroll
    for (int i = 0; i < WORK_M; ++i)
#pragma unroll
        for (int j = 0; j < WORK_N; ++j) sum[i][j] = 0;
    for (int p = share.x; p < share.y; ++p)
#pragma unroll
        for (int j = 0; j < WORK_N; ++j) {
            const REAL b_part = b[b_start[j] + p * b_step];
#pragma unroll
            for (int i = 0; i < WORK_M; ++i) sum[i][j] = fma(a[a_start[i] + p * a_step], b_part, sum[i][j]);
        }
#pragma unroll
    for (int i = 0; i < WORK_M; ++i)
#pragma unroll
        for (int j = 0; j < WORK_N; ++j)
            if (row + i * ITEMS_M < m && col + j * ITEMS_N < n)
                store_element(element + i * ITEMS_M + (long)(j * ITEMS_N) * c_ld, sum[i][j], alpha, beta);
#endif
}
