// C := alpha op(A) op(B) + beta C for complex elements of single precision, tiles of A and B on their way to local memory
// while others are multiplied.
//
//   op(A) m x k, op(B) k x n, C m x n, column-major. Element (i, j) of X lies at X[i + j * X_ld], its real part in x and its
//   imaginary part in y.
//
//                          TILE_N
//                       +----------+
//                TILE_K |  b tile  | x STAGES   A work-group computes TILE_M x TILE_N of C. It walks along k in steps of
//                       +----------+            TILE_K: STAGES - 1 tiles of A and B are on their way while one is
//              TILE_K                           multiplied.
//             +------+  +----------+
//             |a tile|  | xx    xx |  2         A work-item (x) computes WORK_M x WORK_N elements: 2 x 2 blocks that
//             |      |  |          |            stand 2 ITEMS_M rows and 2 ITEMS_N columns apart.
//             |      |  | xx    xx |
//             +------+  +----------+
//             x STAGES
//
// In local memory tiles have r (along m or n) contiguous, so that a load to registers brings two elements. Lines are GAP
// elements longer than a tile, so that neighbours in k fall on different banks. The elements of step p + 1 are loaded to
// registers while those of p are multiplied, and copies of a later tile are started among the products.
//
// Launch: work-groups of ITEMS = (TILE_M / WORK_M) (TILE_N / WORK_N) in one dimension, one for each tile of C; groups run
// down bands of ORDER tile rows, so that those at work together share tiles in the L2 cache. The second dimension is 1, the
// third SPLIT_K.
// Needs: WORK_M and WORK_N are even, WORK_M divides TILE_M and WORK_N divides TILE_N; TILE_K is 2, 4, 8 or 16; STAGES >= 2; the
// work-items copy whole lines: TILE_M, TILE_N or TILE_K, whichever is contiguous in memory, divides ITEMS, and ITEMS divides
// TILE_M TILE_K and TILE_N TILE_K.
// Any m, n, k: a tile that would reach beyond m or n begins further up, and does not store what its neighbour computes.
// If C is smaller than a tile, what lies beyond the edge counts as zero. The last step of k is filled up with zeros.
// The bits are those of gemm_complex.cl: each part of an element is a sum by fma over p = 0 .. k-1 from zero, of two products
// each, then alpha * sum (+ beta * C).
// element.cl and gemm_left_out.cl stand before this source.

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
#define SPLIT_K 1  // parts of the sum over k; above 1, C is a workspace of m x (n SPLIT_K)
#endif
#ifndef TILE_M
#define TILE_M 128
#endif
#ifndef TILE_N
#define TILE_N 64
#endif
#ifndef TILE_K
#define TILE_K 8
#endif
#ifndef WORK_M
#define WORK_M 8
#endif
#ifndef WORK_N
#define WORK_N 4
#endif
#ifndef STAGES
#define STAGES 4
#endif
#ifndef ORDER
#define ORDER 8
#endif
#ifndef VARIANT
#define VARIANT 0  // 0: elements are copied by cp.async (NVIDIA, compute capability 8.0 and up), 1: by loads and stores
#endif

#define JOIN_(x, y) x##y
#define JOIN(x, y) JOIN_(x, y)
#define GAP 2
#define COPY_TURNS 2  // a tile's copies are started in as many places among its products
#define ITEMS_M (TILE_M / WORK_M)
#define ITEMS_N (TILE_N / WORK_N)
#define ITEMS (ITEMS_M * ITEMS_N)
// 32 neighbouring items stand in 8 rows and 4 columns, if there are as many. Bit 0 of an item's number is one of its column and
// bit 1 one of its row, so that of two neighbours one address is the same whichever tile they load from: local memory serves
// more of them at once.
#if ITEMS_M % 8 == 0 && ITEMS_N % 4 == 0
#define ITEM_M(x) ((x) / 32 % (ITEMS_M / 8) * 8 + (x) / 2 % 2 + (x) / 8 % 4 * 2)
#define ITEM_N(x) ((x) / (ITEMS_M * 4) * 4 + (x) % 2 + (x) / 4 % 2 * 2)
#else
#define ITEM_M(x) ((x) % ITEMS_M)
#define ITEM_N(x) ((x) / ITEMS_M)
#endif
#define A_LINE (TILE_M + GAP)
#define B_LINE (TILE_N + GAP)
#define A_SIZE (A_LINE * TILE_K)
#define STAGE_SIZE (A_SIZE + B_LINE * TILE_K)

