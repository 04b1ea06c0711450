// C := alpha op(A) op(B) + beta C for complex elements of double precision, with the matrix instructions of NVIDIA devices
// of compute capability 9.0 and up (inline PTX). Tiles of A and B are on their way to local memory while others are
// multiplied.
//
//   op(A) m x k, op(B) k x n, C m x n, column-major. Element (i, j) of X lies at X[i + j * X_ld], its real part in x and its
//   imaginary part in y.
//
//                          TILE_N
//                       +----+----+
//                TILE_K |  b_tile | x STAGES    A work-group computes TILE_M x TILE_N of C, each of its warps WORK_M x
//                       +----+----+             WORK_N of that. It walks along k in steps of TILE_K: STAGES - 1 tiles
//              TILE_K                           of A and B are on their way (cp.async) while one is multiplied.
//             +------+  +----+----+
//             |a_tile|  | w0 | w2 |  WORK_M     Element (r, p) of a tile, r along m or n and p along k, lies at
//             |      |  +----+----+             r + p (extent + GAP). Lane 4 g + t of a warp reads elements
//             |      |  | w1 | w3 |             (g, t), (g + 8, t), (g, t + 4), (g + 8, t + 4) of 16 x 8: with a
//             +------+  +----+----+             GAP of 2, lanes that are served at once fall on different banks.
//             x STAGES   WORK_N
//
// A product of two blocks is four real ones, of which one is subtracted: its factor from A is negated in the registers.
// A conjugate of one factor has another one subtracted. If B is conjugated, so is the sum at the end:
// x conj(y) = conj(conj(x) y).
//
// Launch: work-groups of ITEMS = 32 (TILE_M / WORK_M) (TILE_N / WORK_N) in one dimension, one for each tile of C; groups run
// down bands of ORDER tile rows, so that those at work together share tiles in the L2 cache.
// Needs: WORK_M is a multiple of 16 and WORK_N of 8, and they divide TILE_M and TILE_N; TILE_K is a multiple of 8; STAGES >= 2.
// Any m, n, k: what lies beyond an edge counts as zero, and is not stored. gemm_left_out.cl stands before this source.

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

#define GAP 2  // elements behind each step of a tile
#define ITEMS (32 * (TILE_M / WORK_M) * (TILE_N / WORK_N))
#define A_LINE (TILE_M + GAP)
#define B_LINE (TILE_N + GAP)
#define A_SIZE (A_LINE * TILE_K)
#define STAGE_SIZE (A_SIZE + B_LINE * TILE_K)
#define A_BLOCKS (WORK_M / 16)
#define B_BLOCKS (WORK_N / 8)

// A warp's sum of 16 x 8 elements: real or imaginary parts.
typedef double Sum[4];

static inline uint local_address(local const double2* to) {
    return (uint)(ulong)to;
}

// Starts the copy of an element, or of a zero.
static inline void copy_element(local double2* to, global const double2* from, bool there) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(local_address(to)), "l"(from), "r"(there ? 16 : 0)
                 : "memory");
}

// Starts the copy of lines [line, line + extent) and steps [step, step + TILE_K) of op(X): of `lines` and k.
static inline void copy_tile(local double2* tile, int extent, global const double2* x, int ld, bool k_contiguous, int lines,
                             int k, int line, int step, int item) {
#pragma unroll
    for (int e = item; e < extent * TILE_K; e += ITEMS) {
        const int r = k_contiguous ? e / TILE_K : e % extent;
        const int p = k_contiguous ? e % TILE_K : e / extent;
        const bool there = line + r < lines && step + p < k;
        const long at = k_contiguous ? step + p + (long)(line + r) * ld : line + r + (long)(step + p) * ld;
        copy_element(tile + r + p * (extent + GAP), x + (there ? at : 0), there);
    }
}

static inline void multiply_blocks(private double* c, private const double* a, private const double* b) {
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
}

