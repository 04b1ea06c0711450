// What the plain families of GEMM kernels share; stands before the source of each. Here are the macros that all of
// them understand, the division of the work among work-groups, and tiles in local memory.

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
#ifndef SPLIT_K
#define SPLIT_K 1  // above 1: work-groups (., ., s) sum the s-th share of k into columns [s n, (s + 1) n) of C
#endif
#ifndef TILE_K
#define TILE_K 0  // steps along k between two loads of tiles; 0: there are none
#endif
#ifndef VECTOR
#define VECTOR 1  // elements of a vector load; 0 counts as 1
#endif
#ifndef PADDING
#define PADDING 0  // elements added to each row of a tile in local memory
#endif
#ifndef TRANSPOSE_LOCAL
#define TRANSPOSE_LOCAL 0  // bit 0: A's tile has k contiguous, not m; bit 1: B's lies the other way round than B
#endif
#ifndef ORDER
#define ORDER 0  // above 0: work-groups run down bands of this many tile rows, for the sake of caches
#endif

#define WIDTH (VECTOR > 1 ? VECTOR : 1)
#define JOIN_(x, y) x##y
#define JOIN(x, y) JOIN_(x, y)
#if VECTOR <= 1
typedef REAL REAL_VECTOR;
#define LOAD(p) (*(p))
#define STORE(v, p) (*(p) = (v))
#else
typedef JOIN(REAL, VECTOR) REAL_VECTOR;
#define LOAD(p) JOIN(vload, VECTOR)(0, p)
#define STORE(v, p) JOIN(vstore, VECTOR)(v, 0, p)
#endif
// Vectors in local memory: on their boundaries, unless the padding moves them off.
#if PADDING % WIDTH == 0
#define LOAD_LOCAL(p) (*(local const REAL_VECTOR*)(p))
#define STORE_LOCAL(v, p) (*(local REAL_VECTOR*)(p) = (v))
#else
#define LOAD_LOCAL(p) LOAD(p)
#define STORE_LOCAL(v, p) STORE(v, p)
#endif

// Whether op(A), op(B) and their tiles have k contiguous, or m and n.
#define A_K_CONTIGUOUS TRANSPOSE_A
#define B_K_CONTIGUOUS (!TRANSPOSE_B)
#define A_TILE_K_CONTIGUOUS (TRANSPOSE_LOCAL & 1)
#define B_TILE_K_CONTIGUOUS (B_K_CONTIGUOUS != (TRANSPOSE_LOCAL >> 1 & 1))

// Elements that a tile of `extent` rows or columns takes, and where its element (r, p) lies.
#define TILE_SIZE(k_contiguous, extent) \
    ((k_contiguous) ? (extent) * (TILE_K + PADDING) : TILE_K * ((extent) + PADDING))
#define TILE_PLACE(k_contiguous, extent, r, p) \
    ((k_contiguous) ? (r) * (TILE_K + PADDING) + (p) : (p) * ((extent) + PADDING) + (r))

// The row (x) and column (y) of tiles of C that this work-group computes.
static inline int2 tile_of_group(void) {
    const int group_m = (int)get_group_id(0);
    const int group_n = (int)get_group_id(1);
#if ORDER > 0
    const int tiles_m = (int)get_num_groups(0);
    const int tiles_n = (int)get_num_groups(1);
    const int group = group_m + group_n * tiles_m;
    const int band = group / (ORDER * tiles_n);
    const int height = min(ORDER, tiles_m - band * ORDER);
    const int within = group - band * ORDER * tiles_n;
    return (int2)(band * ORDER + within % height, within / height);
#else
    return (int2)(group_m, group_n);
#endif
}

// The first step of this work-group's share of k (x) and the step behind its last (y), for a tile of `rows` x `cols`
// elements from (row, col) on.
static inline int2 share_of_k(int k, int row, int rows, int col, int cols) {
    const int step = TILE_K > 0 ? TILE_K : 1;
#if SPLIT_K > 1
    const int share = (k + SPLIT_K * step - 1) / (SPLIT_K * step) * step;
    const int first = min(k, (int)get_global_id(2) * share);
    return (int2)(first, min(k, first + share));
#else
    return (int2)(FIRST_STEP(row, col, step), END_OF_STEPS(k, row, rows, col, cols));
#endif
}

