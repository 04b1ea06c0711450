// C := alpha op(A) op(B) + beta C, tiles of A and B in local memory, one element of C per work-item.
//
//   op(A) m x k, op(B) k x n, C m x n, column-major. Element (i, j) of X lies at X[i + j * X_ld].
//
//                          TILE_N
//                       +----------+
//                TILE_K |  b_tile  |            A work-group computes TILE_M x TILE_N of C. It walks along k
//                       +----------+            in steps of TILE_K: all work-items copy the two tiles to local
//              TILE_K                           memory, then each multiplies one row of a_tile by one column
//            +--------+ +----------+            of b_tile.
//            |        | |          |
//     TILE_M | a_tile | |    x     |            A work-item (x) computes one element.
//            |        | |          |
//            +--------+ +----------+
//
// Launch: work-groups of TILE_M x TILE_N, enough of them to cover C; SPLIT_K layers of them.
// Needs: UNROLL divides TILE_K. gemm_common.cl stands before this source and tells of the other macros.
// Any m, n, k: what lies beyond an edge is taken as zero in the tiles and is not stored. Each element is fma over
// p = 0 .. k-1 from zero, then alpha * sum (+ beta * C), wherever it lies in its tile.

#ifndef TILE_M
#define TILE_M 16
#endif
#ifndef TILE_N
#define TILE_N 16
#endif
#ifndef UNROLL
#define UNROLL 1  // steps along k written out
#endif

kernel __attribute__((reqd_work_group_size(TILE_M, TILE_N, 1)))
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
    const int item = item_m + item_n * TILE_M;
    const int2 tile = tile_of_group();
    const int row = tile.x * TILE_M;
    const int col = tile.y * TILE_N;
    RETURN_OUTSIDE_TRIANGLE(row, TILE_M, col, TILE_N);
    const int m = c_rows;
    const int n = columns_of_part(c_cols);
    const int2 share = share_of_k(TRANSPOSE_A ? a_rows : a_cols, row, TILE_M, col, TILE_N);
    const int k = share.y;
    const bool inside = row + item_m < m && col + item_n < n;

    REAL sum = 0;
    for (int step = share.x; step < k; step += TILE_K) {
        load_tile(a_tile, A_TILE_K_CONTIGUOUS, TILE_M, a, a_ld, A_K_CONTIGUOUS, m, k, row, step, item,
                  TILE_M * TILE_N);
        load_tile(b_tile, B_TILE_K_CONTIGUOUS, TILE_N, b, b_ld, B_K_CONTIGUOUS, n, k, col, step, item,
                  TILE_M * TILE_N);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (inside) {
            local const REAL* a_from = a_tile + TILE_PLACE(A_TILE_K_CONTIGUOUS, TILE_M, item_m, 0);
            local const REAL* b_from = b_tile + TILE_PLACE(B_TILE_K_CONTIGUOUS, TILE_N, item_n, 0);
            const int steps = min(TILE_K, k - step);
            for (int stretch = 0; stretch < steps; stretch += UNROLL) {
#pragma unroll
                for (int p = 0; p < UNROLL; ++p)
                    sum = fma(a_from[TILE_PLACE(A_TILE_K_CONTIGUOUS, TILE_M, 0, p)],
                              b_from[TILE_PLACE(B_TILE_K_CONTIGUOUS, TILE_N, 0, p)], sum);
                a_from += TILE_PLACE(A_TILE_K_CONTIGUOUS, TILE_M, 0, UNROLL);
                b_from += TILE_PLACE(B_TILE_K_CONTIGUOUS, TILE_N, 0, UNROLL);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (inside)
        store_element(part_of_c(c, n, c_ld) + (row + item_m) + (long)(col + item_n) * c_ld, sum, alpha, beta);
}
