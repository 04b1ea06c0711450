// What the kernels of products of a matrix and a vector share. It follows vector_common.cl.
//
//     y := p op(A) x + q y      A is m x n, column-major
//
// p and q are numbers (NUMBER), or numbers times elements of the device's memory: p = alpha a (ELEMENT), or alpha a / b
// (QUOTIENT). If p is 0, neither A nor x counts; if q is 0, y does not, and with OVERWRITE there is no q.
//
// With SUMS a kernel writes sums(i, s), part s of element i of op(A) x, of which gemv_total makes y. With TRIANGLE, only
// a triangle of A counts, with ones on its diagonal if it is a unit one.
//
// For complex elements a kernel takes `conjugated`: 1 if the matrix is the conjugate of A. Then it adds products of A and of
// the conjugates of x, and the sums' conjugates are what it gives.

#pragma OPENCL FP_CONTRACT ON

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
#define P number(1)
#elif ALPHA == QUOTIENT
#define ALPHA_OPERANDS , OPERAND(const, Element, a), OPERAND(const, Element, a_over)
#define P quotient(multiply(alpha, a[a_first]), a_over[a_over_first])
#elif ALPHA == ELEMENT
#define ALPHA_OPERANDS , OPERAND(const, Element, a)
#define P multiply(alpha, a[a_first])
#else
#define ALPHA_OPERANDS
#define P alpha
#endif

#if OVERWRITE
#define BETA_OPERANDS
#define BETA_SCALAR
#define Q number(0)
#else
#define BETA_SCALAR , Element beta
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
#endif

// What follows A and x among a kernel's arguments.
#if SUMS && TRIANGLE
#define RESULT_ARGUMENTS OPERAND(, Element, sums), int x_reversed, int upper, int unit CONJUGATED_SCALAR
#elif SUMS
#define RESULT_ARGUMENTS OPERAND(, Element, sums), int x_reversed CONJUGATED_SCALAR
#else
#define RESULT_ARGUMENTS                                                                                          \
    OPERAND(, Element, y) ALPHA_OPERANDS BETA_OPERANDS, Element alpha BETA_SCALAR, int x_reversed, int y_reversed \
    CONJUGATED_SCALAR
#endif

// What `unit` says of the diagonal of a triangle. The last two, for complex elements alone, make a hermitian matrix of two
// triangles.
#define ONES 1
#define LEFT_OUT 2
#define REAL_PARTS 3

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

// Registers begin on boundaries of 64 bytes; an A that is read in the caller's memory may not.
#define LIES_ON_PIECES(a) ((ulong)(a) % sizeof(PIECE) == 0)

// The piece that begins with element *a. `aligned` says that it lies on a boundary of its size.
static inline PIECE load_piece(global const Element* a, const bool aligned) {
    if (aligned) return *(global const PIECE*)a;
    return FROM_LANES(a);
}

// sum, and what element a of a diagonal adds to it.
static inline Element add_diagonal_element(global const Element* a, Element x, int unit, Element sum) {
#if COMPLEX
    if (unit == LEFT_OUT) return sum;
    if (unit == ONES) return sum + x;
    if (unit == REAL_PARTS) return sum + a->x * x;
    return multiply_add(*a, x, sum);
#else
    return sum + (unit ? x : *a * x);
#endif
}

static inline void set_element(global Element* y, Element p, Element sum, Element q) {
    const Element product = is_zero(p) ? number(0) : multiply(p, sum);
    *y = is_zero(q) ? product : product + SCALED(q, *y);
}
