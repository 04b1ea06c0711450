// What the kernels of products of a sparse matrix and vectors share. It follows element.cl.
//
//     Y := p A X + q Y      X and Y have x_cols columns
//
// p and q are numbers (NUMBER), or numbers times elements of the device's memory: p = alpha a (ELEMENT), or alpha a / b
// (QUOTIENT). If p is 0, neither A nor x counts; if q is 0, y does not, and with OVERWRITE there is no q. With ADD q is 1.
//
// Work-groups of get_group_id(1) = c take the columns c COLUMNS, c COLUMNS + 1, ... of X. Of the last ones those beyond x_cols
// are computed from its last column, and not stored.
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

static inline bool is_zero(Element x) {
#if COMPLEX
    return x.x == 0 && x.y == 0;
#else
    return x == 0;
#endif
}

static inline void set_element(global Element* y, Element p, Element sum, Element q) {
    const Element product = is_zero(p) ? number(0) : multiply(p, sum);
    *y = OVERWRITE || is_zero(q) ? product : multiply_add(q, *y, product);
}

// The column of x for column c of a pass.
#define FIRST_COLUMN ((int)get_group_id(1) * COLUMNS)
#define COLUMN_OF(x, c) (x + (long)min(FIRST_COLUMN + (c), x##_cols - 1) * x##_ld)
