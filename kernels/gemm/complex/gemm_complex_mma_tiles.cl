// Stands before gemm_complex_mma.cl: how tiles of op(A) and op(B) lie in local memory, how they come there, and how warps
// load their blocks of them. gemm_complex_mma.cl has the picture.

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
#define A_COPIES (TILE_M * TILE_K / ITEMS)
#define COPIES (A_COPIES + TILE_N * TILE_K / ITEMS)
// Pairs of blocks that a warp multiplies in a step before it needs the next step.
#define TURNS ((TILE_K / 8 * A_BLOCKS - 1) * B_BLOCKS / 2)

// A warp's sum of 16 x 8 elements: real or imaginary parts.
typedef double Sum[4];

// A lane's elements of a block of A.
typedef struct {
    double real[4];
    double imaginary[4];
} ABlock;

typedef struct {
    double real[2];
    double imaginary[2];
} BBlock;

// The work-items copy ITEMS elements of a tile at once: LINES_OF steps, or rows if steps are contiguous in memory.
#define PER_LINE(k_contiguous, extent) ((k_contiguous) ? TILE_K : (extent))
#define LINES_OF(k_contiguous, extent) (ITEMS / PER_LINE(k_contiguous, extent))
// From one of an item's elements to the next in a tile.
#define LINE_SIZE(k_contiguous, extent) (LINES_OF(k_contiguous, extent) * ((k_contiguous) ? 1 : (extent) + GAP))
// Whether that are whole lines, and all of a tile after some turns.
#define REGULAR(k_contiguous, extent) (ITEMS % PER_LINE(k_contiguous, extent) == 0 && (extent) * TILE_K % ITEMS == 0)

static inline uint local_address(local const double2* to) {
    return (uint)(ulong)to;
}

// Starts the copy of an element, if it is `wanted`: without a branch, which would part the instructions that the compiler may
// interleave.
static inline void copy_element(local double2* to, global const double2* from, int wanted) {
    asm volatile("{.reg .pred p; setp.ne.s32 p, %2, 0; @p cp.async.cg.shared.global [%0], [%1], 16;}" ::"r"(
                     local_address(to)),
                 "l"(from), "r"(wanted)
                 : "memory");
}

// Where element (r, p) of a tile lies.
static inline int place(int extent, int r, int p) {
    return r + p * (extent + GAP);
}

// A work-item's first element of op(X)'s tile at (row, step), and its place in the tile.
static inline global const double2* first_element(global const double2* x, int ld, bool k_contiguous, int extent, int row,
                                                  int step, int item) {
    const int along = item % PER_LINE(k_contiguous, extent);
    const int line = item / PER_LINE(k_contiguous, extent);
    return x + (k_contiguous ? (long)(row + line) * ld + step + along : (long)(step + line) * ld + row + along);
}

static inline int first_place(bool k_contiguous, int extent, int item) {
    const int along = item % PER_LINE(k_contiguous, extent);
    const int line = item / PER_LINE(k_contiguous, extent);
    return k_contiguous ? place(extent, line, along) : place(extent, along, line);
}

// The copy of a tile that reaches beyond the `rows` or the k steps of op(X): what lies there becomes zero.
static inline void copy_edge_tile(local double2* tile, global const double2* x, int ld, bool k_contiguous, int extent,
                                  int rows, int k, int row, int step, int item) {
#pragma unroll 1
    for (int e = item; e < extent * TILE_K; e += ITEMS) {
        const int along = e % PER_LINE(k_contiguous, extent);
        const int line = e / PER_LINE(k_contiguous, extent);
        const int r = k_contiguous ? line : along;
        const int p = k_contiguous ? along : line;
        const bool there = row + r < rows && step + p < k;
        const long at = k_contiguous ? (long)(row + r) * ld + step + p : (long)(step + p) * ld + row + r;
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(local_address(tile + place(extent, r, p))),
                     "l"(x + (there ? at : 0)), "r"(there ? 16 : 0)
                     : "memory");
    }
}

static inline void commit_copies() {
    asm volatile("cp.async.commit_group;" ::: "memory");
}

// Returns when the copies of the stage that is read next have ended, those of all work-items.
static inline void wait_for_copies() {
    asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Element e of a lane's four of block i; `lane` is where the first one of block 0 lies.
static inline void load_a(private ABlock* block, local const double2* lane, int i, int e) {
    const double2 element = lane[16 * i + e % 2 * 8 + e / 2 * 4 * A_LINE];
    block->real[e] = element.x;
    block->imaginary[e] = element.y;
}

static inline void load_b(private BBlock* block, local const double2* lane, int j) {
#pragma unroll
    for (int e = 0; e < 2; ++e) {
        const double2 element = lane[8 * j + 4 * e * B_LINE];
        block->real[e] = element.x;
        block->imaginary[e] = element.y;
    }
}
