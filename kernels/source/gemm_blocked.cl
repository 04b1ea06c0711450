// C := alpha op(A) op(B) + beta C, tiles of A and B in local memory, a block of C in each work-item's registers.
//
//   op(A) m x k, op(B) k x n, C m x n, column-major. Element (i, j) of X lies at X[i + j * X_ld].
//
//                          TILE_N
//                       +----------+
//                TILE_K |  b_tile  |            A work-group computes TILE_M x TILE_N of C. It walks along k
//                       +----------+            in steps of TILE_K: all work-items copy the two tiles to local
//              TILE_K                           memory, then each multiplies its share of them.
//            +--------+ +----------+
//            |        | |  x   x   |  VECTOR    A work-item (x) computes WORK_M x WORK_N elements: vectors of
//     TILE_M | a_tile | |          |            VECTOR rows that stand ITEMS_M * VECTOR apart, in columns that
//            |        | |  x   x   |            stand ITEMS_N apart, so that neighbours read neighbouring local
//            +--------+ +----------+            memory.
//
// Launch: work-groups of ITEMS_M x ITEMS_N = (TILE_M / WORK_M) x (TILE_N / WORK_N), enough of them to cover C.
// Needs: VECTOR divides WORK_M, WORK_M divides TILE_M, WORK_N divides TILE_N, UNROLL divides TILE_K; VECTOR is
// 1, 2, 4, 8 or 16.
// Any m, n, k: what lies beyond an edge is taken as zero in the tiles and is not stored. Each element is fma over
// p = 0 .. k-1 from zero, then alpha * sum (+ beta * C), wherever it lies in its tile.

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
#ifndef TILE_M
#define TILE_M 64
#endif
#ifndef TILE_N
#define TILE_N 64
#endif
#ifndef TILE_K
#define TILE_K 16
#endif
#ifndef WORK_M
#define WORK_M 4
#endif
#ifndef WORK_N
#define WORK_N 4
#endif
#ifndef VECTOR
#define VECTOR 2
#endif
#ifndef UNROLL
#define UNROLL (TILE_K > 16 ? 4 : TILE_K)  // steps along k written out; divides TILE_K
#endif

#define ITEMS_M (TILE_M / WORK_M)
#define ITEMS_N (TILE_N / WORK_N)
#define ITEMS (ITEMS_M * ITEMS_N)
#define VECTORS (WORK_M / VECTOR)       // of one work-item in one column
#define TILE_VECTORS (TILE_M / VECTOR)  // of a_tile in one column

#define JOIN_(x, y) x##y
#define JOIN(x, y) JOIN_(x, y)
#if VECTOR == 1
typedef REAL REAL_VECTOR;
#define LOAD(p) (*(p))
#define STORE(v, p) (*(p) = (v))
#else
typedef JOIN(REAL, VECTOR) REAL_VECTOR;
#define LOAD(p) JOIN(vload, VECTOR)(0, p)
#define STORE(v, p) JOIN(vstore, VECTOR)(v, 0, p)
#endif

// a_tile holds TILE_VECTORS vectors of rows for each p. b_tile keeps the direction in which B is contiguous, with
// one element of padding so that columns do not fall on one bank.
#define A_PLACE(i, p) ((p) * TILE_M + (i))
#if TRANSPOSE_B
#define B_PLACE(p, j) ((p) * (TILE_N + 1) + (j))
#define B_TILE_SIZE (TILE_K * (TILE_N + 1))
#else
#define B_PLACE(p, j) ((j) * (TILE_K + 1) + (p))
#define B_TILE_SIZE (TILE_N * (TILE_K + 1))
#endif

// Rows [row, row + TILE_M) and steps [step, step + TILE_K) of op(A).
static void load_a(local REAL* a_tile, global const REAL* a, int m, int k, int ld, int row, int step,
                   int item) {
#if TRANSPOSE_A
    for (int e = item; e < TILE_M * TILE_K; e += ITEMS) {
        const int p = e % TILE_K;
        const int i = e / TILE_K;
        const bool inside = row + i < m && step + p < k;
        a_tile[A_PLACE(i, p)] = inside ? a[(step + p) + (long)(row + i) * ld] : 0;
    }
#else
    for (int e = item; e < TILE_VECTORS * TILE_K; e += ITEMS) {
        const int i = e % TILE_VECTORS * VECTOR;
        const int p = e / TILE_VECTORS;
        local REAL* to = a_tile + A_PLACE(i, p);
        global const REAL* from = a + (row + i) + (long)(step + p) * ld;
        if (row + i + VECTOR <= m && step + p < k) {
            STORE(LOAD(from), to);
        } else {
            for (int v = 0; v < VECTOR; ++v) to[v] = row + i + v < m && step + p < k ? from[v] : 0;
        }
    }
#endif
}

