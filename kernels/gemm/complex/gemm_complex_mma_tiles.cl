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
#ifndef SPLIT_K
#define SPLIT_K 1  // parts of the sum over k; above 1, C is a workspace of m x (n SPLIT_K)
#endif

#define GAP 2  // pairs behind each line of a tile
#define ITEMS (32 * (TILE_M / WORK_M) * (TILE_N / WORK_N))
// Sizes in pairs: of a line, of a tile's parts of one kind, of a tile of A with both, of a stage.
#define A_LINE (TILE_M / 2 + GAP)
#define B_LINE (TILE_N + GAP)
#define A_PART (A_LINE * TILE_K)
#define B_PART (B_LINE * TILE_K / 2)
#define A_SIZE (2 * A_PART)
#define STAGE_SIZE (A_SIZE + 2 * B_PART)
#define A_BLOCKS (WORK_M / 16)
#define B_BLOCKS (WORK_N / 8)
#define A_COPIES (TILE_M * TILE_K / ITEMS)
#define COPIES (A_COPIES + TILE_N * TILE_K / ITEMS)
// Pairs of blocks that a warp multiplies in a step before it needs the next step.
#define TURNS ((TILE_K / 8 * A_BLOCKS - 1) * B_BLOCKS / 2)

// A warp's sum of 16 x 8 elements: real or imaginary parts.
typedef double Sum[4];

// A lane's elements of a block of A: (g, t), (g + 8, t), (g, t + 4), (g + 8, t + 4).
typedef struct {
    double real[4];
    double imaginary[4];
} ABlock;

// Those of a block of B: (t, g), (t + 4, g).
typedef struct {
    double real[2];
    double imaginary[2];
} BBlock;

// The work-items copy ITEMS elements of a tile at once: LINES_OF steps, or rows if steps are contiguous in memory.
#define PER_LINE(k_contiguous, extent) ((k_contiguous) ? TILE_K : (extent))
#define LINES_OF(k_contiguous, extent) (ITEMS / PER_LINE(k_contiguous, extent))
// Whether that are whole lines, a power of two of them, and all of a tile after some turns: then the place of an item's next
// element follows from that of its first.
#define REGULAR(k_contiguous, extent)                                                                           \
    (ITEMS % PER_LINE(k_contiguous, extent) == 0 && (extent) * TILE_K % ITEMS == 0 &&                           \
     (LINES_OF(k_contiguous, extent) & (LINES_OF(k_contiguous, extent) - 1)) == 0)

static inline uint local_address(local const double* to) {
    return (uint)(ulong)to;
}

// Where the real part of element (r, p) of a tile lies, in doubles.
#define A_PLACE(r, p) (2 * ((p)*A_LINE + (r) / 16 * 8 + (r) % 8) + (r) / 8 % 2)
#define B_PLACE(r, p) (2 * (((p) / 8 * 4 + (p) % 4) * B_LINE + (r)) + (p) / 4 % 2)

// Starts the copies of an element's parts, `part` bytes from each other, if it is `wanted`: without a branch, which would part
// the instructions that the compiler may interleave.
#define COPY_ELEMENT(to, from, wanted, part)                                                           \
    asm volatile(                                                                                      \
        "{.reg .pred p; setp.ne.s32 p, %2, 0; @p cp.async.ca.shared.global [%0], [%1], 8; "             \
        "@p cp.async.ca.shared.global [%0 + %3], [%1 + 8], 8;}" ::"r"(local_address(to)),               \
        "l"(from), "r"(wanted), "n"(part)                                                              \
        : "memory")

// A work-item's first element of op(X)'s tile at (row, step).
static inline global const double2* first_element(global const double2* x, int ld, bool k_contiguous, int extent, int row,
                                                  int step, int item) {
    const int along = item % PER_LINE(k_contiguous, extent);
    const int line = item / PER_LINE(k_contiguous, extent);
    return x + (k_contiguous ? (long)(row + line) * ld + step + along : (long)(step + line) * ld + row + along);
}

// Starts the copies of an element's parts, or of zeros.
static inline void copy_or_clear(local double* to, int part, global const double2* from, bool there) {
    const int bytes = there ? 8 : 0;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(local_address(to)), "l"(from), "r"(bytes) : "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1 + 8], 8, %2;" ::"r"(local_address(to) + part), "l"(from), "r"(bytes)
                 : "memory");
}

// The copy of a tile that reaches beyond the `rows` or the k steps of op(X): what lies there becomes zero.
static inline void copy_edge_tile(local double* tile, bool is_a, global const double2* x, int ld, bool k_contiguous,
                                  int extent, int rows, int k, int row, int step, int item) {
#pragma unroll 1
    for (int e = item; e < extent * TILE_K; e += ITEMS) {
        const int along = e % PER_LINE(k_contiguous, extent);
        const int line = e / PER_LINE(k_contiguous, extent);
        const int r = k_contiguous ? line : along;
        const int p = k_contiguous ? along : line;
        const bool there = row + r < rows && step + p < k;
        const long at = k_contiguous ? (long)(row + r) * ld + step + p : (long)(step + p) * ld + row + r;
        copy_or_clear(tile + (is_a ? A_PLACE(r, p) : B_PLACE(r, p)), 16 * (is_a ? A_PART : B_PART), x + (there ? at : 0),
                      there);
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

// Elements 2 e and 2 e + 1 of a lane's four of block i; `lane` is where the first ones of block 0 lie.
static inline void load_a(private ABlock* block, local const double2* lane, int i, int e) {
    const double2 real = lane[8 * i + 4 * e * A_LINE];
    const double2 imaginary = lane[8 * i + 4 * e * A_LINE + A_PART];
    block->real[2 * e] = real.x;
    block->real[2 * e + 1] = real.y;
    block->imaginary[2 * e] = imaginary.x;
    block->imaginary[2 * e + 1] = imaginary.y;
}

static inline void load_b(private BBlock* block, local const double2* lane, int j) {
    const double2 real = lane[8 * j];
    const double2 imaginary = lane[8 * j + B_PART];
    block->real[0] = real.x;
    block->real[1] = real.y;
    block->imaginary[0] = imaginary.x;
    block->imaginary[1] = imaginary.y;
}