static inline double2 multiply_add(double2 x, double2 y, double2 sum) {
    return (double2)(fma(-x.y, y.y, fma(x.x, y.x, sum.x)), fma(x.y, y.x, fma(x.x, y.y, sum.y)));
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void gemm_complex_mma(global const double2* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
                      global const double2* restrict b, long b_first, int b_rows, int b_cols, int b_ld,
                      global double2* restrict c, long c_first, int c_rows, int c_cols, int c_ld GUARD_OPERAND,
                      double2 alpha, double2 beta GUARD_SCALAR) {
    a += a_first;
    b += b_first;
    c += c_first;
    RETURN_UNLESS_WANTED;
    local double2 tiles[STAGES * STAGE_SIZE] __attribute__((aligned(128)));
    const int item = (int)get_local_id(0);
    const int g = item % 32 / 4;
    const int t = item % 4;
    const int warp_row = item / 32 % (TILE_M / WORK_M) * WORK_M;
    const int warp_col = item / 32 / (TILE_M / WORK_M) * WORK_N;
    const int m = c_rows;
    const int n = c_cols;

    const int tiles_m = (m + TILE_M - 1) / TILE_M;
    const int tiles_n = (n + TILE_N - 1) / TILE_N;
    const int group = TILE_NUMBER;
    const int band = group / (ORDER * tiles_n);
    const int height = min(ORDER, tiles_m - band * ORDER);
    const int within = group - band * ORDER * tiles_n;
    const int row = (band * ORDER + within % height) * TILE_M;
    const int col = within / height * TILE_N;
    RETURN_OUTSIDE_TRIANGLE(row, TILE_M, col, TILE_N);
    const int k = END_OF_STEPS(TRANSPOSE_A ? a_rows : a_cols, row, TILE_M, col, TILE_N);
    const int first = FIRST_STEP(row, col, TILE_K);
    const int steps = max(0, (k - first + TILE_K - 1) / TILE_K);

    Sum real[A_BLOCKS][B_BLOCKS], imaginary[A_BLOCKS][B_BLOCKS];
#pragma unroll
    for (int i = 0; i < A_BLOCKS; ++i)
#pragma unroll
        for (int j = 0; j < B_BLOCKS; ++j)
#pragma unroll
            for (int e = 0; e < 4; ++e) real[i][j][e] = imaginary[i][j][e] = 0;

#define COPY_STEP(s)                                                                                             \
    if ((s) < steps) {                                                                                           \
        local double2* const stage = tiles + (s) % STAGES * STAGE_SIZE;                                          \
        copy_tile(stage, TILE_M, a, a_ld, TRANSPOSE_A, m, k, row, first + (s)*TILE_K, item);                     \
        copy_tile(stage + A_SIZE, TILE_N, b, b_ld, !TRANSPOSE_B, n, k, col, first + (s)*TILE_K, item);           \
    }                                                                                                            \
    asm volatile("cp.async.commit_group;" ::: "memory")

#pragma unroll 1
    for (int s = 0; s < STAGES - 1; ++s) {
        COPY_STEP(s);
    }
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
        barrier(CLK_LOCAL_MEM_FENCE);
        COPY_STEP(s + STAGES - 1);
        local const double2* const a_tile = tiles + s % STAGES * STAGE_SIZE + warp_row + g + t * A_LINE;
        local const double2* const b_tile = tiles + s % STAGES * STAGE_SIZE + A_SIZE + warp_col + g + t * B_LINE;
#pragma unroll
        for (int p = 0; p < TILE_K; p += 8) {
            double b_real[B_BLOCKS][2], b_imaginary[B_BLOCKS][2];
#pragma unroll
            for (int j = 0; j < B_BLOCKS; ++j)
#pragma unroll
                for (int e = 0; e < 2; ++e) {
                    const double2 element = b_tile[8 * j + (p + 4 * e) * B_LINE];
                    b_real[j][e] = element.x;
                    b_imaginary[j][e] = element.y;
                }
#pragma unroll
            for (int i = 0; i < A_BLOCKS; ++i) {
                double a_real[4], a_imaginary[4], a_negated[4];
#pragma unroll
                for (int e = 0; e < 4; ++e) {
                    const double2 element = a_tile[16 * i + e % 2 * 8 + (p + e / 2 * 4) * A_LINE];
                    a_real[e] = element.x;
                    a_imaginary[e] = element.y;
                    a_negated[e] = -element.y;
                }
#pragma unroll
                for (int j = 0; j < B_BLOCKS; ++j) multiply_blocks(real[i][j], a_real, b_real[j]);
#pragma unroll
                for (int j = 0; j < B_BLOCKS; ++j) multiply_blocks(imaginary[i][j], a_real, b_imaginary[j]);
#pragma unroll
                for (int j = 0; j < B_BLOCKS; ++j)
                    multiply_blocks(real[i][j], CONJUGATE_A != CONJUGATE_B ? a_imaginary : a_negated, b_imaginary[j]);
#pragma unroll
                for (int j = 0; j < B_BLOCKS; ++j)
                    multiply_blocks(imaginary[i][j], CONJUGATE_A != CONJUGATE_B ? a_negated : a_imaginary, b_real[j]);
            }
        }
    }

#pragma unroll
    for (int i = 0; i < A_BLOCKS; ++i)
#pragma unroll
        for (int j = 0; j < B_BLOCKS; ++j)
#pragma unroll
            for (int e = 0; e < 4; ++e) {
                const int down = row + warp_row + 16 * i + g + e / 2 * 8;
                const int across = col + warp_col + 8 * j + 2 * t + e % 2;
                if (down >= m || across >= n) continue;
                global double2* const element = c + down + (long)across * c_ld;
                const double2 sum = (double2)(real[i][j][e], CONJUGATE_B ? -imaginary[i][j][e] : imaginary[i][j][e]);
                const double2 zero = (double2)(0);
#if OVERWRITE
                *element = multiply_add(alpha, sum, zero);
#else
                *element = multiply_add(beta, *element, multiply_add(alpha, sum, zero));
#endif
            }
}
