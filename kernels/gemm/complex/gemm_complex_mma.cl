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
//             |a_tile|  | w0 | w2 |  WORK_M     The parts of an element are copied apart: in local memory all real parts
//             |      |  +----+----+             of a tile come first. Neighbours are the two parts that a lane loads at
//             |      |  | w1 | w3 |             once, and that the instruction takes from neighbouring registers: those of
//             +------+  +----+----+             rows r and r + 8 of A, of steps p and p + 4 of B. With a GAP of 2, lanes
//             x STAGES   WORK_N                 that are served at once fall on different banks.
//
// Loads of a warp's next blocks, and copies of a later step, stand between the products of its present ones: while the
// last block of A is multiplied, the first one of the next 8 steps arrives, and each block of B follows the one whose place
// it takes.
//
// A product of two blocks is four real ones, of which one is subtracted: its factor from A is negated in the registers.
// A conjugate of one factor has another one subtracted. If B is conjugated, so is the sum at the end:
// x conj(y) = conj(conj(x) y).
//
// Launch: work-groups of ITEMS = 32 (TILE_M / WORK_M) (TILE_N / WORK_N) in one dimension, one for each tile of C; groups run
// down bands of ORDER tile rows, so that those at work together share tiles in the L2 cache. The second dimension is 1, the
// third SPLIT_K.
// Needs: WORK_M is a multiple of 32 and WORK_N of 16, and they divide TILE_M and TILE_N; TILE_K is a multiple of 8;
// STAGES >= 2.
// Any m, n, k: a tile that would reach beyond m or n begins further up, and does not store what its neighbour computes.
// If C is smaller than a tile, what lies beyond the edge counts as zero. The last step of k is filled up with zeros.
// element.cl, gemm_left_out.cl and gemm_complex_mma_tiles.cl stand before this source.

static inline void multiply_real(private double* c, private const double* a, private const double* b) {
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
}

// Two blocks side by side, so that no product waits for the one before it.
static inline void multiply_pair(private Sum* real, private Sum* imaginary, private const ABlock* a,
                                 private const double* negated, private const BBlock* b) {
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        multiply_real(real[j], a->real, b[j].real);
        multiply_real(imaginary[j], a->real, b[j].imaginary);
    }
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        multiply_real(real[j], CONJUGATE_A != CONJUGATE_B ? a->imaginary : negated, b[j].imaginary);
        multiply_real(imaginary[j], CONJUGATE_A != CONJUGATE_B ? negated : a->imaginary, b[j].real);
    }
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
    const int n = c_cols / SPLIT_K;

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

    Sum real[A_BLOCKS][B_BLOCKS], imaginary[A_BLOCKS][B_BLOCKS];
#pragma unroll
    for (int x = 0; x < A_BLOCKS * B_BLOCKS * 4; ++x)
        real[x / 4 / B_BLOCKS][x / 4 % B_BLOCKS][x % 4] = imaginary[x / 4 / B_BLOCKS][x / 4 % B_BLOCKS][x % 4] = 0;

    // The steps whose tiles lie within A and B.
    const bool inner = TILE_M <= m && TILE_N <= n && REGULAR(TRANSPOSE_A, TILE_M) && REGULAR(!TRANSPOSE_B, TILE_N);
    const int inner_steps = inner ? (k - first) / TILE_K : 0;
    global const double2* a_next = first_element(a, a_ld, TRANSPOSE_A, TILE_M, row, first, item);
    global const double2* b_next = first_element(b, b_ld, !TRANSPOSE_B, TILE_N, col, first, item);
    const int a_stride = LINES_OF(TRANSPOSE_A, TILE_M) * a_ld;
    const int b_stride = LINES_OF(!TRANSPOSE_B, TILE_N) * b_ld;
    const int a_along = item % PER_LINE(TRANSPOSE_A, TILE_M);
    const int a_line = item / PER_LINE(TRANSPOSE_A, TILE_M);
    const int b_along = item % PER_LINE(!TRANSPOSE_B, TILE_N);
    const int b_line = item / PER_LINE(!TRANSPOSE_B, TILE_N);
    const int a_to = TRANSPOSE_A ? A_PLACE(a_line, a_along) : A_PLACE(a_along, a_line);
    const int b_to = 2 * A_SIZE + (TRANSPOSE_B ? B_PLACE(b_along, b_line) : B_PLACE(b_line, b_along));

// Copy number y of an inner step's COPIES, and what follows the last one.
// From an item's first place in a tile to that of its element number y.
#define A_TURN(y) ((y)*LINES_OF(TRANSPOSE_A, TILE_M))
#define B_TURN(y) ((y)*LINES_OF(!TRANSPOSE_B, TILE_N))
#define A_STEP(y) (TRANSPOSE_A ? A_PLACE(A_TURN(y), 0) : A_PLACE(0, A_TURN(y)))
#define B_STEP(y) (TRANSPOSE_B ? B_PLACE(0, B_TURN(y)) : B_PLACE(B_TURN(y), 0))
#define COPY_PART(y, stage, wanted)                                                                      \
    if ((y) < A_COPIES) {                                                                                \
        COPY_ELEMENT((local double*)(stage) + a_to + A_STEP(y), a_next, wanted, 16 * A_PART);            \
        a_next += a_stride;                                                                              \
    } else {                                                                                             \
        COPY_ELEMENT((local double*)(stage) + b_to + B_STEP((y)-A_COPIES), b_next, wanted, 16 * B_PART); \
        b_next += b_stride;                                                                              \
    }