// The work-items copy ITEMS elements of a tile at once: LINES_OF steps, or rows if steps are contiguous in memory.
#define PER_LINE(k_contiguous, extent) ((k_contiguous) ? TILE_K : (extent))
#define LINES_OF(k_contiguous, extent) (ITEMS / PER_LINE(k_contiguous, extent))
#define A_COPIES (TILE_M * TILE_K / ITEMS)
#define READS_C (SPLIT_K == 1 && !OVERWRITE)
#define COPIES (A_COPIES + TILE_N * TILE_K / ITEMS)

// Starts the copy of an element to place `to` of local memory if it is `wanted`, and copies zero if it is not `there`.
#if VARIANT == 0
#define COPY_IF(to, from, wanted)                                                                           \
    asm volatile("{.reg .pred p; setp.ne.s32 p, %2, 0; @p cp.async.ca.shared.global [%0], [%1], 8;}" ::"r"( \
                     (uint)(ulong)(to)),                                                                    \
                 "l"(from), "r"((int)(wanted))                                                              \
                 : "memory")
static inline void copy_or_clear(local float2* to, global const float2* from, bool there) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"((uint)(ulong)to), "l"(from), "r"(there ? 8 : 0)
                 : "memory");
}

static inline void commit_copies(void) {
    asm volatile("cp.async.commit_group;" ::: "memory");
}

// Returns when the copies of the stage that is read next have ended, those of all work-items.
static inline void wait_for_copies(void) {
    asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
    barrier(CLK_LOCAL_MEM_FENCE);
}
#else
#define COPY_IF(to, from, wanted) \
    if (wanted) *(to) = *(from)
static inline void copy_or_clear(local float2* to, global const float2* from, bool there) {
    *to = there ? *from : (float2)(0, 0);
}

static inline void commit_copies(void) {}

static inline void wait_for_copies(void) {
    barrier(CLK_LOCAL_MEM_FENCE);
}
#endif

// A work-item's first element of op(X)'s tile at (row, step).
static inline global const float2* first_element(global const float2* x, int ld, bool k_contiguous, int extent, int row,
                                                 int step, int item) {
    const int along = item % PER_LINE(k_contiguous, extent);
    const int line = item / PER_LINE(k_contiguous, extent);
    return x + (k_contiguous ? (long)(row + line) * ld + step + along : (long)(step + line) * ld + row + along);
}

// Where it goes in the tile.
static inline int first_place(bool k_contiguous, int extent, int item) {
    const int along = item % PER_LINE(k_contiguous, extent);
    const int line = item / PER_LINE(k_contiguous, extent);
    return k_contiguous ? along * (extent + GAP) + line : line * (extent + GAP) + along;
}

// The copy of a tile that reaches beyond the `rows` or the k steps of op(X): what lies there becomes zero.
static inline void copy_edge_tile(local float2* tile, global const float2* x, int ld, bool k_contiguous, int extent,
                                  int rows, int k, int row, int step, int item) {
#pragma unroll 1
    for (int e = item; e < extent * TILE_K; e += ITEMS) {
        const int along = e % PER_LINE(k_contiguous, extent);
        const int line = e / PER_LINE(k_contiguous, extent);
        const int r = k_contiguous ? line : along;
        const int p = k_contiguous ? along : line;
        const bool there = row + r < rows && step + p < k;
        const long at = k_contiguous ? (long)(row + r) * ld + step + p : (long)(step + p) * ld + row + r;
        copy_or_clear(tile + p * (extent + GAP) + r, x + (there ? at : 0), there);
    }
}

