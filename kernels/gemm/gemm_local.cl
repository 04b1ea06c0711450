// C := alpha op(A) op(B) + beta C, tiles of A and B in local memory, one or a few elements of C per work-item.
//
//   op(A) m x k, op(B) k x n, C m x n, column-major. Element (i, j) of X lies at X[i + j * X_ld].
//
//                          TILE_N
//                       +----------+
//                TILE_K |  b_tile  |            A work-group computes TILE_M x TILE_N of C. It walks along k
//                       +----------+            in steps of TILE_K: all work-items copy the two tiles to local
//              TILE_K                           memory, then each multiplies its rows of a_tile by its columns of
//            +--------+ +----------+            b_tile.
//            |        | | x    x   |
//     TILE_M | a_tile | |          |            A work-item (x) computes WORK_M x WORK_N elements, one as a rule, that
//            |        | | x    x   |            stand ITEMS_M rows and ITEMS_N columns apart.
//            +--------+ +----------+
//
// Launch: work-groups of ITEMS_M x ITEMS_N = (TILE_M / WORK_M) x (TILE_N / WORK_N), enough of them to cover C;
// SPLIT_K layers of them.
// Needs: WORK_M divides TILE_M, WORK_N divides TILE_N, UNROLL divides TILE_K. gemm_common.cl stands before this source and
// tells of the other macros.
// Any m, n, k: what lies beyond an edge is taken as zero in the tiles and is not stored. Each element is fma over
// p = 0 .. k-1 from zero, then alpha * sum (+ beta * C), wherever it lies in its tile.

#ifndef TILE_M
#define TILE_M 16
#endif
#ifndef TILE_N
#define TILE_N 16
#endif
#ifndef WORK_M
#define WORK_M 1
#endif
#ifndef WORK_N
#define WORK_N 1
#endif
#ifndef UNROLL
#define UNROLL 1  // steps along k written out
#endif

#define ITEMS_M (TILE_M / WORK_M)
#define ITEMS_N (TILE_N / WORK_N)
#define ITEMS (ITEMS_M * ITEMS_N)

kernel __attribute__((reqd_work_group_size(ITEMS_M, ITEMS_N, 1)))
void gemm_local(global const REAL* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
                global const REAL* restrict b, long b_first, int b_rows, int b_cols, int b_ld,
                global REAL* restrict c, long c_first, int c_rows, int c_cols, int c_ld GUARD_OPERAND,
                REAL alpha, REAL beta GUARD_SCALAR) {
    a += a_first;
    b += b_first;
    c += c_first;
    RETURN_UNLESS_WANTED;
    local REAL a_tile[TILE_SIZE(A_TILE_K_CONTIGUOUS, TILE_M)] __attribute__((aligned(128)));
    local REAL b_tile[TILE_SIZE(B_TILE_K_CONTIGUOUS, TILE_N)] __attribute__((aligned(128)));
    const int item_m = (int)get_local_id(0);
    const int item_n = (int)get_local_id(1);
    const int item = item_m + item_n * ITEMS_M;
    const int2 tile = tile_of_group();
    const int row = tile.x * TILE_M;
    const int col = tile.y * TILE_N;
    RETURN_OUTSIDE_TRIANGLE(row, TILE_M, col, TILE_N);
    const int m = c_rows;
    const int n = columns_of_part(c_cols);
    const int2 share = share_of_k(TRANSPOSE_A ? a_rows : a_cols, row, TILE_M, col, TILE_N);
    const int k = share.y;
    const bool idle = row + item_m >= m || col + item_n >= n;

    REAL sum[WORK_M][WORK_N];
#pragma unroll
    for (int i = 0; i < WORK_M; ++i)
#pragma unroll
        for (int j = 0; j < WORK_N; ++j) sum[i][j] = 0;

    for (int step = share.x; step < k; step += TILE_K) {
        load_tile(a_tile, A_TILE_K_CONTIGUOUS, TILE_M, a, a_ld, A_K_CONTIGUOUS, m, k, row, step, item, ITEMS);
        load_tile(b_tile, B_TILE_K_CONTIGUOUS, TILE_N, b, b_ld, B_K_CONTIGUOUS, n, k, col, step, item, ITEMS);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (!idle) {
            local const REAL* a_from = a_tile + TILE_PLACE(A_TILE_K_CONTIGUOUS, TILE_M, item_m, 0);
            local const REAL* b_from = b_tile + TILE_PLACE(B_TILE_K_CONTIGUOUS, TILE_N, item_n, 0);
            const int steps = min(TILE_K, k - step);
            for (int stretch = 0; stretch < steps; stretch += UNROLL) {
#pragma unroll
                for (int p = 0; p < UNROLL; ++p)
#pragma unroll
                    for (int j = 0; j < WORK_N; ++j) {
                        const REAL b_part = b_from[TILE_PLACE(B_TILE_K_CONTIGUOUS, TILE_N, j * ITEMS_N, p)];
#pragma unroll
                        for (int i = 0; i < WORK_M; ++i)
                            sum[i][j] = fma(a_from[TILE_PLACE(A_TILE_K_CONTIGUOUS, TILE_M, i * ITEMS_M, p)], b_part,
                                            sum[i][j]);
                    }
                a_from += TILE_PLACE(A_TILE_K_CONTIGUOUS, TILE_M, 0, UNROLL);
                b_from += TILE_PLACE(B_TILE_K_CONTIGUOUS, TILE_N, 0, UNROLL);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    c = part_of_c(c, n, c_ld);
#pragma unroll
    for (int i = 0; i < WORK_M; ++i)
#pragma unroll
        for (int j = 0; j < WORK_N; ++j) {
            const int i_of_c = row + item_m + i * ITEMS_M;
            const int j_of_c = col + item_n + j * ITEMS_N;
            if (i_of_c < m && j_of_c < n)
                store_element(c + i_of_c + (long)j_of_c * c_ld, sum[i][j], alpha, beta);
        }
}
