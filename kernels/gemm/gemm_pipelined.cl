// C := alpha op(A) op(B) + beta C, the next tiles of A and B on their way through registers to a second place in local
// memory while the current ones are multiplied.
//
//   op(A) m x k, op(B) k x n, C m x n, column-major. Element (i, j) of X lies at X[i + j * X_ld].
//
//                          TILE_N
//                       +----------+
//                TILE_K |  b tile  | x 2      A work-group computes TILE_M x TILE_N of C. It walks along k in steps
//                       +----------+          of TILE_K; the elements of the next step are loaded from global memory
//               TILE_K                        before those of the current one are multiplied and stored after it.
//             +--------+ +----------+
//             |        | | xx    xx |  4      A work-item (x) computes WORK_M x WORK_N elements: 4 x 4 blocks that
//      TILE_M | a tile | |          |         stand 4 ITEMS_M rows and 4 ITEMS_N columns apart.
//             |        | | xx    xx |
//             +--------+ +----------+
//                x 2
//
// In local memory both tiles have r (along m or n) contiguous, TILE_K lines of it, PADDING elements apart, so that
// every load to registers is four elements wide; a tile whose k is contiguous in global memory is transposed on
// its way. The fragments of step p + 1 are loaded while those of p are multiplied.
//
// Launch: work-groups of ITEMS = ITEMS_M ITEMS_N = (TILE_M / WORK_M) (TILE_N / WORK_N) in one dimension, one for each
// tile of C; groups run down bands of ORDER tile rows, so that those at work together share tiles in the L2 cache.
// The second dimension is 1, the third SPLIT_K.
// Needs: 4 divides WORK_M, WORK_N and PADDING, 8 divides TILE_K; WORK_M divides TILE_M, WORK_N divides TILE_N; ITEMS divides
// TILE_M TILE_K / 4 and TILE_N TILE_K / 4; local memory for 2 TILE_K (TILE_M + TILE_N + 2 PADDING) elements.
// Any m, n, k: a tile that would reach beyond m or n begins further up, and does not store what its neighbour computes.
// If C is smaller than a tile, what lies beyond the edge counts as zero. The last step of k is filled up with zeros.
// Each element is fma over p = 0 .. k-1 from zero, then alpha * sum (+ beta * C), wherever it lies in its tile.

#ifndef REAL
#define REAL float  // element type: float or double
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
#ifndef SPLIT_K
#define SPLIT_K 1  // parts of the sum over k; above 1, C is a workspace of m x (n SPLIT_K)
#endif
#ifndef TILE_M
#define TILE_M 256
#endif
#ifndef TILE_N
#define TILE_N 128
#endif
#ifndef TILE_K
#define TILE_K 8
#endif
#ifndef WORK_M
#define WORK_M 16
#endif
#ifndef WORK_N
#define WORK_N 8
#endif
#ifndef PADDING
#define PADDING 4
#endif
#ifndef ORDER
#define ORDER 8
#endif
#ifndef VARIANT
#define VARIANT 0  // 1: tiles whose r is contiguous are copied by cp.async (NVIDIA, compute capability 8.0 and up)
#endif

#define ITEMS_M (TILE_M / WORK_M)
#define ITEMS_N (TILE_N / WORK_N)
#define ITEMS (ITEMS_M * ITEMS_N)
#define BLOCKS_M (WORK_M / 4)
#define BLOCKS_N (WORK_N / 4)
#define A_CONTIGUOUS_K TRANSPOSE_A
#define B_CONTIGUOUS_K (!TRANSPOSE_B)
#define A_LINE (TILE_M + PADDING)
#define B_LINE (TILE_N + PADDING)
#define A_SIZE (A_LINE * TILE_K)
#define STAGE_SIZE ((A_LINE + B_LINE) * TILE_K)
#define A_CHUNKS (TILE_M * TILE_K / 4 / ITEMS)  // of four elements, that an item copies each step
#define B_CHUNKS (TILE_N * TILE_K / 4 / ITEMS)
#define LANES_M (ITEMS_M < 8 ? ITEMS_M : 8)  // neighbouring items along m, before the next column of items begins
#define A_ASYNC (VARIANT == 1 && !A_CONTIGUOUS_K)
#define B_ASYNC (VARIANT == 1 && !B_CONTIGUOUS_K)
#define READS_C (SPLIT_K == 1 && !OVERWRITE)

#define JOIN_(x, y) x##y
#define JOIN(x, y) JOIN_(x, y)
typedef JOIN(REAL, 4) REAL4;

// Chunk number x of a tile: its first element's r and p. Two lanes share 32 bytes of global memory if k is contiguous.
static inline int chunk_r(bool contiguous_k, int extent, int x) {
    return contiguous_k ? x / 2 % extent : x % (extent / 4) * 4;
}

