// C := alpha op(A) op(B) + beta C for complex elements, tiles of A and B in local memory, a block of C in each work-item's
// registers.
//
//   op(A) m x k, op(B) k x n, C m x n, column-major. Element (i, j) of X lies at X[i + j * X_ld], its real part in x and its
//   imaginary part in y.
//
//                          TILE_N
//                       +----------+
//                TILE_K |  b_tile  |            A work-group computes TILE_M x TILE_N of C. It walks along k
//                       +----------+            in steps of TILE_K: all work-items copy the two tiles to local
//              TILE_K     WORK_N                memory, then each multiplies its share of them.
//            +--------+ +----------+
//            |        | | x  x     |            A work-item (x) computes WORK_M rows that stand ITEMS_M apart, in
//     TILE_M | a_tile | |          |            WORK_N columns that stand ITEMS_N apart: neighbours read
//            |        | | x  x     |            neighbouring memory.
//            +--------+ +----------+
//
// Launch: work-groups of ITEMS_M x ITEMS_N = (TILE_M / WORK_M) x (TILE_N / WORK_N), enough of them to cover C; SPLIT_K layers
// of them.
// Needs: WORK_M divides TILE_M, WORK_N divides TILE_N. element.cl and gemm_left_out.cl stand before this source.
// Any m, n, k: what lies beyond an edge is taken as zero in the tiles and is not stored. Each part of an element is a sum
// by fma over p = 0 .. k-1 from zero, of two products each, then alpha * sum (+ beta * C).

#ifndef TRANSPOSE_A
#define TRANSPOSE_A 0  // 1: A is stored k x m
#endif
#ifndef TRANSPOSE_B
#define TRANSPOSE_B 0  // 1: B is stored n x k
#endif
#ifndef CONJUGATE_A
#define CONJUGATE_A 0  // 1: op(A) has the conjugates of A's elements
#endif
#ifndef CONJUGATE_B
#define CONJUGATE_B 0
#endif
#ifndef OVERWRITE
#define OVERWRITE 0  // 1: beta counts as zero and C is not read
#endif
#ifndef SPLIT_K
#define SPLIT_K 1  // above 1: work-groups (., ., s) sum the s-th share of k into columns [s n, (s + 1) n) of C
#endif
#ifndef TILE_M
#define TILE_M 64
#endif
#ifndef TILE_N
#define TILE_N 64
#endif
#ifndef TILE_K
#define TILE_K 8
#endif
#ifndef WORK_M
#define WORK_M 4
#endif
#ifndef WORK_N
#define WORK_N 4
#endif

#define ITEMS_M (TILE_M / WORK_M)
#define ITEMS_N (TILE_N / WORK_N)
#define ITEMS (ITEMS_M * ITEMS_N)
// An element more, so that neighbours in k do not lie in one bank of local memory.
#define ROWS_OF_A (TILE_M + 1)
#define ROWS_OF_B (TILE_N + 1)

// Copies lines [line, line + extent) and steps [step, step + TILE_K) of op(X) to its tile: rows of op(A), columns of op(B).
// X has `lines` of them and k steps. Its steps lie one after the other in memory if k_contiguous, else its lines do.
static inline void load_tile(local Element* tile, int extent, int stride, global const Element* x, int ld,
                             bool k_contiguous, bool conjugated, int lines, int k, int line, int step, int item) {
    for (int e = item; e < extent * TILE_K; e += ITEMS) {
        const int r = k_contiguous ? e / TILE_K : e % extent;
        const int p = k_contiguous ? e % TILE_K : e / extent;
        const int i = line + r;
        const int q = step + p;
        Element element = number(0);
        if (i < lines && q < k) element = x[k_contiguous ? q + (long)i * ld : i + (long)q * ld];
        tile[p * stride + r] = conjugated ? conjugate(element) : element;
    }
}

static inline void store_element(global Element* c, Element sum, Element alpha, Element beta) {
#if SPLIT_K > 1
    *c = sum;
#elif OVERWRITE
    *c = multiply(alpha, sum);
#else
    *c = scaled_sum(beta, *c, multiply(alpha, sum));
#endif
}

kernel __attribute__((reqd_work_group_size(ITEMS_M, ITEMS_N, 1)))
void gemm_complex(global const Element* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
                  global const Element* restrict b, long b_first, int b_rows, int b_cols, int b_ld,
                  global Element* restrict c, long c_first, int c_rows, int c_cols, int c_ld GUARD_OPERAND, Element alpha,
                  Element beta GUARD_SCALAR) {
    a += a_first;
    b += b_first;
    c += c_first;
    RETURN_UNLESS_WANTED;
    local Element a_tile[TILE_K * ROWS_OF_A];
    local Element b_tile[TILE_K * ROWS_OF_B];
    const int item_m = (int)get_local_id(0);
    const int item_n = (int)get_local_id(1);
    const int item = item_m + item_n * ITEMS_M;
    const int row = (int)get_group_id(0) * TILE_M;
    const int col = (int)get_group_id(1) * TILE_N;
    RETURN_OUTSIDE_TRIANGLE(row, TILE_M, col, TILE_N);
    const int n = c_cols / SPLIT_K;
    int k = END_OF_STEPS(TRANSPOSE_A ? a_rows : a_cols, row, TILE_M, col, TILE_N);
    int first = FIRST_STEP(row, col, TILE_K);
#if SPLIT_K > 1
    const int share = (k + SPLIT_K * TILE_K - 1) / (SPLIT_K * TILE_K) * TILE_K;
    first = (int)get_group_id(2) * share;
    k = min(k, first + share);
    c += (long)get_group_id(2) * n * c_ld;
#endif

    Element sum[WORK_M][WORK_N];
#pragma unroll
    for (int i = 0; i < WORK_M; ++i)
#pragma unroll
        for (int j = 0; j < WORK_N; ++j) sum[i][j] = number(0);

    for (int step = first; step < k; step += TILE_K) {
        load_tile(a_tile, TILE_M, ROWS_OF_A, a, a_ld, TRANSPOSE_A, CONJUGATE_A, c_rows, k, row, step, item);
        load_tile(b_tile, TILE_N, ROWS_OF_B, b, b_ld, !TRANSPOSE_B, CONJUGATE_B, n, k, col, step, item);
        barrier(CLK_LOCAL_MEM_FENCE);
        const int steps = min(TILE_K, k - step);
        for (int p = 0; p < steps; ++p) {
            Element a_part[WORK_M];
#pragma unroll
            for (int i = 0; i < WORK_M; ++i) a_part[i] = a_tile[p * ROWS_OF_A + item_m + i * ITEMS_M];
#pragma unroll
            for (int j = 0; j < WORK_N; ++j) {
                const Element b_part = b_tile[p * ROWS_OF_B + item_n + j * ITEMS_N];
#pragma unroll
                for (int i = 0; i < WORK_M; ++i) sum[i][j] = multiply_add(a_part[i], b_part, sum[i][j]);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

#pragma unroll
    for (int j = 0; j < WORK_N; ++j)
#pragma unroll
        for (int i = 0; i < WORK_M; ++i) {
            const int r = row + item_m + i * ITEMS_M;
            const int s = col + item_n + j * ITEMS_N;
            if (r < c_rows && s < n) store_element(c + r + (long)s * c_ld, sum[i][j], alpha, beta);
        }
}
