// C := alpha op(A) op(B) + beta C in double precision with the matrix instructions of NVIDIA devices of compute
// capability 8.0 and up (inline PTX), tiles of A and B on their way to local memory while others are multiplied.
//
//   op(A) m x k, op(B) k x n, C m x n, column-major. Element (i, j) of X lies at X[i + j * X_ld].
//
//                    TILE_N
//                 +----+----+
//          TILE_K |  right  | x STAGES       A work-group computes TILE_M x TILE_N of C, each of its warps WORK_M x
//                 +----+----+                WORK_N of that. It walks along k in steps of TILE_K: STAGES - 1 tiles of
//        TILE_K                              A and B are on their way to local memory (cp.async) while one is
//       +------+  +----+----+                multiplied, 8 steps of k at a time, and while 8 steps are multiplied
//       | left |  | w0 | w2 |  WORK_M        the next 8 are on their way to the registers.
//       |      |  +----+----+
//       |      |  | w1 | w3 |                One mma.m16n8k8 multiplies 16 x 8 of `left` by 8 x 8 of `right`. left is
//       +------+  +----+----+                op(A) and right op(B). If both are transposed, it is the other way
//       x STAGES   WORK_N                    round, and the product is C^T.
//
// Tiles lie in local memory as in global memory: with `extent` elements along m or n (r), TILE_K along k (p), the
// direction of global memory contiguous, in chunks of two elements whose places are exchanged (xor) so that lanes
// served at once fall on different banks. Lane 4 g + t holds of 16 x 8 elements, h = 0, 1 and e = 0, 1:
//
//             left                                     right
//   NN, TT    r = 2 g + h, p = 2 t + e   two r at once   r = 8 h + g, p = 2 t + e   two p at once
//   NT        r = 2 g + h, p = 2 t + e   two r at once   r = 8 h + g, p = 2 t + e   one by one
//   TN        r = 8 h + g, p = t + 4 e   one by one      r = 8 h + g, p = t + 4 e   one by one
//
// Both operands are permuted alike along k, so the products are the right ones; two at once are what one load of 16
// bytes brings and the instruction takes from neighbouring registers.
//
// Launch: work-groups of ITEMS = 32 (TILE_M / WORK_M) (TILE_N / WORK_N) in one dimension, one for each tile of C;
// groups run down bands of ORDER tile rows, so that those at work together share tiles in the L2 cache. The second
// dimension is 1, the third SPLIT_K.
// Needs: WORK_M and WORK_N are multiples of 16 and divide TILE_M and TILE_N; TILE_K is a multiple of 16;
// STAGES >= 2; local memory for STAGES (TILE_M + TILE_N) TILE_K elements.
// Any m, n, k: a tile that would reach beyond m or n begins further up, and does not store what its neighbour computes.
// If C is smaller than a tile, what lies beyond the edge counts as zero. The last step of k is filled up with zeros.
// Operands whose columns do not begin on boundaries of 16 bytes are copied in pieces of 8 bytes, slowly.
// Each element is the sum over k in the order of the matrix instruction, the same for every element of C, then
// alpha * sum (+ beta * C).

// A warp's share of 8 steps of a stage, in the order in which the instruction takes them: left[i][e][h] and
// right[j][h][e].
typedef struct {
    double left[LEFT_BLOCKS][2][2];
    double right[RIGHT_BLOCKS][2][2];
} Fragment;

// Where this lane's elements begin in a tile, for the warp's first r.
static inline int lane_place(bool pairs_of_r, bool contiguous_k, int extent, int r, int g, int t) {
    return place(contiguous_k, extent, r + (pairs_of_r ? 2 * g : g), NATURAL_K ? t : 2 * t);
}

// Two loads bring what a lane holds of 16 x 8 elements of left, or four if elements come one by one. p is a multiple
// of 8.
static inline void load_left(private double x[2][2], local const double* tile, int i, int p, int part, int lane) {
    if (!LEFT_CONTIGUOUS_K) {
        const double2 pair = *(local const double2*)(tile + lane + (p + part) * LEFT_EXTENT + 16 * i);
        x[part][0] = pair.x;
        x[part][1] = pair.y;
    } else {
        // Element (8 h + g, p + t + 4 e): its chunk's place differs from that of (g, t) in bits of p alone.
#pragma unroll
        for (int h = 0; h < 2; ++h)
            x[part][h] = tile[(lane ^ ((p % 16 + 4 * part) & 15)) + p / 16 * 16 + (16 * i + 8 * h) * TILE_K];
    }
}