static inline int chunk_p(bool contiguous_k, int extent, int x) {
    return contiguous_k ? x % 2 * 4 + x / (2 * extent) * 8 : x / (extent / 4);
}

// Where a tile begins that is to begin at `first`: further up if it would reach beyond the end, so that all of it lies
// within X. If r is contiguous, the tile begins on a boundary of four elements and may read up to three elements below
// the last row. Those elements exist if columns begin on such boundaries.
static inline int begin_within(int first, bool contiguous_k, int extent, int rows) {
    const int last = contiguous_k ? rows - extent : (rows - extent + 3) / 4 * 4;
    return rows < extent ? first : min(first, last);
}

// Four elements from (r, p) on, along the contiguous direction. Those that do not exist are zeros.
static inline REAL4 load_chunk(global const REAL* x, int ld, bool contiguous_k, int rows, int k, int r, int p,
                               bool inner) {
    global const REAL* from = x + (contiguous_k ? (long)r * ld + p : (long)p * ld + r);
    if (inner) return *(global const REAL4*)from;
    const int along = contiguous_k ? k - p : rows - r;
    const bool across = contiguous_k ? r < rows : p < k;
    REAL4 chunk = 0;
    if (across && along > 0) chunk.s0 = from[0];
    if (across && along > 1) chunk.s1 = from[1];
    if (across && along > 2) chunk.s2 = from[2];
    if (across && along > 3) chunk.s3 = from[3];
    return chunk;
}

static inline void store_chunk(local REAL* tile, int line, bool contiguous_k, int r, int p, REAL4 chunk) {
    if (contiguous_k) {
        tile[p * line + r] = chunk.s0;
        tile[(p + 1) * line + r] = chunk.s1;
        tile[(p + 2) * line + r] = chunk.s2;
        tile[(p + 3) * line + r] = chunk.s3;
    } else {
        *(local REAL4*)(tile + p * line + r) = chunk;
    }
}

#if A_ASYNC || B_ASYNC
static inline void copy_async(local REAL* to, global const REAL* from, int valid, bool aligned) {
    const uint address = (uint)(ulong)to;
    const int piece = 16 / (int)sizeof(REAL);
    if (aligned) {
#pragma unroll
        for (int e = 0; e < 4; e += piece)
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address + e * (uint)sizeof(REAL)),
                         "l"(from + e), "r"(clamp(valid - e, 0, piece) * (int)sizeof(REAL))
                         : "memory");
    } else {
#pragma unroll
        for (int e = 0; e < 4; ++e)
            asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(address + e * (uint)sizeof(REAL)),
                         "l"(from + (e < valid ? e : 0)), "n"(sizeof(REAL)), "r"(e < valid ? (int)sizeof(REAL) : 0)
                         : "memory");
    }
}

// Starts the copy of an item's chunks of a tile whose r is contiguous; `inner`: the tile lies within X.
static inline void copy_tile(local REAL* tile, int line, global const REAL* x, int ld, int extent, int chunks,
                             int rows, int k, int row, int step, int item, bool inner) {
    if (inner) {
        local REAL* to = tile + chunk_p(false, extent, item) * line + chunk_r(false, extent, item);
        global const REAL* from =
            x + (long)(step + chunk_p(false, extent, item)) * ld + (row + chunk_r(false, extent, item));
        if (ITEMS % (extent / 4) == 0) {
#pragma unroll
            for (int i = 0; i < chunks; ++i) {
                copy_async(to + i * (ITEMS / (extent / 4)) * line, from, 4, true);
                from += (long)(ITEMS / (extent / 4)) * ld;
            }
            return;
        }
    }
#pragma unroll 1
    for (int i = 0; i < chunks; ++i) {
        const int r = chunk_r(false, extent, item + i * ITEMS);
        const int p = chunk_p(false, extent, item + i * ITEMS);
        const int valid = step + p < k ? max(rows - row - r, 0) : 0;
        copy_async(tile + p * line + r, valid > 0 ? x + (long)(step + p) * ld + (row + r) : x, valid, ld % 4 == 0);
    }
}

static inline void wait_for_copies(void) {
    asm volatile("cp.async.wait_all;" ::: "memory");
}
#else
static inline void wait_for_copies(void) {}
#endif

