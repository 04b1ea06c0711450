// What the kernels of vectors share. A vector is a register of n x 1 elements, which are neighbours in memory, or of
// 1 x n, which lie ld apart. y may count from its end.
//
// Pieces of VECTOR elements. A chunk is WORK x ITEMS pieces; neighbouring work-items take neighbouring pieces.
//
//          |<- ITEMS pieces ->|<- ITEMS pieces ->| ... WORK times |
//   chunk  | item 0 1 2 3 ... | item 0 1 2 3 ... |
//
// Work-group g takes the chunks g, g + groups, g + 2 groups, ...: work-groups that run at once read neighbouring memory.
// With one work-item a work-group takes neighbouring chunks, since a CPU's core fetches ahead what it reads in order.
// Elements behind the last whole chunk are done one by one, by all work-items. Which work-item takes an element does not
// depend on strides: nor do the bits of sums.
//
// Products are rounded before they are added: all devices compute the same bits.

#pragma OPENCL FP_CONTRACT OFF

#ifndef REAL
#define REAL double  // element type: float or double
#endif
#ifndef VECTOR
#define VECTOR 2  // 1, 2, 4, 8 or 16, at most 64 bytes
#endif
#ifndef WORK
#define WORK 4
#endif
#ifndef ITEMS
#define ITEMS 256  // a power of two
#endif

#define JOIN_(x, y) x##y
#define JOIN(x, y) JOIN_(x, y)
#if VECTOR == 1
typedef REAL PIECE;
#else
typedef JOIN(REAL, VECTOR) PIECE;
#endif

#define CHUNK (WORK * ITEMS)  // pieces

#if ITEMS == 1
#define FIRST_CHUNK(g, chunks) ((chunks) * (g) / (long)get_num_groups(0))
#define FOR_CHUNKS(chunk, chunks)                                           \
    for (long chunk = FIRST_CHUNK((long)get_group_id(0), chunks),           \
              end = FIRST_CHUNK((long)get_group_id(0) + 1, chunks);         \
         chunk < end; ++chunk)
#else
#define FOR_CHUNKS(chunk, chunks) \
    for (long chunk = (long)get_group_id(0); chunk < (chunks); chunk += (long)get_num_groups(0))
#endif

#define OPERAND(ACCESS, TYPE, x) \
    global ACCESS TYPE *restrict x, long x##_first, int x##_rows, int x##_cols, int x##_ld
#define LENGTH(x) ((long)x##_rows * x##_cols)
#define STRIDE(x) (x##_rows == 1 ? (long)x##_ld : (long)1)

// Piece number `piece` of x. `unit` says that the stride is 1.
static inline PIECE load(global const REAL* x, long stride, bool unit, long piece) {
    if (unit) return ((global const PIECE*)x)[piece];
#if VECTOR == 1
    return x[piece * stride];
#else
    REAL lanes[VECTOR];
#pragma unroll
    for (int lane = 0; lane < VECTOR; ++lane) lanes[lane] = x[(piece * VECTOR + lane) * stride];
    return JOIN(vload, VECTOR)(0, lanes);
#endif
}

// The elements of a piece, for any type of element.
#if VECTOR == 1
#define TO_LANES(piece, lanes) (lanes)[0] = (piece)
#else
#define TO_LANES(piece, lanes) JOIN(vstore, VECTOR)(piece, 0, lanes)
#endif