static inline float2 result(float2 sum, float2 alpha, float2 beta, float2 old) {
#if SPLIT_K > 1
    return sum;
#else
    const float2 product = multiply(alpha, sum);
    return OVERWRITE ? product : scaled_sum(beta, old, product);
#endif
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void gemm_complex_pipelined(global const float2* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
                            global const float2* restrict b, long b_first, int b_rows, int b_cols, int b_ld,
                            global float2* restrict c, long c_first, int c_rows, int c_cols, int c_ld GUARD_OPERAND,
                            float2 alpha, float2 beta GUARD_SCALAR) {
    a += a_first;
    b += b_first;
    c += c_first;
    RETURN_UNLESS_WANTED;
    local float2 tiles[STAGES * STAGE_SIZE] __attribute__((aligned(128)));
    const int item = (int)get_local_id(0);
    const int item_m = ITEM_M(item);
    const int item_n = ITEM_N(item);
    const int m = c_rows;
    const int n = c_cols / SPLIT_K;

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
    int k = END_OF_STEPS(TRANSPOSE_A ? a_rows : a_cols, own_row, TILE_M, own_col, TILE_N);
    int first = FIRST_STEP(own_row, own_col, TILE_K);
#if SPLIT_K > 1
    const int share = (k + SPLIT_K * TILE_K - 1) / (SPLIT_K * TILE_K) * TILE_K;
    first = (int)get_group_id(2) * share;
    k = min(k, first + share);
    c += (long)get_group_id(2) * n * c_ld;
#endif
    const int steps = max(0, (k - first + TILE_K - 1) / TILE_K);
    const int row = m < TILE_M ? own_row : min(own_row, m - TILE_M);
    const int col = n < TILE_N ? own_col : min(own_col, n - TILE_N);

    // Parts of the sums.
    float real[WORK_M][WORK_N], imaginary[WORK_M][WORK_N];
#pragma unroll
    for (int x = 0; x < WORK_M * WORK_N; ++x) real[x / WORK_N][x % WORK_N] = imaginary[x / WORK_N][x % WORK_N] = 0;

    // The steps whose tiles lie within A and B.
    const int inner_steps = TILE_M <= m && TILE_N <= n ? max(0, k - first) / TILE_K : 0;
    global const float2* a_next = first_element(a, a_ld, TRANSPOSE_A, TILE_M, row, first, item);
    global const float2* b_next = first_element(b, b_ld, !TRANSPOSE_B, TILE_N, col, first, item);
    const int a_stride = LINES_OF(TRANSPOSE_A, TILE_M) * a_ld;
    const int b_stride = LINES_OF(!TRANSPOSE_B, TILE_N) * b_ld;
    const int a_to = first_place(TRANSPOSE_A, TILE_M, item);
    const int b_to = A_SIZE + first_place(!TRANSPOSE_B, TILE_N, item);

// Copy number y of an inner step's COPIES, and what follows the last one.
#define A_TURN (LINES_OF(TRANSPOSE_A, TILE_M) * (TRANSPOSE_A ? 1 : A_LINE))
#define B_TURN (LINES_OF(!TRANSPOSE_B, TILE_N) * (TRANSPOSE_B ? B_LINE : 1))
#define COPY_ELEMENT(y, stage, wanted)                                     \
    if ((y) < A_COPIES) {                                                  \
        COPY_IF((stage) + a_to + (y)*A_TURN, a_next, wanted);              \
        a_next += a_stride;                                                \
    } else {                                                               \
        COPY_IF((stage) + b_to + ((y)-A_COPIES) * B_TURN, b_next, wanted); \
        b_next += b_stride;                                                \
    }
#define END_COPIES()                                                           \
    if (TRANSPOSE_A) a_next += TILE_K - (long)a_stride * A_COPIES;             \
    if (!TRANSPOSE_B) b_next += TILE_K - (long)b_stride * (COPIES - A_COPIES); \
    commit_copies()
#define COPY_EDGE_STEP(s, stage)                                                                \
    if ((s) >= inner_steps && (s) < steps) {                                                    \
        const int step = first + (s)*TILE_K;                                                    \
        copy_edge_tile(stage, a, a_ld, TRANSPOSE_A, TILE_M, m, k, row, step, item);             \
        copy_edge_tile((stage) + A_SIZE, b, b_ld, !TRANSPOSE_B, TILE_N, n, k, col, step, item); \
    }
// Loads two neighbouring elements of op(A) or op(B) of step p.
#define LOAD_A(i, stage, p)                                                                     \
    {                                                                                           \
        const float4 two = *(local const float4*)((stage) + a_lane + (p)*A_LINE + (i)*ITEMS_M); \
        a_part[i] = two.lo;                                                                     \
        a_part[(i) + 1] = two.hi;                                                               \
    }
#define LOAD_B(j, stage, p)                                                                     \
    {                                                                                           \
        const float4 two = *(local const float4*)((stage) + b_lane + (p)*B_LINE + (j)*ITEMS_N); \
        b_part[j] = two.lo;                                                                     \
        b_part[(j) + 1] = two.hi;                                                               \
    }
#define A_IMAGINARY(i) (CONJUGATE_A ? -a_part[i].y : a_part[i].y)
#define B_IMAGINARY(j) (CONJUGATE_B ? -b_part[j].y : b_part[j].y)
// The products of 2 x 2 elements. Neighbouring operations share an operand, which then comes from the cache of the register
// file.
#define MULTIPLY(i, j)                                                                       \
    _Pragma("unroll") for (int x = 0; x < 16; ++x) {                                         \
        const int r = (i) + x % 4 / 2;                                                       \
        const int q = (j) + (x % 2 ^ x % 4 / 2);                                             \
        if (x / 4 == 0) real[r][q] = fma(a_part[r].x, b_part[q].x, real[r][q]);              \
        if (x / 4 == 1) imaginary[r][q] = fma(a_part[r].x, B_IMAGINARY(q), imaginary[r][q]); \
        if (x / 4 == 2) imaginary[r][q] = fma(A_IMAGINARY(r), b_part[q].x, imaginary[r][q]); \
        if (x / 4 == 3) real[r][q] = fma(-A_IMAGINARY(r), B_IMAGINARY(q), real[r][q]);       \
    }

// The products of step p of a tile: shares of the copies before them, loads for the next step behind those that need their places.
#define STEP(p)                                                                        \
    {                                                                                  \
        const int next = ((p) + 1) % TILE_K;                                           \
        if ((p) % (TILE_K / COPY_TURNS) == 0) {                                        \
            _Pragma("unroll") for (int y = 0; y < COPIES; ++y)                         \
                if (y * COPY_TURNS / COPIES == (p) / (TILE_K / COPY_TURNS)) {          \
                    COPY_ELEMENT(y, tiles + writing, wanted)                           \
                }                                                                      \
        }                                                                              \
        if (next == 0) {                                                               \
            END_COPIES();                                                              \
            wait_for_copies();                                                         \
            writing = reading;                                                         \
            reading = reading == (STAGES - 1) * STAGE_SIZE ? 0 : reading + STAGE_SIZE; \
        }                                                                              \
        _Pragma("unroll") for (int i = 0; i < WORK_M; i += 2) {                        \
            _Pragma("unroll") for (int j = 0; j < WORK_N; j += 2) {                    \
                MULTIPLY(i, j)                                                         \
                if (i == WORK_M - 2) LOAD_B(j, tiles + reading, next)                  \
                if (j == WORK_N - 2) LOAD_A(i, tiles + reading, next)                  \
            }                                                                          \
        }                                                                              \
    }
// All steps of a tile, written out: compilers do not unroll a loop of so many operations.
#define STEPS_2(p) STEP(p) STEP((p) + 1)
#define STEPS_4(p) STEPS_2(p) STEPS_2((p) + 2)
#define STEPS_8(p) STEPS_4(p) STEPS_4((p) + 4)
#define STEPS_16(p) STEPS_8(p) STEPS_8((p) + 8)

    if (steps > 0) {
#pragma unroll 1
        for (int s = 0; s < STAGES - 1; ++s) {
            COPY_EDGE_STEP(s, tiles + s * STAGE_SIZE)
#pragma unroll
            for (int y = 0; y < COPIES; ++y) {
                COPY_ELEMENT(y, tiles + s * STAGE_SIZE, s < inner_steps)
            }
            END_COPIES();
        }
        wait_for_copies();
        const int a_lane = 2 * item_m;
        const int b_lane = A_SIZE + 2 * item_n;
        // The stages at work, as numbers of elements from the first.
        int reading = 0;
        int writing = (STAGES - 1) * STAGE_SIZE;
        float2 a_part[WORK_M];
        float2 b_part[WORK_N];
#pragma unroll
        for (int i = 0; i < WORK_M; i += 2) LOAD_A(i, tiles, 0)
#pragma unroll
        for (int j = 0; j < WORK_N; j += 2) LOAD_B(j, tiles, 0)
#pragma unroll 1
        for (int s = 0; s < steps; ++s) {
            COPY_EDGE_STEP(s + STAGES - 1, tiles + writing)
            const int wanted = s + STAGES - 1 < inner_steps;
            JOIN(STEPS_, TILE_K)(0)
        }
    }

    const int first_row = row + 2 * item_m;
    const int first_col = col + 2 * item_n;
#pragma unroll
    for (int j = 0; j < WORK_N; ++j) {
        const int column = first_col + j / 2 * 2 * ITEMS_N + j % 2;
        if (column < own_col || column >= n) continue;
        global float2* const place = c + (long)column * c_ld;
        float2 old[WORK_M];
#pragma unroll
        for (int i = 0; i < WORK_M; ++i) {
            const int r = first_row + i / 2 * 2 * ITEMS_M + i % 2;
            old[i] = (float2)(0, 0);
            if (READS_C && r >= own_row && r < m) old[i] = place[r];
        }
#pragma unroll
        for (int i = 0; i < WORK_M; ++i) {
            const int r = first_row + i / 2 * 2 * ITEMS_M + i % 2;
            if (r >= own_row && r < m) place[r] = result((float2)(real[i][j], imaginary[i][j]), alpha, beta, old[i]);
        }
    }
}