static inline REAL result(REAL sum, REAL alpha, REAL beta, REAL old) {
#if SPLIT_K > 1
    return sum;
#elif OVERWRITE
    return alpha * sum;
#else
    return fma(beta, old, alpha * sum);
#endif
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void gemm_pipelined(global const REAL* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
                    global const REAL* restrict b, long b_first, int b_rows, int b_cols, int b_ld,
                    global REAL* restrict c, long c_first, int c_rows, int c_cols, int c_ld GUARD_OPERAND,
                    REAL alpha, REAL beta GUARD_SCALAR) {
    a += a_first;
    b += b_first;
    c += c_first;
    RETURN_UNLESS_WANTED;
    local REAL tiles[2 * STAGE_SIZE] __attribute__((aligned(64)));
    const int item = (int)get_local_id(0);
    const int item_m = item % LANES_M + item / (LANES_M * ITEMS_N) * LANES_M;
    const int item_n = item / LANES_M % ITEMS_N;
    const int m = c_rows;
    const int n = TRANSPOSE_B ? b_rows : b_cols;

    // The tile of this group: bands of ORDER tile rows, down each column of a band.
    const int tiles_m = (m + TILE_M - 1) / TILE_M;
    const int tiles_n = (n + TILE_N - 1) / TILE_N;
    const int group = TILE_NUMBER;
    const int band = group / (ORDER * tiles_n);
    const int height = min(ORDER, tiles_m - band * ORDER);
    const int within = group - band * ORDER * tiles_n;
    const int own_row = (band * ORDER + within % height) * TILE_M;
    const int own_col = within / height * TILE_N;
    RETURN_OUTSIDE_TRIANGLE(own_row, TILE_M, own_col, TILE_N);
    const bool wide = a_ld % 4 == 0 && b_ld % 4 == 0;
    const int row = wide ? begin_within(own_row, A_CONTIGUOUS_K, TILE_M, m) : own_row;
    const int col = wide ? begin_within(own_col, B_CONTIGUOUS_K, TILE_N, n) : own_col;

    int k = END_OF_STEPS(TRANSPOSE_A ? a_rows : a_cols, own_row, TILE_M, own_col, TILE_N);
    int first_step = FIRST_STEP(own_row, own_col, TILE_K);
#if SPLIT_K > 1
    const int share = (k + SPLIT_K * TILE_K - 1) / (SPLIT_K * TILE_K) * TILE_K;
    first_step = (int)get_group_id(2) * share;
    k = min(k, first_step + share);
    c += (long)get_group_id(2) * n * c_ld;
#endif
    // Whether the tiles of all whole steps lie within A and B, in columns that begin on boundaries of 4 elements.
    const bool aligned = wide && TILE_M <= m && TILE_N <= n;

    REAL sum[WORK_M][WORK_N];
#pragma unroll
    for (int i = 0; i < WORK_M; ++i)
#pragma unroll
        for (int j = 0; j < WORK_N; ++j) sum[i][j] = 0;
    REAL4 a_next[A_CHUNKS];
    REAL4 b_next[B_CHUNKS];
    REAL a_part[2][WORK_M];
    REAL b_part[2][WORK_N];

#if A_ASYNC
#define COPY_A(step, stage) copy_tile(stage, A_LINE, a, a_ld, TILE_M, A_CHUNKS, m, k, row, step, item, inner);
#else
#define COPY_A(step, stage)
#endif
#if B_ASYNC
#define COPY_B(step, stage) copy_tile((stage) + A_SIZE, B_LINE, b, b_ld, TILE_N, B_CHUNKS, n, k, col, step, item, inner);
#else
#define COPY_B(step, stage)
#endif
#define LOAD_TILES(step, stage)                                                                                        \
    {                                                                                                           \
        const bool inner = aligned && (step) + TILE_K <= k;                                                     \
        COPY_A(step, stage)                                                                                     \
        COPY_B(step, stage)                                                                                     \
        if (!A_ASYNC) _Pragma("unroll") for (int x = 0; x < A_CHUNKS; ++x) a_next[x] =                                        \
            load_chunk(a, a_ld, A_CONTIGUOUS_K, m, k, row + chunk_r(A_CONTIGUOUS_K, TILE_M, item + x * ITEMS),  \
                       (step) + chunk_p(A_CONTIGUOUS_K, TILE_M, item + x * ITEMS), inner);                      \
        if (!B_ASYNC) _Pragma("unroll") for (int x = 0; x < B_CHUNKS; ++x) b_next[x] =                                        \
            load_chunk(b, b_ld, B_CONTIGUOUS_K, n, k, col + chunk_r(B_CONTIGUOUS_K, TILE_N, item + x * ITEMS),  \
                       (step) + chunk_p(B_CONTIGUOUS_K, TILE_N, item + x * ITEMS), inner);                      \
    }
#define STORE_TILES(stage)                                                                                      \
    {                                                                                                           \
        if (!A_ASYNC) _Pragma("unroll") for (int x = 0; x < A_CHUNKS; ++x)                                      \
            store_chunk(stage, A_LINE, A_CONTIGUOUS_K, chunk_r(A_CONTIGUOUS_K, TILE_M, item + x * ITEMS),       \
                        chunk_p(A_CONTIGUOUS_K, TILE_M, item + x * ITEMS), a_next[x]);                          \
        if (!B_ASYNC) _Pragma("unroll") for (int x = 0; x < B_CHUNKS; ++x)                                      \
            store_chunk((stage) + A_SIZE, B_LINE, B_CONTIGUOUS_K,                                               \
                        chunk_r(B_CONTIGUOUS_K, TILE_N, item + x * ITEMS),                                      \
                        chunk_p(B_CONTIGUOUS_K, TILE_N, item + x * ITEMS), b_next[x]);                          \
    }
#define LOAD_PARTS(which, stage, p)                                                                             \
    {                                                                                                           \
        _Pragma("unroll") for (int i = 0; i < BLOCKS_M; ++i) {                                                  \
            const REAL4 four =                                                                                  \
                *(local const REAL4*)((stage) + (p)*A_LINE + (i * ITEMS_M + item_m) * 4);                       \
            a_part[which][4 * i] = four.s0;                                                                     \
            a_part[which][4 * i + 1] = four.s1;                                                                 \
            a_part[which][4 * i + 2] = four.s2;                                                                 \
            a_part[which][4 * i + 3] = four.s3;                                                                 \
        }                                                                                                       \
        _Pragma("unroll") for (int j = 0; j < BLOCKS_N; ++j) {                                                  \
            const REAL4 four =                                                                                  \
                *(local const REAL4*)((stage) + A_SIZE + (p)*B_LINE + (j * ITEMS_N + item_n) * 4);              \
            b_part[which][4 * j] = four.s0;                                                                     \
            b_part[which][4 * j + 1] = four.s1;                                                                 \
            b_part[which][4 * j + 2] = four.s2;                                                                 \
            b_part[which][4 * j + 3] = four.s3;                                                                 \
        }                                                                                                       \
    }

    local REAL* reading = tiles;
    local REAL* writing = tiles + STAGE_SIZE;
    LOAD_TILES(first_step, reading)
    STORE_TILES(reading)
    wait_for_copies();
    barrier(CLK_LOCAL_MEM_FENCE);
    LOAD_PARTS(0, reading, 0)
#pragma unroll 1
    for (int step = first_step; step < k; step += TILE_K) {
        const bool more = step + TILE_K < k;
        if (more) LOAD_TILES(step + TILE_K, writing)
#pragma unroll
        for (int p = 0; p < TILE_K; ++p) {
            if (p < TILE_K - 1) {
                LOAD_PARTS((p + 1) % 2, reading, p + 1)
            } else {
                if (more) STORE_TILES(writing)
                wait_for_copies();
                barrier(CLK_LOCAL_MEM_FENCE);
                local REAL* last = reading;
                reading = writing;
                writing = last;
                LOAD_PARTS((p + 1) % 2, reading, 0)
            }
            // In squares of 2 x 2: neighbouring operations share an operand, which then comes from the cache of
            // the register file.
#pragma unroll
            for (int x = 0; x < WORK_M * WORK_N; ++x) {
                const int i = x / 4 / (WORK_N / 2) * 2 + x % 4 / 2;
                const int j = x / 4 % (WORK_N / 2) * 2 + (x % 2 ^ x % 4 / 2);
                sum[i][j] = fma(a_part[p % 2][i], b_part[p % 2][j], sum[i][j]);
            }
        }
    }

    const bool whole = c_ld % 4 == 0 && own_row + TILE_M <= m && own_col + TILE_N <= n;
#pragma unroll
    for (int j = 0; j < WORK_N; ++j) {
        const int column = col + (j / 4 * ITEMS_N + item_n) * 4 + j % 4;
#pragma unroll
        for (int i = 0; i < BLOCKS_M; ++i) {
            const int first = row + (i * ITEMS_M + item_m) * 4;
            global REAL* place = c + first + (long)column * c_ld;
            if (whole) {
                const REAL4 old = READS_C ? *(global REAL4*)place : (REAL4)(0);
                *(global REAL4*)place = (REAL4)(result(sum[4 * i][j], alpha, beta, old.s0),
                                                result(sum[4 * i + 1][j], alpha, beta, old.s1),
                                                result(sum[4 * i + 2][j], alpha, beta, old.s2),
                                                result(sum[4 * i + 3][j], alpha, beta, old.s3));
            } else if (column >= own_col && column < n) {
#pragma unroll
                for (int e = 0; e < 4; ++e)
                    if (first + e >= own_row && first + e < m)
                        place[e] = result(sum[4 * i + e][j], alpha, beta, READS_C ? place[e] : 0);
            }
        }
    }
}