// Steps [step, step + TILE_K) and columns [col, col + TILE_N) of op(B).
static void load_b(local REAL* b_tile, global const REAL* b, int k, int n, int ld, int step, int col,
                   int item) {
    for (int e = item; e < TILE_K * TILE_N; e += ITEMS) {
#if TRANSPOSE_B
        const int j = e % TILE_N;
        const int p = e / TILE_N;
        const long place = (col + j) + (long)(step + p) * ld;
#else
        const int p = e % TILE_K;
        const int j = e / TILE_K;
        const long place = (step + p) + (long)(col + j) * ld;
#endif
        b_tile[B_PLACE(p, j)] = step + p < k && col + j < n ? b[place] : 0;
    }
}

static void store_element(global REAL* c, REAL sum, REAL alpha, REAL beta) {
#if OVERWRITE
    *c = alpha * sum;
#else
    *c = fma(beta, *c, alpha * sum);
#endif
}

kernel __attribute__((reqd_work_group_size(ITEMS_M, ITEMS_N, 1)))
void gemm_blocked(global const REAL* restrict a, int a_rows, int a_cols, int a_ld,
                global const REAL* restrict b, int b_rows, int b_cols, int b_ld,
                global REAL* restrict c, int c_rows, int c_cols, int c_ld, REAL alpha, REAL beta) {
    local REAL a_tile[TILE_M * TILE_K] __attribute__((aligned(64)));
    local REAL b_tile[B_TILE_SIZE] __attribute__((aligned(64)));
    const int item_m = (int)get_local_id(0);
    const int item_n = (int)get_local_id(1);
    const int item = item_m + item_n * ITEMS_M;
    const int row = (int)get_group_id(0) * TILE_M;
    const int col = (int)get_group_id(1) * TILE_N;
    const int k = TRANSPOSE_A ? a_rows : a_cols;

    REAL_VECTOR sum[VECTORS][WORK_N];
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
#pragma unroll
        for (int j = 0; j < WORK_N; ++j) sum[v][j] = 0;

    for (int step = 0; step < k; step += TILE_K) {
        load_a(a_tile, a, c_rows, k, a_ld, row, step, item);
        load_b(b_tile, b, k, c_cols, b_ld, step, col, item);
        barrier(CLK_LOCAL_MEM_FENCE);
        // A CPU keeps `sum` in memory across barriers: this copy lives in registers between them.
        REAL_VECTOR part[VECTORS][WORK_N];
#pragma unroll
        for (int v = 0; v < VECTORS; ++v)
#pragma unroll
            for (int j = 0; j < WORK_N; ++j) part[v][j] = sum[v][j];
        for (int stretch = 0; stretch < TILE_K; stretch += UNROLL) {
#pragma unroll
            for (int p = stretch; p < stretch + UNROLL; ++p) {
                REAL_VECTOR a_part[VECTORS];
#pragma unroll
                for (int v = 0; v < VECTORS; ++v)
                    a_part[v] = *(local const REAL_VECTOR*)(a_tile + A_PLACE((v * ITEMS_M + item_m) * VECTOR, p));
#pragma unroll
                for (int j = 0; j < WORK_N; ++j) {
                    const REAL_VECTOR b_part = (REAL_VECTOR)(b_tile[B_PLACE(p, j * ITEMS_N + item_n)]);
#pragma unroll
                    for (int v = 0; v < VECTORS; ++v) part[v][j] = fma(a_part[v], b_part, part[v][j]);
                }
            }
        }
#pragma unroll
        for (int v = 0; v < VECTORS; ++v)
#pragma unroll
            for (int j = 0; j < WORK_N; ++j) sum[v][j] = part[v][j];
        barrier(CLK_LOCAL_MEM_FENCE);
    }

#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
#pragma unroll
        for (int j = 0; j < WORK_N; ++j) {
            const int i = row + (v * ITEMS_M + item_m) * VECTOR;
            const int column = col + j * ITEMS_N + item_n;
            if (column >= c_cols) continue;
            REAL elements[VECTOR];
            STORE(sum[v][j], elements);
            for (int e = 0; e < VECTOR; ++e)
                if (i + e < c_rows) store_element(c + (i + e) + (long)column * c_ld, elements[e], alpha, beta);
        }
}
