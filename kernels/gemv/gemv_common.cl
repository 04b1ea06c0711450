// What the kernels of products of a matrix and a vector share. It follows vector_common.cl.
//
//     y := p op(A) x + q y      A is m x n, column-major
//
// p and q are numbers (NUMBER), or numbers times elements of the device's memory: p = alpha a (ELEMENT), or alpha a / b
// (QUOTIENT). If p is 0, neither A nor x counts; if q is 0, y does not, and with OVERWRITE there is no q.
//
// With SUMS a kernel writes sums(i, s), part s of element i of op(A) x, of which gemv_total makes y. With TRIANGLE, only
// a triangle of A counts, with ones on its diagonal if it is a unit one.

#pragma OPENCL FP_CONTRACT ON

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
#ifndef SUMS
#define SUMS 0
#endif
#ifndef TRIANGLE
#define TRIANGLE 0
#endif

#if SUMS
#define P 1
#elif ALPHA == QUOTIENT
#define ALPHA_OPERANDS , OPERAND(const, REAL, a), OPERAND(const, REAL, a_over)
#define P (alpha * a[a_first] / a_over[a_over_first])
#elif ALPHA == ELEMENT
#define ALPHA_OPERANDS , OPERAND(const, REAL, a)
#define P (alpha * a[a_first])
#else
#define ALPHA_OPERANDS
#define P alpha
#endif

#if OVERWRITE
#define BETA_OPERANDS
#define BETA_SCALAR
#define Q 0
#else
#define BETA_SCALAR , REAL beta
#if BETA == QUOTIENT
#define BETA_OPERANDS , OPERAND(const, REAL, b), OPERAND(const, REAL, b_over)
#define Q (beta * b[b_first] / b_over[b_over_first])
#elif BETA == ELEMENT
#define BETA_OPERANDS , OPERAND(const, REAL, b)
#define Q (beta * b[b_first])
#else
#define BETA_OPERANDS
#define Q beta
#endif
#endif

#if VECTOR == 1
#define FROM_LANES(lanes) (lanes)[0]
#else
#define FROM_LANES(lanes) JOIN(vload, VECTOR)(0, lanes)
#endif

// What follows A and x among a kernel's arguments.
#if SUMS && TRIANGLE
#define RESULT_ARGUMENTS OPERAND(, REAL, sums), int x_reversed, int upper, int unit
#elif SUMS
#define RESULT_ARGUMENTS OPERAND(, REAL, sums), int x_reversed
#else
#define RESULT_ARGUMENTS                                                                                    \
    OPERAND(, REAL, y) ALPHA_OPERANDS BETA_OPERANDS, REAL alpha BETA_SCALAR, int x_reversed, int y_reversed
#endif

// Element 0 of a vector, and the way to the next one.
#define START(x, reversed) (x + x##_first + ((reversed) ? (LENGTH(x) - 1) * STRIDE(x) : 0))
#define STEP(x, reversed) ((reversed) ? -STRIDE(x) : STRIDE(x))

// Part `part` of `parts` of [first, last): whole chunks, and what is left over for the last one.
static inline long part_begin(long first, long last, long chunk, long part, long parts) {
    return first + (last - first) / chunk * part / parts * chunk;
}
static inline long part_end(long first, long last, long chunk, long part, long parts) {
    return part == parts - 1 ? last : part_begin(first, last, chunk, part + 1, parts);
}

// The piece that begins with element *a. `aligned` says that it lies on a boundary of its size.
static inline PIECE load_piece(global const REAL* a, const bool aligned) {
    if (aligned) return *(global const PIECE*)a;
    return FROM_LANES(a);
}

static inline void set_element(global REAL* y, REAL p, REAL sum, REAL q) {
    const REAL product = p == 0 ? (REAL)0 : p * sum;
    *y = q == 0 ? product : product + q * *y;
}
