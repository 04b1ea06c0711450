// What the kernels that factor panels of QR share; stands before the source of each.

#ifndef REAL
#define REAL double  // element type: float or double
#endif
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

// H = I - tau (1, v) (1, v)^T with v = scale x, which maps (alpha, x) to (beta, 0).
typedef struct {
    REAL beta, tau, scale;
} Reflector;

// `square` is x^T x. If x is zero, H is I, as LAPACK has it.
static inline Reflector reflector(REAL alpha, REAL square) {
    Reflector h = {alpha, 0, 0};
    if (square <= (REAL)NEGLIGIBLE) return h;
    h.beta = -copysign(sqrt(fma(alpha, alpha, square)), alpha);
    h.tau = (h.beta - alpha) / h.beta;
    h.scale = 1 / (alpha - h.beta);
    return h;
}

// A power of 2, and so is its reciprocal: a column divided by it has a largest element of 1 to 2, if that is a number
// other than zero.
static inline REAL power_of(REAL largest) {
    if (!(largest > 0) || isinf(largest)) return 1;
    return ldexp((REAL)1, clamp(ilogb(largest), -MOST_EXPONENT, MOST_EXPONENT));
}

// Elements of a row are registers if positions among them are known to the compiler. CPUs have none to win by that.
#ifdef cl_nv_pragma_unroll
#define STEPS_KNOWN _Pragma("unroll")
#else
#define STEPS_KNOWN
#endif

// Row i of T in I - V T V^T = H_0 H_1 ..., of which column j of `products` holds the products of v_j with those before:
//
//     T(i, j) = -tau_j sum over c = i .. j - 1 of T(i, c) products(c, j),    T(i, i) = tau_i
//
// What is left of i counts as zero.
static inline void make_row_of_t(int i, int n, local const REAL* tau, local REAL (*products)[WIDTH], global REAL* t, int ld) {
    REAL row[WIDTH];
    STEPS_KNOWN
    for (int j = 0; j < WIDTH; ++j)
        if (j < n) {
            REAL even = 0;
            REAL odd = 0;
            STEPS_KNOWN
            for (int c = 0; c + 1 < j; c += 2) {
                even = fma(row[c], products[j][c], even);
                odd = fma(row[c + 1], products[j][c + 1], odd);
            }
            if (j % 2 == 1) even = fma(row[j - 1], products[j][j - 1], even);
            row[j] = j < i ? 0 : j == i ? tau[j] : -tau[j] * (even + odd);
            t[i + (long)j * ld] = row[j];
        }
}