static inline void load_right(private double x[2][2], local const double* tile, int j, int p, int part, int lane) {
    if (!RIGHT_CONTIGUOUS_K) {
        // Element (8 h + g, p + 2 t + e), h = part.
#pragma unroll
        for (int e = 0; e < 2; ++e)
            x[part][e] = tile[(lane ^ (8 * part)) + (p + e) * RIGHT_EXTENT + 16 * j];
    } else if (NATURAL_K) {
#pragma unroll
        for (int e = 0; e < 2; ++e)
            x[part][e] = tile[(lane ^ ((p % 16 + 4 * e) & 15)) + p / 16 * 16 + (16 * j + 8 * part) * TILE_K];
    } else {
        const double2 pair = *(local const double2*)(tile + (lane ^ (p % 16)) + p / 16 * 16 + (16 * j + 8 * part) * TILE_K);
        x[part][0] = pair.x;
        x[part][1] = pair.y;
    }
}

// Part y of a fragment's LOADS; those of left come first.
#define LOADS (2 * (LEFT_BLOCKS + RIGHT_BLOCKS))

static inline void load_part(private Fragment* f, int y, local const double* stage, int p, int left_lane,
                             int right_lane) {
    if (y < 2 * LEFT_BLOCKS)
        load_left(f->left[y / 2], stage, y / 2, p, y % 2, left_lane);
    else
        load_right(f->right[y / 2 - LEFT_BLOCKS], stage + LEFT_SIZE, y / 2 - LEFT_BLOCKS, p, y % 2, right_lane);
}

// Product number x of a fragment's PRODUCTS: 16 x 8 elements.
#define PRODUCTS (LEFT_BLOCKS * RIGHT_BLOCKS * 2)

static inline void multiply_part(private double sum[LEFT_BLOCKS][RIGHT_BLOCKS][2][4], private const Fragment* f,
                                 int x) {
    const int i = x % LEFT_BLOCKS;
    const int h = x / LEFT_BLOCKS % 2;
    const int j = x / LEFT_BLOCKS / 2;
    private double* c = sum[i][j][h];
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
        : "d"(f->left[i][0][0]), "d"(f->left[i][0][1]), "d"(f->left[i][1][0]), "d"(f->left[i][1][1]),
          "d"(f->right[j][h][0]), "d"(f->right[j][h][1]));
}

// What becomes of an element of C that was `old`.
static inline double result(double sum, double alpha, double beta, double old) {
#if SPLIT_K > 1
    return sum;
#elif OVERWRITE
    return alpha * sum;
#else
    return fma(beta, old, alpha * sum);
#endif
}

// Element e of sum[i][j][h] is element (left_r, right_r) of the warp's product.
static inline int left_r(int i, int e, int g) {
    return 16 * i + (LEFT_CONTIGUOUS_K ? g + 8 * (e / 2) : 2 * g + e / 2);
}

