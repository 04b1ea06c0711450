// What the kernels of products of a sparse matrix and vectors share. It follows element.cl.
//
//     Y := p A X + q Y      X and Y have y_cols columns
//
// p and q are numbers (NUMBER), or numbers times elements of the device's memory: p = alpha a (ELEMENT), or alpha a / b
// (QUOTIENT). If p is 0, neither A nor x counts; if q is 0, y does not, and with OVERWRITE there is no q. With ADD q is 1.
//
// Work-groups of get_group_id(1) = c take the columns c COLUMNS, c COLUMNS + 1, ... of X. Of the last ones those beyond y_cols
// are computed from its last column, and not stored. With TURNED the operand x is X^T: what an element of A is multiplied by stands side
// by side. It has a multiple of COLUMNS rows; those that X lacks are numbers that do not count.
//
// Products are added by fma, real or complex: the bits of a sum follow from its order alone.

#pragma OPENCL FP_CONTRACT OFF

#define NUMBER 0
#define ELEMENT 1
#define QUOTIENT 2

#ifndef ALPHA
#define ALPHA NUMBER
#endif
#ifndef BETA
#define BETA NUMBER
#endif
#ifndef OVERWRITE
#define OVERWRITE 0
#endif
#ifndef ADD
#define ADD 0
#endif
#ifndef ITEMS
#define ITEMS 256  // work-items of a work-group: a power of two
#endif
#ifndef COLUMNS
#define COLUMNS 1
#endif

#ifndef DOUBLE
#define DOUBLE 1  // parts of elements are doubles
#endif
#ifndef SHORT_LOADS
#define SHORT_LOADS 0
#endif
#ifndef TURNED
#define TURNED 0
#endif

#define OPERAND(ACCESS, TYPE, x) \
    global ACCESS TYPE *restrict x, long x##_first, int x##_rows, int x##_cols, int x##_ld

#if ALPHA == QUOTIENT
#define ALPHA_OPERANDS , OPERAND(const, Element, a), OPERAND(const, Element, a_over)
#define P quotient(multiply(alpha, a[a_first]), a_over[a_over_first])
#elif ALPHA == ELEMENT
#define ALPHA_OPERANDS , OPERAND(const, Element, a)
#define P multiply(alpha, a[a_first])
#else
#define ALPHA_OPERANDS
#define P alpha
#endif

#if BETA == QUOTIENT
#define BETA_OPERANDS , OPERAND(const, Element, b), OPERAND(const, Element, b_over)
#define Q quotient(multiply(beta, b[b_first]), b_over[b_over_first])
#elif BETA == ELEMENT
#define BETA_OPERANDS , OPERAND(const, Element, b)
#define Q multiply(beta, b[b_first])
#else
#define BETA_OPERANDS
#define Q beta
#endif

#if OVERWRITE
#define Y_ACCESS
#undef Q
#define Q number(0)
#define BETA_SCALAR
#elif ADD
#define Y_ACCESS
#undef Q
#define Q number(1)
#define BETA_SCALAR
#else
#define Y_ACCESS
#define BETA_SCALAR , Element beta
#endif

// Elements of A's arrays. Each is read once: on NVIDIA's devices they leave the caches to x, unless few neighbouring work-items load
// neighbouring elements (SHORT_LOADS): then the next load finds in them what the last one brought along.
#if defined(__NV_CL_C_VERSION) && !SHORT_LOADS
#define LOAD "ld.global.cs."
static inline int index_at(global const int* at) {
    int found;
    asm(LOAD "b32 %0, [%1];" : "=r"(found) : "l"(at));
    return found;
}
#if COMPLEX
#define PARTS_AT(type, letter, found, at) \
    asm(LOAD "v2." type " {%0, %1}, [%2];" : letter((found).x), letter((found).y) : "l"(at))
#else
#define PARTS_AT(type, letter, found, at) asm(LOAD type " %0, [%1];" : letter(found) : "l"(at))
#endif
static inline Element element_at(global const Element* at) {
    Element found;
#if DOUBLE
    PARTS_AT("f64", "=d", found, at);
#else
    PARTS_AT("f32", "=f", found, at);
#endif
    return found;
}
#else
static inline int index_at(global const int* at) {
    return *at;
}
static inline Element element_at(global const Element* at) {
    return *at;
}
#endif

static inline bool is_zero(Element x) {
#if COMPLEX
    return x.x == 0 && x.y == 0;
#else
    return x == 0;
#endif
}

static inline void set_element(global Element* y, Element p, Element sum, Element q) {
    const Element product = is_zero(p) ? number(0) : multiply(p, sum);
#if COMPLEX
    // 0, the imaginary part of q = 1, times Inf would make NaN of the other part.
    const bool adds = q.x == 1 && q.y == 0;
#else
    const bool adds = false;
#endif
    *y = OVERWRITE || is_zero(q) ? product : adds ? *y + product : multiply_add(q, *y, product);
}

// X(i, c) for column c of a pass.
#define FIRST_COLUMN ((int)get_group_id(1) * COLUMNS)
#if TURNED
#define X_AT(x, i, c) (x)[(long)(i) * x_ld + FIRST_COLUMN + (c)]
#else
#define X_AT(x, i, c) (x)[(i) + (long)min(FIRST_COLUMN + (c), x_cols - 1) * x_ld]
#endif

// X(i, 0), X(i, 1), .. of a pass.
#if TURNED && !COMPLEX && COLUMNS > 1
#define PAIR_OF_(type) type##2
#define PAIR_OF(type) PAIR_OF_(type)
typedef PAIR_OF(REAL) Pair;
static inline void row_of_x(global const Element* restrict x, int x_cols, int x_ld, int i, Element* row) {
    global const Pair* pairs = (global const Pair*)(x + (long)i * x_ld + FIRST_COLUMN);
#pragma unroll
    for (int c = 0; c < COLUMNS; c += 2) {
        const Pair two = pairs[c / 2];
        row[c] = two.x;
        row[c + 1] = two.y;
    }
}
#else
static inline void row_of_x(global const Element* restrict x, int x_cols, int x_ld, int i, Element* row) {
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c) row[c] = X_AT(x, i, c);
}
#endif
