// What the kernels that factor panels of QR share; stands behind element.cl and before the source of each.

#ifndef WIDTH
#define WIDTH 32  // the most columns of a panel
#endif
#ifndef ITEMS
#define ITEMS 256
#endif
#ifndef NEGLIGIBLE
#define NEGLIGIBLE 1e-280  // squares below this are inaccurate; largest elements of columns are about 1
#endif
#ifndef MOST_EXPONENT
#define MOST_EXPONENT 1000  // 2 to this and its reciprocal are normal numbers
#endif

#if COMPLEX
static inline Part real_part(Element x) {
    return x.x;
}

static inline Part imaginary_part(Element x) {
    return x.y;
}

static inline Part largest_part(Element x) {
    return fmax(x.x, x.y);
}
#else
static inline Part real_part(Element x) {
    return x;
}

static inline Part imaginary_part(Element x) {
    return 0;
}

static inline Part largest_part(Element x) {
    return x;
}
#endif

static inline bool is_zero(Element x) {
    return real_part(x) == 0 && imaginary_part(x) == 0;
}

// H = I - tau (1, v) (1, v)^H with v = scale x; H^H maps (alpha, x) to (beta, 0), and beta is real.
typedef struct {
    Part beta;
    Element tau, scale;
} Reflector;

// `square` is x^H x. If x is zero and alpha real, H is I, as LAPACK has it.
static inline Reflector reflector(Element alpha, Part square) {
    Reflector h = {real_part(alpha), number(0), number(0)};
    square = fma(imaginary_part(alpha), imaginary_part(alpha), square);
    if (square <= (Part)NEGLIGIBLE) return h;
    h.beta = -copysign(sqrt(fma(real_part(alpha), real_part(alpha), square)), real_part(alpha));
    h.tau = (number(h.beta) - alpha) / h.beta;
    h.scale = quotient(number(1), alpha - number(h.beta));
    return h;
}

// A power of 2, and so is its reciprocal: a column divided by it has a largest part of 1 to 2, if that is a number
// other than zero.
static inline Part power_of(Part largest) {
    if (!(largest > 0) || isinf(largest)) return 1;
    return ldexp((Part)1, clamp(ilogb(largest), -MOST_EXPONENT, MOST_EXPONENT));
}

// Elements of a row are registers if positions among them are known to the compiler. CPUs have none to win by that.
#ifdef cl_nv_pragma_unroll
#define STEPS_KNOWN _Pragma("unroll")
#else
#define STEPS_KNOWN
#endif

// Row i of T in I - V T V^H = H_0 H_1 ..., of which column j of `products` holds the products of v_j with those before:
//
//     T(i, j) = -tau_j sum over c = i .. j - 1 of T(i, c) products(c, j),    T(i, i) = tau_i
//
// What is left of i counts as zero.
static inline void make_row_of_t(int i, int n, local const Element* tau, local Element (*products)[WIDTH], global Element* t,
                                 int ld) {
    Element row[WIDTH];
    STEPS_KNOWN
    for (int j = 0; j < WIDTH; ++j)
        if (j < n) {
            Element even = number(0);
            Element odd = number(0);
            STEPS_KNOWN
            for (int c = 0; c + 1 < j; c += 2) {
                even = multiply_add(row[c], products[j][c], even);
                odd = multiply_add(row[c + 1], products[j][c + 1], odd);
            }
            if (j % 2 == 1) even = multiply_add(row[j - 1], products[j][j - 1], even);
            row[j] = j < i ? number(0) : j == i ? tau[j] : multiply(-tau[j], even + odd);
            t[i + (long)j * ld] = row[j];
        }
}
