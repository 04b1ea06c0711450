// What gemv_common.cl has for real elements, for complex ones. It follows that file; element.cl comes before all. A piece is
// one element.
//
// A kernel takes `conjugated`: 1 if the matrix is the conjugate of A. Then it adds products of A and of the conjugates of x,
// and the sums' conjugates are what it gives.

#undef P
#if SUMS
#define P number(1)
#elif ALPHA == QUOTIENT
#define P quotient(multiply(alpha, a[a_first]), a_over[a_over_first])
#elif ALPHA == ELEMENT
#define P multiply(alpha, a[a_first])
#else
#define P alpha
#endif

#undef Q
#if OVERWRITE
#define Q number(0)
#elif BETA == QUOTIENT
#define Q quotient(multiply(beta, b[b_first]), b_over[b_over_first])
#elif BETA == ELEMENT
#define Q multiply(beta, b[b_first])
#else
#define Q beta
#endif

// What `unit` says of the diagonal of a triangle. The last two make a hermitian matrix of two triangles.
#define ONES 1
#define LEFT_OUT 2
#define REAL_PARTS 3

static inline bool is_zero(Element x) {
    return x.x == 0 && x.y == 0;
}

static inline Element conjugate_if(bool wanted, Element x) {
    return (Element)(x.x, wanted ? -x.y : x.y);
}

// sum, and what element a of a diagonal adds to it.
static inline Element add_diagonal_element(global const Element* a, Element x, int unit, Element sum) {
    if (unit == LEFT_OUT) return sum;
    if (unit == ONES) return sum + x;
    if (unit == REAL_PARTS) return sum + a->x * x;
    return multiply_add(*a, x, sum);
}

static inline void set_complex_element(global Element* y, Element p, Element sum, Element q) {
    const Element product = is_zero(p) ? number(0) : multiply(p, sum);
    if (is_zero(q))
        *y = product;
    else  // 0, the imaginary part of q = 1, times Inf would make NaN of the other part
        *y = product + (q.x == 1 && q.y == 0 ? *y : multiply(q, *y));
}
#define set_element set_complex_element
