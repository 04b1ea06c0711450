// C := alpha op(A) op(B) + beta C, tiles of A and B in local memory, a block of C in each work-item's registers.
//
//   op(A) m x k, op(B) k x n, C m x n, column-major. Element (i, j) of X lies at X[i + j * X_ld].
//
//                          TILE_N
//                       +----------+
//                TILE_K |  b_tile  |            A work-group computes TILE_M x TILE_N of C. It walks along k
//                       +----------+            in steps of TILE_K: all work-items copy the two tiles to local
//              TILE_K     WORK_N                memory, then each multiplies its share of them.
//            +--------+ +----------+
//            |        | |  xx      |  VECTOR    A work-item (x) computes WORK_M x WORK_N elements: vectors of
//     TILE_M | a_tile | |          |            VECTOR rows that stand ITEMS_M * VECTOR apart, so that neighbours
//            |        | |  xx      |            read neighbouring local memory, in WORK_N columns side by side.
//            +--------+ +----------+
//
// Launch: work-groups of ITEMS_M x ITEMS_N = (TILE_M / WORK_M) x (TILE_N / WORK_N), enough of them to cover C;
// SPLIT_K layers of them.
// Needs: VECTOR divides WORK_M, WORK_M divides TILE_M, WORK_N divides TILE_N, UNROLL divides TILE_K;
// VECTOR is 1, 2, 4, 8 or 16. gemm_common.cl stands before this source and tells of the other macros.
// With VARIANT 2, vectors run along k: both tiles have k contiguous, a load takes VECTOR steps of one row or column, and a
// work-item's rows stand ITEMS_M apart. VECTOR then divides UNROLL, not WORK_M, and TRANSPOSE_LOCAL has no meaning.
// Any m, n, k: what lies beyond an edge is taken as zero in the tiles and is not stored. Each element is fma over
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
#ifndef UNROLL
#define UNROLL 1  // steps along k written out
#endif
#ifndef VARIANT
// 1: between tiles the sums rest in local memory: CPUs do without copies that collide in the cache
// 2: vectors run along k
#define VARIANT 0
#endif

#define ITEMS_M (TILE_M / WORK_M)
#define ITEMS_N (TILE_N / WORK_N)
#define ITEMS (ITEMS_M * ITEMS_N)
#if VARIANT == 2
#define ROWS 1       // of a vector
#define STEPS WIDTH  // of a vector
typedef REAL SUM;
#undef A_TILE_K_CONTIGUOUS
#undef B_TILE_K_CONTIGUOUS
#define A_TILE_K_CONTIGUOUS 1
#define B_TILE_K_CONTIGUOUS 1
#else
#define ROWS WIDTH
#define STEPS 1
typedef REAL_VECTOR SUM;
#endif
#define VECTORS (WORK_M / ROWS)  // of one work-item in one column

// From step p on: a vector of A's tile that begins at row r, and what it is multiplied by of column j of B's tile.
static inline REAL_VECTOR vector_of_a(local const REAL* a_tile, int r, int p) {
#if VARIANT == 2
    return LOAD_LOCAL(a_tile + TILE_PLACE(true, TILE_M, r, p));
#else
    return tile_vector(a_tile, A_TILE_K_CONTIGUOUS, TILE_M, r, p);
#endif
}

static inline REAL_VECTOR vector_of_b(local const REAL* b_tile, int j, int p) {
#if VARIANT == 2
    return LOAD_LOCAL(b_tile + TILE_PLACE(true, TILE_N, j, p));
#else
    return (REAL_VECTOR)(b_tile[TILE_PLACE(B_TILE_K_CONTIGUOUS, TILE_N, j, p)]);
#endif
}

// sum + a b, by fma over ascending k.
static inline SUM add_product(REAL_VECTOR a, REAL_VECTOR b, SUM sum) {
#if VARIANT == 2
    REAL a_steps[WIDTH];
    REAL b_steps[WIDTH];
    STORE(a, a_steps);
    STORE(b, b_steps);
#pragma unroll
    for (int p = 0; p < WIDTH; ++p) sum = fma(a_steps[p], b_steps[p], sum);
    return sum;
#else
    return fma(a, b, sum);
#endif
}

static inline void store_sum(global REAL* c, int ld, int m, int n, int row, int column, SUM sum, REAL alpha,
                             REAL beta) {
#if VARIANT == 2
    if (row < m && column < n) store_element(c + row + (long)column * ld, sum, alpha, beta);
#else
    store_vector(c, ld, m, n, row, column, sum, alpha, beta);
#endif
}

kernel __attribute__((reqd_work_group_size(ITEMS_M, ITEMS_N, 1)))
void gemm_blocked(global const REAL* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
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
    const bool idle = row + item_m * ROWS >= m || col + item_n * WORK_N >= n;

#if VARIANT == 1
    local SUM sums[ITEMS][VECTORS][WORK_N];
    local SUM(*sum)[WORK_N] = sums[item];
#else
    SUM sum[VECTORS][WORK_N];
#endif
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
#pragma unroll
        for (int j = 0; j < WORK_N; ++j) sum[v][j] = 0;

    for (int step = share.x; step < k; step += TILE_K) {
        load_tile(a_tile, A_TILE_K_CONTIGUOUS, TILE_M, a, a_ld, A_K_CONTIGUOUS, m, k, row, step, item, ITEMS);
        load_tile(b_tile, B_TILE_K_CONTIGUOUS, TILE_N, b, b_ld, B_K_CONTIGUOUS, n, k, col, step, item, ITEMS);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (!idle) {
            // What lives across barriers a CPU keeps in memory: this copy stays in registers.
            SUM part[VECTORS][WORK_N];
#pragma unroll
            for (int v = 0; v < VECTORS; ++v)
#pragma unroll
                for (int j = 0; j < WORK_N; ++j) part[v][j] = sum[v][j];
            local const REAL* a_from = a_tile + TILE_PLACE(A_TILE_K_CONTIGUOUS, TILE_M, item_m * ROWS, 0);
            local const REAL* b_from = b_tile + TILE_PLACE(B_TILE_K_CONTIGUOUS, TILE_N, item_n * WORK_N, 0);
            const int steps = min(TILE_K, k - step);
            for (int stretch = 0; stretch < steps; stretch += UNROLL) {
#pragma unroll
                for (int p = 0; p < UNROLL; p += STEPS) {
                    REAL_VECTOR a_part[VECTORS];
#pragma unroll
                    for (int v = 0; v < VECTORS; ++v) a_part[v] = vector_of_a(a_from, v * ITEMS_M * ROWS, p);
#pragma unroll
                    for (int j = 0; j < WORK_N; ++j) {
                        const REAL_VECTOR b_part = vector_of_b(b_from, j, p);
#pragma unroll
                        for (int v = 0; v < VECTORS; ++v) part[v][j] = add_product(a_part[v], b_part, part[v][j]);
                    }
                }
                a_from += TILE_PLACE(A_TILE_K_CONTIGUOUS, TILE_M, 0, UNROLL);
                b_from += TILE_PLACE(B_TILE_K_CONTIGUOUS, TILE_N, 0, UNROLL);
            }
#pragma unroll
            for (int v = 0; v < VECTORS; ++v)
#pragma unroll
                for (int j = 0; j < WORK_N; ++j) sum[v][j] = part[v][j];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    c = part_of_c(c, n, c_ld);
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
#pragma unroll
        for (int j = 0; j < WORK_N; ++j)
            store_sum(c, c_ld, m, n, row + (v * ITEMS_M + item_m) * ROWS, col + item_n * WORK_N + j, sum[v][j], alpha,
                      beta);
}