#define END_COPIES()                                                                         \
    if (TRANSPOSE_A) a_next += TILE_K - (long)a_stride * A_COPIES;                           \
    if (!TRANSPOSE_B) b_next += TILE_K - (long)b_stride * (COPIES - A_COPIES);               \
    commit_copies()
#define COPY_EDGE_STEP(s, stage)                                                                                    \
    if ((s) >= inner_steps && (s) < steps) {                                                                        \
        const int step = first + (s)*TILE_K;                                                                        \
        local double* const a_tile = (local double*)(stage);                                                        \
        copy_edge_tile(a_tile, true, a, a_ld, TRANSPOSE_A, TILE_M, m, k, row, step, item);                          \
        copy_edge_tile(a_tile + 2 * A_SIZE, false, b, b_ld, !TRANSPOSE_B, TILE_N, n, k, col, step, item);           \
    }

    if (steps > 0) {
#pragma unroll 1
        for (int s = 0; s < STAGES - 1; ++s) {
            COPY_EDGE_STEP(s, tiles + s * STAGE_SIZE)
#pragma unroll
            for (int y = 0; y < COPIES; ++y) {
                COPY_PART(y, tiles + s * STAGE_SIZE, s < inner_steps)
            }
            END_COPIES();
        }
        wait_for_copies();
        const int a_lane = warp_row / 2 + g + t * A_LINE;
        const int b_lane = A_SIZE + warp_col + g + t * B_LINE;
        // The stages at work, as numbers of pairs from the first.
        int reading = 0;
        int writing = (STAGES - 1) * STAGE_SIZE;
        ABlock a_blocks[A_BLOCKS];
        BBlock b_blocks[B_BLOCKS];
#pragma unroll
        for (int e = 0; e < 2; ++e) load_a(&a_blocks[0], tiles + a_lane, 0, e);
#pragma unroll
        for (int j = 0; j < B_BLOCKS; ++j) load_b(&b_blocks[j], tiles + b_lane, j);
#pragma unroll 1
        for (int s = 0; s < steps; ++s) {
            COPY_EDGE_STEP(s + STAGES - 1, tiles + writing)
            const int wanted = s + STAGES - 1 < inner_steps;
#pragma unroll
            for (int x = 0; x < TILE_K / 8 * A_BLOCKS; ++x) {
                const int i = x % A_BLOCKS;
                const bool end_of_step = x == TILE_K / 8 * A_BLOCKS - 1;
                // Where the next 8 steps begin in their stage.
                const int next = end_of_step ? 0 : (x / A_BLOCKS + 1) * 8;
                const int now = x / A_BLOCKS * 8;
                if (end_of_step) {
                    END_COPIES();
                    wait_for_copies();
                    writing = reading;
                    reading = reading == (STAGES - 1) * STAGE_SIZE ? 0 : reading + STAGE_SIZE;
                }
                double negated[4];
#pragma unroll
                for (int e = 0; e < 4; ++e) negated[e] = -a_blocks[i].imaginary[e];
#pragma unroll
                for (int j = 0; j < B_BLOCKS; j += 2) {
                    // A share of the next block of A, and some copies.
                    const int next_i = (i + 1) % A_BLOCKS;
                    local const double2* const next_a = tiles + reading + a_lane + (next_i == 0 ? next : now) * A_LINE;
#pragma unroll
                    for (int e = 0; e < 2; ++e)
                        if (e * B_BLOCKS / 4 * 2 == j) load_a(&a_blocks[next_i], next_a, next_i, e);
                    if (!end_of_step) {
#pragma unroll
                        for (int y = 0; y < COPIES; ++y)
                            if (y * TURNS / COPIES == (x * B_BLOCKS + j) / 2) {
                                COPY_PART(y, tiles + writing, wanted)
                            }
                    }
                    multiply_pair(&real[i][j], &imaginary[i][j], &a_blocks[i], negated, &b_blocks[j]);
                    if (i == A_BLOCKS - 1) {
                        load_b(&b_blocks[j], tiles + reading + b_lane + next / 2 * B_LINE, j);
                        load_b(&b_blocks[j + 1], tiles + reading + b_lane + next / 2 * B_LINE, j + 1);
                    }
                }
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
                if (down < own_row || down >= m || across < own_col || across >= n) continue;
                global double2* const element = c + down + (long)across * c_ld;
                const double2 sum = (double2)(real[i][j][e], CONJUGATE_B ? -imaginary[i][j][e] : imaginary[i][j][e]);
#if SPLIT_K > 1
                *element = sum;
#elif OVERWRITE
                *element = multiply(alpha, sum);
#else
                *element = scaled_sum(beta, *element, multiply(alpha, sum));
#endif
            }
}
