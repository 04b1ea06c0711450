// What the kernels of vectors share, with element.cl before it. A vector is a register of n x 1 elements, which are
// neighbours in memory, or of 1 x n, which lie ld apart. y may count from its end.
//
// Pieces of VECTOR elements; a complex element is a piece by itself. A chunk is WORK x ITEMS pieces; neighbouring
// work-items take neighbouring pieces.
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

#ifndef VECTOR
#define VECTOR 2  // 1, 2, 4, 8 or 16, at most 64 bytes; 1 if elements are complex
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
typedef Element PIECE;
#define TO_LANES(piece, lanes) (lanes)[0] = (piece)
#define FROM_LANES(lanes) (lanes)[0]
#else
typedef JOIN(REAL, VECTOR) PIECE;
#define TO_LANES(piece, lanes) JOIN(vstore, VECTOR)(piece, 0, lanes)
#define FROM_LANES(lanes) JOIN(vload, VECTOR)(0, lanes)
#endif

#define CHUNK (WORK * ITEMS)  // pieces

// Where coefficients come from: a scalar, times an element of the device's memory, over another one.
#define NUMBER 0
#define ELEMENT 1
#define QUOTIENT 2

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

// Arithmetic beside element.cl's. Macros serve for pieces of real elements, too, and add a product to a sum as FP_CONTRACT
// has it where they stand; complex products are added by fma.
#if COMPLEX

#define ADDED_PRODUCT(x, y, sum) multiply_add(x, y, sum)
#define MAGNITUDE(x) magnitude(x)

static inline bool is_zero(Element x) {
    return x.x == 0 && x.y == 0;
}

static inline Element conjugated_if(bool wanted, Element x) {
    return (Element)(x.x, wanted ? -x.y : x.y);
}
#define CONJUGATED_IF(wanted, x) conjugated_if(wanted, x)

// p x. 0, the imaginary part of p = 1, times Inf would make NaN of the other part.
static inline Element scaled(Element p, Element x) {
    return p.x == 1 && p.y == 0 ? x : multiply(p, x);
}
#define SCALED(p, x) scaled(p, x)

#else

#define ADDED_PRODUCT(x, y, sum) ((sum) + (x) * (y))
#define MAGNITUDE(x) fabs(x)
#define CONJUGATED_IF(wanted, x) (x)
#define SCALED(p, x) ((p) * (x))

static inline bool is_zero(Element x) {
    return x == 0;
}

#endif

// Piece number `piece` of x. `unit` says that the stride is 1.
static inline PIECE load(global const Element* x, long stride, bool unit, long piece) {
    if (unit) return ((global const PIECE*)x)[piece];
#if VECTOR == 1
    return x[piece * stride];
#else
    Element lanes[VECTOR];
#pragma unroll
    for (int lane = 0; lane < VECTOR; ++lane) lanes[lane] = x[(piece * VECTOR + lane) * stride];
    return FROM_LANES(lanes);
#endif
}
