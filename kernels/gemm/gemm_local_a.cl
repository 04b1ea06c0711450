// C := alpha op(A) op(B) + beta C, tiles of A in local memory, strips of B in private memory.
//
//   op(A) m x k, op(B) k x n, C m x n, column-major. Element (i, j) of X lies at X[i + j * X_ld].
//
//                          WORK_N
//                         +------+
//                  UNROLL |  b   |              A work-group computes TILE_M x TILE_N of C. It walks along k in
//                         +------+              steps of TILE_K: all work-items copy a tile of A to local memory;
//              TILE_K                           then each, UNROLL steps at a time, reads its own strip of B from
//            +--------+   +------+              global memory to registers and multiplies its rows of the tile
//            |        |   |  x   | VECTOR       by it.
//     TILE_M | a_tile |   |      |
//            |        |   |  x   |              A work-item (x) computes WORK_M x WORK_N elements: vectors of
//            +--------+   +------+              VECTOR rows that stand ITEMS_M * VECTOR apart, in columns side by
//                                               side. With WORK_M = TILE_M no two work-items read the same of B.
//
// Launch: work-groups of ITEMS_M x ITEMS_N = (TILE_M / WORK_M) x (TILE_N / WORK_N), enough of them to cover C;
// SPLIT_K layers of them.
// Needs: VECTOR divides WORK_M, WORK_M divides TILE_M, WORK_N divides TILE_N, UNROLL divides TILE_K;
// VECTOR is 1, 2, 4, 8 or 16. gemm_common.cl stands before this source and tells of the other macros.
// Any m, n, k: beyond an edge A's tile is zero, B's last column is read again, and nothing is stored. Each element is
// fma over p = 0 .. k-1 from zero, then alpha * sum (+ beta * C), wherever it lies in its tile.

#ifndef TILE_M
#define TILE_M 32
#endif
#ifndef TILE_N
#define TILE_N 64
#endif
#ifndef WORK_M
#define WORK_M 8
#endif
#ifndef WORK_N
#define WORK_N 2
#endif
#ifndef UNROLL
#define UNROLL 1
#endif

#define ITEMS_M (TILE_M / WORK_M)
#define ITEMS_N (TILE_N / WORK_N)
#define ITEMS (ITEMS_M * ITEMS_N)
#define VECTORS (WORK_M / WIDTH)  // of one work-item in one column

// sum += A B for `steps` steps: A from its tile, B from step p on.
static inline void multiply(REAL_VECTOR sum[VECTORS][WORK_N], local const REAL* a_from, global const REAL* b, int ld,
                            int n, int col, int p, int steps) {
    REAL b_part[UNROLL][WORK_N];
#pragma unroll
    for (int j = 0; j < WORK_N; ++j) {
        const int column = min(col + j, n - 1);
#pragma unroll
        for (int s = 0; s < steps; ++s)
            b_part[s][j] = b[TRANSPOSE_B ? column + (long)(p + s) * ld : (p + s) + (long)column * ld];
    }
#pragma unroll
    for (int s = 0; s < steps; ++s)
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) {
            const REAL_VECTOR a_part = tile_vector(a_from, false, TILE_M, v * ITEMS_M * WIDTH, s);
#pragma unroll
            for (int j = 0; j < WORK_N; ++j) sum[v][j] = fma(a_part, (REAL_VECTOR)(b_part[s][j]), sum[v][j]);
        }
}

kernel __attribute__((reqd_work_group_size(ITEMS_M, ITEMS_N, 1)))
void gemm_local_a(global const REAL* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
                  global const REAL* restrict b, long b_first, int b_rows, int b_cols, int b_ld,
                  global REAL* restrict c, long c_first, int c_rows, int c_cols, int c_ld GUARD_OPERAND,
                  REAL alpha, REAL beta GUARD_SCALAR) {
    a += a_first;
    b += b_first;
    c += c_first;
    RETURN_UNLESS_WANTED;
    local REAL a_tile[TILE_SIZE(false, TILE_M)] __attribute__((aligned(128)));
    const int item_m = (int)get_local_id(0);
    const int item_n = (int)get_local_id(1);
    const int item = item_m + item_n * ITEMS_M;
    const int2 tile = tile_of_group();
    const int row = tile.x * TILE_M;
    const int col = tile.y * TILE_N + item_n * WORK_N;
    RETURN_OUTSIDE_TRIANGLE(row, TILE_M, tile.y * TILE_N, TILE_N);
    const int m = c_rows;
    const int n = columns_of_part(c_cols);
    const int2 share = share_of_k(TRANSPOSE_A ? a_rows : a_cols, row, TILE_M, tile.y * TILE_N, TILE_N);
    const int k = share.y;
    const bool idle = row + item_m * WIDTH >= m || col >= n;

    REAL_VECTOR sum[VECTORS][WORK_N];
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
#pragma unroll
        for (int j = 0; j < WORK_N; ++j) sum[v][j] = 0;

    for (int step = share.x; step < k; step += TILE_K) {
        load_tile(a_tile, false, TILE_M, a, a_ld, A_K_CONTIGUOUS, m, k, row, step, item, ITEMS);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (!idle) {
            local const REAL* a_from = a_tile + item_m * WIDTH;
            const int end = min(step + TILE_K, k);
            int p = step;
            for (; p + UNROLL <= end; p += UNROLL) {
                multiply(sum, a_from, b, b_ld, n, col, p, UNROLL);
                a_from += TILE_PLACE(false, TILE_M, 0, UNROLL);
            }
            for (; p < end; ++p) {
                multiply(sum, a_from, b, b_ld, n, col, p, 1);
                a_from += TILE_PLACE(false, TILE_M, 0, 1);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    c = part_of_c(c, n, c_ld);
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
#pragma unroll
        for (int j = 0; j < WORK_N; ++j)
            store_vector(c, c_ld, m, n, row + (v * ITEMS_M + item_m) * WIDTH, col + j, sum[v][j], alpha, beta);
}
