// What the kernels of triangular solves share; stands behind element.cl and vector_common.cl, and before the source of each.
//
// op(A) is solved with in blocks of BLOCK rows and columns, which begin at multiples of BLOCK. Blocks are counted in the
// order of the solve: from the first on if op(A) is lower, from the last on (`flip`) if it is upper. So row b of blocks
// needs x of the blocks 0 .. b - 1 in all cases.
//
//              lower            upper (flip)
//            +---+              +---+---+---+
//            | 0 |              | 2 | x | x |
//            +---+---+          +---+---+---+
//            | x | 1 |              | 1 | x |
//            +---+---+---+          +---+---+
//            | x | x | 2 |              | 0 |
//            +---+---+---+              +---+
//
// scratch (BLOCK rows) has for each block b
//
//     columns 2 b BLOCK ...           inverse(b), of the diagonal block, with zeros in the other triangle
//     columns (2 b + 1) BLOCK ...     coupling(b) := inverse(b) op(A)(b, b - 1)
//     column 2 blocks BLOCK + b       x of the block, for others to read: ABSENT until it is known
//     column 2 blocks BLOCK + blocks + b   the same once more, for the next few blocks alone, which wait for it most
//
// Beyond the edge of A all of them are zero. state holds the number of the next block, then for each block how far
// its inverse is trusted: 2: unchanged; 1: with a step of refinement; 0: not at all.

// Real arithmetic is by macros: calls of element.cl's functions cost 2 % of a solve on an H100.
#if !COMPLEX
#define multiply_add(x, y, sum) fma(x, y, sum)
#define is_zero(x) ((x) == 0)
#define is_finite(x) isfinite(x)
#define quotient(x, y) ((x) / (y))
#define number(x) (x)
#endif

#ifndef BLOCK
#define BLOCK 64  // a power of two
#endif
#ifndef ACROSS
#define ACROSS 0  // 1: op(A) = A^T
#endif
#ifndef DOUBLE
#define DOUBLE 1  // 0: Part is float
#endif

// x of a block is told part by part of its elements, in words that are read and written as a whole. A word is complete once
// it is not ABSENT, a NaN that no part becomes: nothing else is needed to order memory.
#if DOUBLE
typedef ulong WORD;
#define ABSENT 0xfffffffffffffffful
#define OTHER_NAN 0x7ff8000000000000ul
#define TO_WORD(x) as_ulong(x)
#define TO_REAL(word) as_double(word)
#else
typedef uint WORD;
#define ABSENT 0xffffffffu
#define OTHER_NAN 0x7fc00000u
#define TO_WORD(x) as_uint(x)
#define TO_REAL(word) as_float(word)
#endif

#if defined(__NV_CL_C_VERSION) || defined(cl_nv_pragma_unroll) || (DOUBLE && !defined(cl_khr_int64_base_atomics))
#define PEEK(p) (*(volatile global const WORD*)(p))
#define POKE(p, word) (*(volatile global WORD*)(p) = (word))
#elif DOUBLE
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#define PEEK(p) atom_add((volatile global WORD*)(p), (WORD)0)
#define POKE(p, word) atom_xchg((volatile global WORD*)(p), word)
#else
#define PEEK(p) atomic_add((volatile global WORD*)(p), (WORD)0)
#define POKE(p, word) atomic_xchg((volatile global WORD*)(p), word)
#endif

static inline Part receive_part(global const Part* from) {
    WORD word;
    do word = PEEK(from);
    while (word == ABSENT);
    return TO_REAL(word);
}

static inline void tell_part(global Part* to, Part value) {
    const WORD word = TO_WORD(value);
    POKE(to, word == ABSENT ? OTHER_NAN : word);
}

// Waits for an element.
static inline Element receive_element(global const Element* from) {
#if COMPLEX
    global const Part* parts = (global const Part*)from;
    const Part real = receive_part(parts);
    return (Element)(real, receive_part(parts + 1));
#else
    return receive_part(from);
#endif
}

static inline void tell(global Element* to, Element value) {
#if COMPLEX
    tell_part((global Part*)to, value.x);
    tell_part((global Part*)to + 1, value.y);
#else
    tell_part(to, value);
#endif
}

typedef struct {
    global const Element* a;
    long ld;
    int n, blocks;
    bool flip, unit;
} Triangle;

// a is its first element.
static inline Triangle triangle(global const Element* a, int n, int ld, int upper, int unit) {
    Triangle t;
    t.a = a;
    t.ld = ld;
    t.n = n;
    t.blocks = (n + BLOCK - 1) / BLOCK;
    t.flip = (upper != 0) != (ACROSS != 0);
    t.unit = unit != 0;
    return t;
}

// The first row of block b, and its rows.
static inline int first_of(Triangle t, int b) {
    return (t.flip ? t.blocks - 1 - b : b) * BLOCK;
}

static inline int rows_of(Triangle t, int b) {
    return min(BLOCK, t.n - first_of(t, b));
}

// Where x of block 0 is told in scratch.
static inline long told_of(Triangle t, long ld) {
    return 2L * t.blocks * BLOCK * ld;
}

// op(A)(i, j)
static inline Element element_of(Triangle t, int i, int j) {
    return ACROSS ? t.a[j + i * t.ld] : t.a[i + j * t.ld];
}

// Row r of a block of `rows` rows, counted in the order of the solve; and the row from its number in that order.
static inline int in_order(Triangle t, int rows, int r) {
    return t.flip && r < rows ? rows - 1 - r : r;
}

// The next row of blocks, for all work-items.
static inline int take_row(global int* tickets, local int* row, int item) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) *row = atomic_inc(tickets);
    barrier(CLK_LOCAL_MEM_FENCE);
    return *row;
}
