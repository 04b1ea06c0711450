// C := alpha op(A) op(B) + beta C in double precision with the matrix instructions of AMD's CDNA devices (gfx90a, gfx942).
// Never run on hardware: tests run it with an emulator of the instructions, and compile it for both architectures.
//
//   op(A) m x k, op(B) k x n, C m x n, column-major. Element (i, j) of X lies at X[i + j * X_ld].
//
//                    TILE_N
//                 +----+----+
//          TILE_K |    B    | x 2         A work-group computes TILE_M x TILE_N of C, each of its waves of 64 lanes
//                 +----+----+             WORK_M x WORK_N of that. It walks along k in steps of TILE_K: the next tiles of
//        TILE_K                           A and B are on their way to registers while those in local memory are
//       +------+  +----+----+             multiplied, 4 steps of k at a time.
//       |  A   |  | w0 | w2 |  WORK_M
//       |      |  +----+----+             One instruction adds a product to 16 x COLS elements of C:
//       |      |  | w1 | w3 |               VARIANT 0  v_mfma_f64_16x16x4f64, COLS = 16
//       +------+  +----+----+               VARIANT 1  v_mfma_f64_4x4x4f64, COLS = 4: four blocks, one above the other
//       x 2        WORK_N
//
// The instructions compute C^T = op(B)^T op(A)^T, so that neighbouring lanes have neighbouring rows of C. Lane l gives
// element (l % 16, l / 16) of 16 x 4 of op(A), and (l / 16, l % COLS) of 4 x COLS of op(B); its sum number e is element
// (l % 16, 4 e + l / 16) of 16 x COLS of C.
//
// Launch: work-groups of ITEMS = 64 (TILE_M / WORK_M) (TILE_N / WORK_N) in one dimension, one for each tile of C; groups run
// down bands of ORDER tile rows. The second dimension is 1, the third SPLIT_K.
// Needs: 16 divides WORK_M and COLS divides WORK_N, which divide TILE_M and TILE_N; 4 divides TILE_K; ITEMS divides
// TILE_M TILE_K and TILE_N TILE_K; 16 divides TILE_N; local memory for 2 TILE_K (TILE_M + TILE_N) elements.
// Any m, n, k: elements beyond the edges count as zeros. Each element is the sum over k in the order of the instruction,
// then alpha * sum (+ beta * C).

#ifndef TRANSPOSE_A
#define TRANSPOSE_A 0  // 1: A is stored k x m
#endif
#ifndef TRANSPOSE_B
#define TRANSPOSE_B 0  // 1: B is stored n x k
#endif
#ifndef OVERWRITE
#define OVERWRITE 0  // 1: beta counts as zero and C is not read
#endif
#ifndef SPLIT_K
#define SPLIT_K 1  // parts of the sum over k; above 1, C is a workspace of m x (n SPLIT_K)
#endif
#ifndef TILE_M
#define TILE_M 128
#endif
#ifndef TILE_N
#define TILE_N 128
#endif
#ifndef TILE_K
#define TILE_K 8
#endif
#ifndef WORK_M
#define WORK_M 64
#endif
#ifndef WORK_N
#define WORK_N 64
#endif
#ifndef ORDER
#define ORDER 8
#endif
#ifndef VARIANT
#define VARIANT 0
#endif

// Tests define an emulator in their place, which needs storage in local memory.
#ifndef MFMA_16X16X4
#define MFMA_STORAGE
#define MFMA_16X16X4(x, y, sum) __builtin_amdgcn_mfma_f64_16x16x4f64(x, y, sum, 0, 0, 0)
#define MFMA_4X4X4(x, y, sum) __builtin_amdgcn_mfma_f64_4x4x4f64(x, y, sum, 0, 0, 0)
#endif

#if VARIANT == 1
#define COLS 4
#define MULTIPLY MFMA_4X4X4
typedef double Sums;
#else
#define COLS 16
#define MULTIPLY MFMA_16X16X4
typedef double4 Sums;
#endif

