// Arithmetic on elements of matrices, real or complex: sources behind this one are made for both.
//
// An Element is a float or a double. With COMPLEX it is a float2 or a double2, its real part in x and its imaginary part
// in y. A Part is a float or a double.

#ifndef REAL
#define REAL double  // an element
#endif
#ifndef PART
#define PART REAL  // a part of an element
#endif
#ifndef COMPLEX
#define COMPLEX 0
#endif

typedef REAL Element;
typedef PART Part;

// What kernels have that may take the conjugates of their operand: a scalar if elements are complex, and what it says.
#if COMPLEX
#define CONJUGATED_SCALAR , int conjugated
#define CONJUGATES conjugated
#else
#define CONJUGATED_SCALAR
#define CONJUGATES 0
#endif

#if COMPLEX

static inline Element number(Part x) {
    return (Element)(x, 0);
}

static inline Element conjugate(Element x) {
    return (Element)(x.x, -x.y);
}

// sum + x y
static inline Element multiply_add(Element x, Element y, Element sum) {
    return (Element)(fma(-x.y, y.y, fma(x.x, y.x, sum.x)), fma(x.y, y.x, fma(x.x, y.y, sum.y)));
}

static inline Element multiply(Element x, Element y) {
    return multiply_add(x, y, number(0));
}

// x / y after Smith (Comm. ACM 5, 1962): |y|^2, which may overflow, is not needed.
static inline Element quotient(Element x, Element y) {
    const bool wide = fabs(y.x) >= fabs(y.y);
    const Part ratio = wide ? y.y / y.x : y.x / y.y;
    const Part divisor = wide ? fma(y.y, ratio, y.x) : fma(y.x, ratio, y.y);
    const Part real = wide ? fma(x.y, ratio, x.x) : fma(x.x, ratio, x.y);
    const Part imaginary = wide ? fma(-x.x, ratio, x.y) : fma(x.y, ratio, -x.x);
    return (Element)(real / divisor, imaginary / divisor);
}

// Between |x| and the square root of 2 times |x|.
static inline Part magnitude(Element x) {
    return fabs(x.x) + fabs(x.y);
}

static inline bool is_finite(Element x) {
    return isfinite(x.x) && isfinite(x.y);
}

// beta x + sum. With beta = 1 it is x + sum: 0, the imaginary part of beta, times Inf would make NaN of the other part.
static inline Element scaled_sum(Element beta, Element x, Element sum) {
    return beta.x == 1 && beta.y == 0 ? x + sum : multiply_add(beta, x, sum);
}

#else

static inline Element number(Part x) {
    return x;
}

static inline Element conjugate(Element x) {
    return x;
}

static inline Element multiply_add(Element x, Element y, Element sum) {
    return fma(x, y, sum);
}

static inline Element multiply(Element x, Element y) {
    return x * y;
}

static inline Element quotient(Element x, Element y) {
    return x / y;
}

static inline Part magnitude(Element x) {
    return fabs(x);
}

static inline bool is_finite(Element x) {
    return isfinite(x) != 0;
}

static inline Element scaled_sum(Element beta, Element x, Element sum) {
    return fma(beta, x, sum);
}

#endif