// Columns of C, or of each part of the workspace.
static inline int columns_of_part(int c_cols) {
    return c_cols / SPLIT_K;
}

// Where C begins, or this work-group's part of the workspace.
static inline global REAL* part_of_c(global REAL* c, int n, int ld) {
#if SPLIT_K > 1
    return c + (long)get_global_id(2) * n * ld;
#else
    return c;
#endif
}

static inline void store_element(global REAL* c, REAL sum, REAL alpha, REAL beta) {
#if SPLIT_K > 1
    *c = sum;
#elif OVERWRITE
    *c = alpha * sum;
#else
    *c = fma(beta, *c, alpha * sum);
#endif
}

// Rows [row, row + WIDTH) of one column, as far as they lie in C.
static inline void store_vector(global REAL* c, int ld, int m, int n, int row, int column, REAL_VECTOR sum,
                                REAL alpha, REAL beta) {
    if (column >= n) return;
    REAL elements[WIDTH];
    STORE(sum, elements);
    c += row + (long)column * ld;
#pragma unroll
    for (int e = 0; e < WIDTH; ++e)
        if (row + e < m) store_element(c + e, elements[e], alpha, beta);
}

// Copies rows (or columns) [row, row + extent) and steps [step, step + TILE_K) of X to its tile, in pieces along
// the direction in which X is contiguous. X has `rows` of them and k steps; what lies beyond becomes zero.
static inline void load_tile(local REAL* tile, bool tile_k_contiguous, int extent, global const REAL* x, int ld,
                             bool k_contiguous, int rows, int k, int row, int step, int item, int items) {
    const int line = k_contiguous ? TILE_K : extent;
    const int width = line % WIDTH == 0 ? WIDTH : 1;
    const int pieces = line / width;
    const int across_tile = tile_k_contiguous ? TILE_K + PADDING : extent + PADDING;
    const int stride = tile_k_contiguous == k_contiguous ? 1 : across_tile;
    const bool inside = row + extent <= rows && step + TILE_K <= k;
    for (int e = item; e < extent * TILE_K / width; e += items) {
        const int along = e % pieces * width;
        const int across = e / pieces;
        const int r = k_contiguous ? across : along;
        const int p = k_contiguous ? along : across;
        local REAL* to = tile + TILE_PLACE(tile_k_contiguous, extent, r, p);
        global const REAL* from =
            x + (k_contiguous ? (step + p) + (long)(row + r) * ld : (row + r) + (long)(step + p) * ld);
        if (inside && width == WIDTH) {
            const REAL_VECTOR piece = LOAD(from);
            if (stride == 1) {
                STORE_LOCAL(piece, to);
            } else {
                REAL elements[WIDTH];
                STORE(piece, elements);
#pragma unroll
                for (int v = 0; v < WIDTH; ++v) to[v * stride] = elements[v];
            }
        } else {
            const int left_r = rows - row - r;
            const int left_p = k - step - p;
            const int valid = k_contiguous ? (left_r > 0 ? left_p : 0) : (left_p > 0 ? left_r : 0);
            for (int v = 0; v < width; ++v) to[v * stride] = v < valid ? from[v] : 0;
        }
    }
}

// Rows [r, r + WIDTH) of step p of a tile.
static inline REAL_VECTOR tile_vector(local const REAL* tile, bool k_contiguous, int extent, int r, int p) {
    if (!k_contiguous) return LOAD_LOCAL(tile + TILE_PLACE(false, extent, r, p));
    REAL elements[WIDTH];
#pragma unroll
    for (int v = 0; v < WIDTH; ++v) elements[v] = tile[TILE_PLACE(true, extent, r + v, p)];
    return LOAD(elements);
}
