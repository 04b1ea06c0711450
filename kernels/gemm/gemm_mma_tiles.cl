// The parameters of gemm_mma.cl, and how its tiles of A and B come to local memory; stands before it.
//
// A tile is `extent` elements along m or n (r) by TILE_K along k (p). It lies in local memory as in global memory, the
// direction of global memory contiguous, in chunks of two elements, 16 bytes. The places of chunks within a line are
// exchanged (xor) so that the lanes that are served at once when fragments are loaded fall on different banks:
//
//   k contiguous    chunk q of row r at place q ^ (r % 2 * 4), or q ^ (r % 4 * 2) if p = t + 4 e
//   else            chunk q of step p at place q ^ (p / 2 % 4 * 2)
//
// Chunks are copied by cp.async, which needs no registers on the way.

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
#define TILE_K 32
#endif
#ifndef WORK_M
#define WORK_M 64
#endif
#ifndef WORK_N
#define WORK_N 32
#endif
#ifndef STAGES
#define STAGES 3
#endif
#ifndef ORDER
#define ORDER 8
#endif

#define ITEMS (32 * (TILE_M / WORK_M) * (TILE_N / WORK_N))
#define READS_C (SPLIT_K == 1 && !OVERWRITE)

// The product is C^T if both are transposed.
#define SWAP (TRANSPOSE_A && TRANSPOSE_B)
#define LEFT_EXTENT (SWAP ? TILE_N : TILE_M)
#define RIGHT_EXTENT (SWAP ? TILE_M : TILE_N)
#define LEFT_BLOCKS ((SWAP ? WORK_N : WORK_M) / 16)
#define RIGHT_BLOCKS ((SWAP ? WORK_M : WORK_N) / 16)
#define LEFT_CONTIGUOUS_K (TRANSPOSE_A && !TRANSPOSE_B)
#define RIGHT_CONTIGUOUS_K (!TRANSPOSE_B || SWAP)
#define NATURAL_K LEFT_CONTIGUOUS_K  // p = t + 4 e

#define LEFT_SIZE (LEFT_EXTENT * TILE_K)
#define STAGE_SIZE ((LEFT_EXTENT + RIGHT_EXTENT) * TILE_K)
#define STAGE_BYTES (STAGE_SIZE * 8)
#define STAGE(offset) ((local double*)((local char*)tiles + (offset)))

// Keeps the compiler from holding what follows from x in registers of its own.
#define OPAQUE(x) asm volatile("" : "+r"(x))

// Where element (r, p) of a tile lies.
static inline int place(bool contiguous_k, int extent, int r, int p) {
    if (!contiguous_k) return p * extent + (((r >> 1) ^ ((p >> 1 & 3) << 1)) << 1) + (r & 1);
    const int exchange = NATURAL_K ? (r & 3) << 1 : (r & 1) << 2;
    return r * TILE_K + (((p >> 1) ^ exchange) << 1) + (p & 1);
}

static inline uint address_of(local const double* p) {
    return (uint)(ulong)p;
}

// Starts the copy of a chunk, if `wanted`: without a branch, which would part the instructions that the compiler may
// interleave.
static inline void copy_chunk(local double* to, global const double* from, int wanted) {
    asm volatile("{.reg .pred p; setp.ne.s32 p, %2, 0; @p cp.async.cg.shared.global [%0], [%1], 16;}" ::"r"(
                     address_of(to)),
                 "l"(from), "r"(wanted)
                 : "memory");
}

// Starts the copy of the first `valid` elements of a chunk; the others become zero.
static inline void copy_elements(local double* to, global const double* from, int valid, bool aligned) {
    if (aligned) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address_of(to)), "l"(from),
                     "r"(clamp(valid, 0, 2) * 8)
                     : "memory");
    } else {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(address_of(to)), "l"(from),
                     "r"(valid > 0 ? 8 : 0)
                     : "memory");
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(address_of(to) + 8),
                     "l"(from + (valid > 1)), "r"(valid > 1 ? 8 : 0)
                     : "memory");
    }
}

static inline void commit_copies(void) {
    asm volatile("cp.async.commit_group;" ::: "memory");
}

static inline void wait_for_copies(void) {
    asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
}

// The items copy ITEMS chunks of a tile at once: LINES lines of it (steps p, or rows r if k is contiguous).
#define CHUNKS(extent) ((extent)*TILE_K / 2)
#define PER_LINE(contiguous_k, extent) ((contiguous_k) ? TILE_K / 2 : (extent) / 2)
#define LINES(contiguous_k, extent) (ITEMS / PER_LINE(contiguous_k, extent))

// Whether an item's chunks stand a power of two of lines apart: then their places follow from that of the first.
#define REGULAR(contiguous_k, extent)                                              \
    (CHUNKS(extent) % ITEMS == 0 && ITEMS % PER_LINE(contiguous_k, extent) == 0 && \
     (LINES(contiguous_k, extent) & (LINES(contiguous_k, extent) - 1)) == 0 &&     \
     LINES(contiguous_k, extent) >= ((contiguous_k) ? 4 : 1))

// An item's first chunk of a tile whose corner is (row, step): its element of X, and its place in the tile.
static inline global const double* first_chunk(global const double* x, int ld, bool contiguous_k, int extent, int row,
                                               int step, int item) {
    const int along = item % PER_LINE(contiguous_k, extent) * 2;
    const int line = item / PER_LINE(contiguous_k, extent);
    return contiguous_k ? x + (long)(row + line) * ld + (step + along) : x + (long)(step + line) * ld + (row + along);
}

static inline int first_place(bool contiguous_k, int extent, int item) {
    const int along = item % PER_LINE(contiguous_k, extent) * 2;
    const int line = item / PER_LINE(contiguous_k, extent);
    return contiguous_k ? place(true, extent, line, along) : place(false, extent, along, line);
}

// The place of an item's chunk number i.
static inline int chunk_place(bool contiguous_k, int extent, int first, int i) {
    const int line = i * LINES(contiguous_k, extent);
    return contiguous_k ? first + line * TILE_K : (first ^ (line >> 1 & 3) << 2) + line * extent;
}

// The copy of a tile at an edge of X, or of an X whose columns begin anywhere: `rows` r and k steps there are.
static inline void copy_edge_tile(local double* tile, global const double* x, int ld, bool contiguous_k, int extent,
                                  int rows, int k, int row, int step, int item) {
#pragma unroll 1
    for (int chunk = item; chunk < CHUNKS(extent); chunk += ITEMS) {
        const int along = chunk % PER_LINE(contiguous_k, extent) * 2;
        const int line = chunk / PER_LINE(contiguous_k, extent);
        const int r = contiguous_k ? line : along;
        const int p = contiguous_k ? along : line;
        const int left_r = rows - row - r;
        const int left_p = k - step - p;
        const int valid = contiguous_k ? (left_r > 0 ? left_p : 0) : (left_p > 0 ? left_r : 0);
        global const double* from =
            x + (contiguous_k ? (long)(row + r) * ld + (step + p) : (long)(step + p) * ld + (row + r));
        copy_elements(tile + place(contiguous_k, extent, r, p), valid > 0 ? from : x, valid, ld % 2 == 0);
    }
}

// Where a tile begins that is to begin at `first`: further up if it would reach beyond the end, so that all of it lies
// within X. If r is contiguous, the tile begins on a boundary of 16 bytes and may read one element below the last row.
// That element exists if columns begin on such boundaries.
static inline int begin_within(int first, bool contiguous_k, int extent, int rows) {
    const int last = contiguous_k ? rows - extent : (rows - extent + 1) / 2 * 2;
    return rows < extent ? first : min(first, last);
}
