// C := alpha op(A) op(B) + beta C, strips of A and B in private memory, no local memory.
//
//   op(A) m x k, op(B) k x n, C m x n, column-major. Element (i, j) of X lies at X[i + j * X_ld].
//
//                          WORK_N
//                         +------+
//                  TILE_K |  b   |              A work-item computes WORK_M x WORK_N elements. It walks along k
//                         +------+              in steps of TILE_K: it reads its strips of A and B to registers
//                TILE_K                         and multiplies them. Work-items of a group share them through
//                +-----+  +------+              the cache alone.
//         VECTOR |     |  |  x   |
//                |  a  |  +------+              Its rows are vectors of VECTOR that stand ITEMS_M * VECTOR
//         VECTOR |     |  |  x   |              apart, so that neighbours read neighbouring memory; its columns
//                +-----+  +------+              lie side by side.
//
// Launch: work-groups of ITEMS_M x ITEMS_N = (TILE_M / WORK_M) x (TILE_N / WORK_N), enough of them to cover C;
// SPLIT_K layers of them.
// Needs: VECTOR divides WORK_M, WORK_M divides TILE_M, WORK_N divides TILE_N; VECTOR is 1, 2, 4, 8 or 16.
// gemm_common.cl stands before this source and tells of the other macros.
// Any m, n, k: beyond an edge the last row or column is read again and nothing is stored. Each element is fma over
// p = 0 .. k-1 from zero, then alpha * sum (+ beta * C), wherever it lies in its tile.

#ifndef TILE_M
#define TILE_M 64
#endif
#ifndef TILE_N
#define TILE_N 64
#endif
#ifndef WORK_M
#define WORK_M 4
#endif
#ifndef WORK_N
#define WORK_N 4
#endif

#define ITEMS_M (TILE_M / WORK_M)
#define ITEMS_N (TILE_N / WORK_N)
#define VECTORS (WORK_M / WIDTH)  // of one work-item in one column

// Rows [row, row + WIDTH) of step p of op(A).
static inline REAL_VECTOR rows_of_a(global const REAL* a, int ld, int m, int row, int p, bool inside) {
    if (inside && !TRANSPOSE_A) return LOAD(a + row + (long)p * ld);
    REAL elements[WIDTH];
#pragma unroll
    for (int v = 0; v < WIDTH; ++v) {
        const int i = inside ? row + v : min(row + v, m - 1);
        elements[v] = a[TRANSPOSE_A ? p + (long)i * ld : i + (long)p * ld];
    }
    return LOAD(elements);
}

// sum += op(A) op(B) for this work-item's rows and columns and steps [p, p + steps). m and n matter only if some rows or
// columns are not inside.
static inline void multiply(REAL_VECTOR sum[VECTORS][WORK_N], global const REAL* a, int a_ld, global const REAL* b,
                            int b_ld, int m, int n, int row, int col, int p, int steps, bool inside) {
    REAL_VECTOR a_part[TILE_K][VECTORS];
    REAL b_part[TILE_K][WORK_N];
#pragma unroll
    for (int s = 0; s < steps; ++s)
#pragma unroll
        for (int v = 0; v < VECTORS; ++v)
            a_part[s][v] = rows_of_a(a, a_ld, m, row + v * ITEMS_M * WIDTH, p + s, inside);
#pragma unroll
    for (int j = 0; j < WORK_N; ++j) {
        const int column = inside ? col + j : min(col + j, n - 1);
#pragma unroll
        for (int s = 0; s < steps; ++s)
            b_part[s][j] = b[TRANSPOSE_B ? column + (long)(p + s) * b_ld : (p + s) + (long)column * b_ld];
    }
#pragma unroll
    for (int s = 0; s < steps; ++s)
#pragma unroll
        for (int j = 0; j < WORK_N; ++j)
#pragma unroll
            for (int v = 0; v < VECTORS; ++v) sum[v][j] = fma(a_part[s][v], (REAL_VECTOR)(b_part[s][j]), sum[v][j]);
}

static inline void multiply_all(REAL_VECTOR sum[VECTORS][WORK_N], global const REAL* a, int a_ld,
                                global const REAL* b, int b_ld, int m, int n, int row, int col, int2 share,
                                bool inside) {
    int p = share.x;
    for (; p + TILE_K <= share.y; p += TILE_K)
        multiply(sum, a, a_ld, b, b_ld, m, n, row, col, p, TILE_K, inside);
    for (; p < share.y; ++p) multiply(sum, a, a_ld, b, b_ld, m, n, row, col, p, 1, inside);
}

kernel __attribute__((reqd_work_group_size(ITEMS_M, ITEMS_N, 1)))
void gemm_registers(global const REAL* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
                    global const REAL* restrict b, long b_first, int b_rows, int b_cols, int b_ld,
                    global REAL* restrict c, long c_first, int c_rows, int c_cols, int c_ld GUARD_OPERAND,
                    REAL alpha, REAL beta GUARD_SCALAR) {
    a += a_first;
    b += b_first;
    c += c_first;
    RETURN_UNLESS_WANTED;
    const int2 tile = tile_of_group();
    const int row = tile.x * TILE_M + (int)get_local_id(0) * WIDTH;
    const int col = tile.y * TILE_N + (int)get_local_id(1) * WORK_N;
    const int m = c_rows;
    const int n = columns_of_part(c_cols);
    if (row >= m || col >= n) return;
    RETURN_OUTSIDE_TRIANGLE(tile.x * TILE_M, TILE_M, tile.y * TILE_N, TILE_N);
    const int2 share =
        share_of_k(TRANSPOSE_A ? a_rows : a_cols, tile.x * TILE_M, TILE_M, tile.y * TILE_N, TILE_N);

    REAL_VECTOR sum[VECTORS][WORK_N];
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
#pragma unroll
        for (int j = 0; j < WORK_N; ++j) sum[v][j] = 0;
    if (row + (VECTORS - 1) * ITEMS_M * WIDTH + WIDTH <= m && col + WORK_N <= n)
        multiply_all(sum, a, a_ld, b, b_ld, m, n, row, col, share, true);
    else
        multiply_all(sum, a, a_ld, b, b_ld, m, n, row, col, share, false);

    c = part_of_c(c, n, c_ld);
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
#pragma unroll
        for (int j = 0; j < WORK_N; ++j)
            store_vector(c, c_ld, m, n, row + v * ITEMS_M * WIDTH, col + j, sum[v][j], alpha, beta);
}