#define LANES 64
#define ITEMS (LANES * (TILE_M / WORK_M) * (TILE_N / WORK_N))
#define ROW_BLOCKS (WORK_M / 16)
#define COL_BLOCKS (WORK_N / COLS)
#define A_SIZE (TILE_M * TILE_K)
#define STAGE_SIZE (A_SIZE + TILE_N * TILE_K)
#define A_SHARE (TILE_M * TILE_K / ITEMS)  // elements of a tile that an item brings
#define B_SHARE (TILE_N * TILE_K / ITEMS)
#define READS_C (SPLIT_K == 1 && !OVERWRITE)

// Two waves on each SIMD unit hide each other's latencies: more registers would leave room for one.
#ifdef __AMDGCN__
#define REGISTERS __attribute__((amdgpu_waves_per_eu(2)))
#else
#define REGISTERS
#endif

// Where element (r, p) of a tile lies: neighbours along either direction fall on different banks.
static inline int place(int extent, int r, int p) {
    return p * extent + (r ^ p % 8 * 2);
}

// Element number x of a tile in the order of global memory: r along m or n, p along k.
static inline int element_r(bool contiguous_k, int extent, int x) {
    return contiguous_k ? x / TILE_K : x % extent;
}

static inline int element_p(bool contiguous_k, int extent, int x) {
    return contiguous_k ? x % TILE_K : x / extent;
}

// An item's share of the tile that begins at (row, step).
static inline void load_share(private double* share, int count, global const double* x, int ld, bool contiguous_k,
                              int extent, int rows, int k, int row, int step, int item) {
#pragma unroll
    for (int e = 0; e < count; ++e) {
        const int r = row + element_r(contiguous_k, extent, item + e * ITEMS);
        const int p = step + element_p(contiguous_k, extent, item + e * ITEMS);
        share[e] = r < rows && p < k ? x[contiguous_k ? (long)r * ld + p : (long)p * ld + r] : 0;
    }
}

static inline void store_share(local double* tile, private const double* share, int count, bool contiguous_k,
                               int extent, int item) {
#pragma unroll
    for (int e = 0; e < count; ++e)
        tile[place(extent, element_r(contiguous_k, extent, item + e * ITEMS),
                   element_p(contiguous_k, extent, item + e * ITEMS))] = share[e];
}

static inline double sum_of(Sums x, int e) {
#if VARIANT == 1
    return x;
#else
    return e == 0 ? x.s0 : e == 1 ? x.s1 : e == 2 ? x.s2 : x.s3;
#endif
}