static inline int right_r(int j, int h, int e, int t) {
    return 16 * j + 8 * h + 2 * t + e % 2;
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void gemm_mma(global const double* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
              global const double* restrict b, long b_first, int b_rows, int b_cols, int b_ld,
              global double* restrict c, long c_first, int c_rows, int c_cols, int c_ld GUARD_OPERAND,
              double alpha, double beta GUARD_SCALAR) {
    a += a_first;
    b += b_first;
    c += c_first;
    RETURN_UNLESS_WANTED;
    local double tiles[STAGES * STAGE_SIZE] __attribute__((aligned(128)));
    const int item = (int)get_local_id(0);
    const int g = item % 32 / 4;
    const int t = item % 4;
    const int warp_row = item / 32 % (TILE_M / WORK_M) * WORK_M;
    const int warp_col = item / 32 / (TILE_M / WORK_M) * WORK_N;
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
    const bool aligned = a_ld % 2 == 0 && b_ld % 2 == 0;
    const int row = aligned ? begin_within(own_row, TRANSPOSE_A, TILE_M, m) : own_row;
    const int col = aligned ? begin_within(own_col, !TRANSPOSE_B, TILE_N, n) : own_col;

    int k = END_OF_STEPS(TRANSPOSE_A ? a_rows : a_cols, own_row, TILE_M, own_col, TILE_N);
    int first_step = FIRST_STEP(own_row, own_col, TILE_K);
#if SPLIT_K > 1
    const int share = (k + SPLIT_K * TILE_K - 1) / (SPLIT_K * TILE_K) * TILE_K;
    first_step = (int)get_group_id(2) * share;
    k = min(k, first_step + share);
    c += (long)get_group_id(2) * n * c_ld;
#endif
    const int steps = max(0, (k - first_step + TILE_K - 1) / TILE_K);

    double sum[LEFT_BLOCKS][RIGHT_BLOCKS][2][4];
#pragma unroll
    for (int x = 0; x < PRODUCTS * 4; ++x) sum[x / 8 / RIGHT_BLOCKS][x / 8 % RIGHT_BLOCKS][x / 4 % 2][x % 4] = 0;

    global const double* left = SWAP ? b : a;
    global const double* right = SWAP ? a : b;
    const int left_ld = SWAP ? b_ld : a_ld;
    const int right_ld = SWAP ? a_ld : b_ld;
    const int left_row = SWAP ? col : row;
    const int right_row = SWAP ? row : col;
    const int left_rows = SWAP ? n : m;
    const int right_rows = SWAP ? m : n;

    // The steps whose tiles lie within A and B, in columns that begin on boundaries of 16 bytes.
    const bool inner = aligned && max(a_ld, b_ld) < 1 << 25 && TILE_M <= m && TILE_N <= n &&
                       REGULAR(LEFT_CONTIGUOUS_K, LEFT_EXTENT) && REGULAR(RIGHT_CONTIGUOUS_K, RIGHT_EXTENT);
    const int inner_steps = inner ? (k - first_step) / TILE_K : 0;
    global const double* left_next =
        first_chunk(left, left_ld, LEFT_CONTIGUOUS_K, LEFT_EXTENT, left_row, first_step, item);
    global const double* right_next =
        first_chunk(right, right_ld, RIGHT_CONTIGUOUS_K, RIGHT_EXTENT, right_row, first_step, item);
    const int left_stride = LINES(LEFT_CONTIGUOUS_K, LEFT_EXTENT) * left_ld;
    const int right_stride = LINES(RIGHT_CONTIGUOUS_K, RIGHT_EXTENT) * right_ld;
    int left_to = first_place(LEFT_CONTIGUOUS_K, LEFT_EXTENT, item);
    int right_to = first_place(RIGHT_CONTIGUOUS_K, RIGHT_EXTENT, item);

// Copy number y of an inner step's COPIES, and what follows the last one.
#define LEFT_COPIES (CHUNKS(LEFT_EXTENT) / ITEMS)
#define COPIES (LEFT_COPIES + CHUNKS(RIGHT_EXTENT) / ITEMS)
#define COPY_PART(y, stage, wanted)                                                                     \
    if ((y) < LEFT_COPIES) {                                                                            \
        copy_chunk((stage) + chunk_place(LEFT_CONTIGUOUS_K, LEFT_EXTENT, left_to, y), left_next, wanted); \
        left_next += left_stride;                                                                       \
    } else {                                                                                            \
        copy_chunk((stage) + LEFT_SIZE +                                                                \
                       chunk_place(RIGHT_CONTIGUOUS_K, RIGHT_EXTENT, right_to, (y)-LEFT_COPIES),         \
                   right_next, wanted);                                                                 \
        right_next += right_stride;                                                                     \
    }
#define END_COPIES()                                                                                              \
    if (LEFT_CONTIGUOUS_K) left_next += TILE_K - (long)left_stride * (LEFT_EXTENT / LINES(true, LEFT_EXTENT));    \
    if (RIGHT_CONTIGUOUS_K) right_next += TILE_K - (long)right_stride * (RIGHT_EXTENT / LINES(true, RIGHT_EXTENT)); \
    commit_copies();
#define COPY_EDGE_STEP(index, stage)                                                                             \
    if ((index) >= inner_steps && (index) < steps) {                                                             \
        const int step = first_step + (index)*TILE_K;                                                            \
        copy_edge_tile(stage, left, left_ld, LEFT_CONTIGUOUS_K, LEFT_EXTENT, left_rows, k, left_row, step, item); \
        copy_edge_tile((stage) + LEFT_SIZE, right, right_ld, RIGHT_CONTIGUOUS_K, RIGHT_EXTENT, right_rows, k,    \
                       right_row, step, item);                                                                   \
    }

#pragma unroll 1
    for (int s = 0; s < STAGES - 1; ++s) {
        COPY_EDGE_STEP(s, tiles + s * STAGE_SIZE)
#pragma unroll
        for (int y = 0; y < COPIES; ++y) {
            COPY_PART(y, tiles + s * STAGE_SIZE, s < inner_steps)
        }
        END_COPIES()
    }
#if READS_C
    // C is wanted at the end: by then it waits in the L2 cache.
    if (own_row + TILE_M <= m && own_col + TILE_N <= n)
        for (int line = item; line < TILE_M * TILE_N / 16; line += ITEMS)
            asm volatile("prefetch.global.L2 [%0];" ::"l"(c + (row + line % (TILE_M / 16) * 16) +
                                                          (long)(col + line / (TILE_M / 16)) * c_ld));
#endif
    wait_for_copies();
    barrier(CLK_LOCAL_MEM_FENCE);
    int left_lane = lane_place(!LEFT_CONTIGUOUS_K, LEFT_CONTIGUOUS_K, LEFT_EXTENT, SWAP ? warp_col : warp_row, g, t);
    int right_lane = lane_place(false, RIGHT_CONTIGUOUS_K, RIGHT_EXTENT, SWAP ? warp_row : warp_col, g, t);
    Fragment fragments[2];
    // The stages at work, as numbers of bytes from the first.
    uint reading = 0;
    uint writing = (STAGES - 1) * STAGE_BYTES;
#pragma unroll
    for (int y = 0; y < LOADS; ++y) load_part(&fragments[0], y, STAGE(reading), 0, left_lane, right_lane);
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        OPAQUE(left_lane);
        OPAQUE(right_lane);
        OPAQUE(left_to);
        OPAQUE(right_to);
        COPY_EDGE_STEP(s + STAGES - 1, STAGE(writing))
        const int wanted = s + STAGES - 1 < inner_steps;
#pragma unroll
        for (int q = 0; q < TILE_K / 8; ++q) {
            const bool last = q == TILE_K / 8 - 1;
            if (last) {
                END_COPIES()
                wait_for_copies();
                barrier(CLK_LOCAL_MEM_FENCE);
                writing = reading;
                reading = reading == (STAGES - 1) * STAGE_BYTES ? 0 : reading + STAGE_BYTES;
            }
            // Loads of the next fragment and copies of a later step go between the products of this one.
#pragma unroll
            for (int x = 0; x < PRODUCTS; ++x) {
#pragma unroll
                for (int y = 0; y < LOADS; ++y)
                    if (y * (last ? PRODUCTS : PRODUCTS / 2) / LOADS == x)
                        load_part(&fragments[(q + 1) % 2], y, STAGE(reading), last ? 0 : (q + 1) * 8, left_lane,
                                  right_lane);
                if (!last) {
#pragma unroll
                    for (int y = 0; y < COPIES; ++y)
                        if (y * (TILE_K / 8 - 1) * PRODUCTS / COPIES == q * PRODUCTS + x) {
                            COPY_PART(y, STAGE(writing), wanted)
                        }
                }
                multiply_part(sum, &fragments[q % 2], x);
            }
        }
    }

    const int first_row = row + warp_row;
    const int first_col = col + warp_col;
    if (!LEFT_CONTIGUOUS_K && c_ld % 2 == 0 && own_row + TILE_M <= m && own_col + TILE_N <= n) {
        // Two rows at once: neighbours along left, or along right if the product is C^T.
        global double* corner =
            c + first_row + (SWAP ? 2 * t : 2 * g) + (long)(first_col + (SWAP ? 2 * g : 2 * t)) * c_ld;
#pragma unroll
        for (int i = 0; i < LEFT_BLOCKS; ++i) {
            double2 old[RIGHT_BLOCKS * 4];
#pragma unroll
            for (int x = 0; x < RIGHT_BLOCKS * 4; ++x) {
                const int along = 16 * (x / 4) + x / 2 % 2 * 8;
                old[x] = READS_C ? *(global double2*)(SWAP ? corner + along + (long)(16 * i + x % 2) * c_ld
                                                           : corner + 16 * i + (long)(along + x % 2) * c_ld)
                                 : (double2)(0);
            }
#pragma unroll
            for (int x = 0; x < RIGHT_BLOCKS * 4; ++x) {
                const int along = 16 * (x / 4) + x / 2 % 2 * 8;
                private const double* pair = sum[i][x / 4][x / 2 % 2];
                const double first = SWAP ? pair[x % 2 * 2] : pair[x % 2];
                const double second = SWAP ? pair[x % 2 * 2 + 1] : pair[x % 2 + 2];
                *(global double2*)(SWAP ? corner + along + (long)(16 * i + x % 2) * c_ld
                                        : corner + 16 * i + (long)(along + x % 2) * c_ld) =
                    (double2)(result(first, alpha, beta, old[x].x), result(second, alpha, beta, old[x].y));
            }
        }
    } else {
#pragma unroll
        for (int i = 0; i < LEFT_BLOCKS; ++i) {
            double old[RIGHT_BLOCKS * 8];
#pragma unroll
            for (int pass = READS_C ? 0 : 1; pass < 2; ++pass)
#pragma unroll
                for (int x = 0; x < RIGHT_BLOCKS * 8; ++x) {
                    const int l = left_r(i, x % 4, g);
                    const int r = right_r(x / 8, x / 4 % 2, x % 4, t);
                    const int down = first_row + (SWAP ? r : l);
                    const int across = first_col + (SWAP ? l : r);
                    if (down >= own_row && down < m && across >= own_col && across < n) {
                        global double* element = c + down + (long)across * c_ld;
                        if (pass == 0)
                            old[x] = *element;
                        else
                            *element = result(sum[i][x / 8][x / 4 % 2][x % 4], alpha, beta, READS_C ? old[x] : 0);
                    }
                }
        }
    }
}