static inline double result(double sum, double alpha, double beta, double old) {
#if SPLIT_K > 1
    return sum;
#elif OVERWRITE
    return alpha * sum;
#else
    return fma(beta, old, alpha * sum);
#endif
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) REGISTERS
void gemm_mfma(global const double* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
               global const double* restrict b, long b_first, int b_rows, int b_cols, int b_ld,
               global double* restrict c, long c_first, int c_rows, int c_cols, int c_ld GUARD_OPERAND,
               double alpha, double beta GUARD_SCALAR) {
    a += a_first;
    b += b_first;
    c += c_first;
    RETURN_UNLESS_WANTED;
    local double tiles[2 * STAGE_SIZE];
    MFMA_STORAGE
    const int item = (int)get_local_id(0);
    const int lane = item % LANES;
    const int wave_row = item / LANES % (TILE_M / WORK_M) * WORK_M;
    const int wave_col = item / LANES / (TILE_M / WORK_M) * WORK_N;
    const int m = c_rows;
    const int n = TRANSPOSE_B ? b_rows : b_cols;

    // The tile of this group: bands of ORDER tile rows, down each column of a band.
    const int tiles_m = (m + TILE_M - 1) / TILE_M;
    const int tiles_n = (n + TILE_N - 1) / TILE_N;
    const int group = TILE_NUMBER;
    const int band = group / (ORDER * tiles_n);
    const int height = min(ORDER, tiles_m - band * ORDER);
    const int within = group - band * ORDER * tiles_n;
    const int row = (band * ORDER + within % height) * TILE_M;
    const int col = within / height * TILE_N;
    RETURN_OUTSIDE_TRIANGLE(row, TILE_M, col, TILE_N);

    int k = END_OF_STEPS(TRANSPOSE_A ? a_rows : a_cols, row, TILE_M, col, TILE_N);
    int first_step = FIRST_STEP(row, col, TILE_K);
#if SPLIT_K > 1
    const int share = (k + SPLIT_K * TILE_K - 1) / (SPLIT_K * TILE_K) * TILE_K;
    first_step = (int)get_group_id(2) * share;
    k = min(k, first_step + share);
    c += (long)get_group_id(2) * n * c_ld;
#endif

    Sums sum[ROW_BLOCKS][COL_BLOCKS];
#pragma unroll
    for (int x = 0; x < ROW_BLOCKS * COL_BLOCKS; ++x) sum[x / COL_BLOCKS][x % COL_BLOCKS] = 0;
    double a_next[A_SHARE];
    double b_next[B_SHARE];
#define LOAD_TILES(step)                                                                        \
    load_share(a_next, A_SHARE, a, a_ld, TRANSPOSE_A, TILE_M, m, k, row, step, item);           \
    load_share(b_next, B_SHARE, b, b_ld, !TRANSPOSE_B, TILE_N, n, k, col, step, item)
#define STORE_TILES(stage)                                                                      \
    store_share(stage, a_next, A_SHARE, TRANSPOSE_A, TILE_M, item);                             \
    store_share((stage) + A_SIZE, b_next, B_SHARE, !TRANSPOSE_B, TILE_N, item)

    LOAD_TILES(first_step);
    STORE_TILES(tiles);
    barrier(CLK_LOCAL_MEM_FENCE);
    int reading = 0;
#pragma unroll 1
    for (int step = first_step; step < k; step += TILE_K) {
        const bool more = step + TILE_K < k;
        if (more) {
            LOAD_TILES(step + TILE_K);
        }
        local const double* a_tile = tiles + reading;
        local const double* b_tile = a_tile + A_SIZE;
#pragma unroll
        for (int p = 0; p < TILE_K; p += 4) {
            double a_part[ROW_BLOCKS];
            double b_part[COL_BLOCKS];
#pragma unroll
            for (int i = 0; i < ROW_BLOCKS; ++i)
                a_part[i] = a_tile[place(TILE_M, wave_row + 16 * i + lane % 16, p + lane / 16)];
#pragma unroll
            for (int j = 0; j < COL_BLOCKS; ++j)
                b_part[j] = b_tile[place(TILE_N, wave_col + COLS * j + lane % COLS, p + lane / 16)];
#pragma unroll
            for (int i = 0; i < ROW_BLOCKS; ++i)
#pragma unroll
                for (int j = 0; j < COL_BLOCKS; ++j) sum[i][j] = MULTIPLY(b_part[j], a_part[i], sum[i][j]);
        }
        reading = STAGE_SIZE - reading;
        if (more) {
            STORE_TILES(tiles + reading);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

#pragma unroll
    for (int i = 0; i < ROW_BLOCKS; ++i)
#pragma unroll
        for (int j = 0; j < COL_BLOCKS; ++j)
#pragma unroll
            for (int e = 0; e < COLS / 4; ++e) {
                const int down = row + wave_row + 16 * i + lane % 16;
                const int across = col + wave_col + COLS * j + 4 * e + lane / 16;
                if (down < m && across < n) {
                    global double* element = c + down + (long)across * c_ld;
                    *element = result(sum_of(sum[i][j], e), alpha, beta, READS_C ? *element : 0);
                }
            }
}
