// The operands of an emulated product: each row of op(A), or column of op(B), becomes integers, and these residues.
//
// A line is a row of op(A) or a column of op(B): k elements. With LINES_ARE_ROWS, line i of X is row i, else column i.
// moduli_source() stands before this source.

#ifndef REAL
#define REAL double  // element type: float or double
#endif
#ifndef LINES_ARE_ROWS
#define LINES_ARE_ROWS 0
#endif

#if LINES_ARE_ROWS
#define ELEMENT(line, p) x[(line) + (long)(p)*x_ld]
#define LINES x_rows
#define DEPTH x_cols
#else
#define ELEMENT(line, p) x[(p) + (long)(line)*x_ld]
#define LINES x_cols
#define DEPTH x_rows
#endif

// exponents[i] is the largest e with |2^e line i| <= 2^norm in the 2-norm; 0 for a line of zeros. If an element is not
// finite, `refused` is set to 1. Elements are divided by a power of two near the largest before they are squared, so
// that no square overflows or vanishes.
//
// Launch: at least one work-item a line, in any work-groups.
kernel void emulated_exponents(global const REAL* restrict x, long x_first, int x_rows, int x_cols, int x_ld,
                               global int* restrict exponents, long e_first, int e_rows, int e_cols, int e_ld,
                               global int* restrict refused, long refused_first, int f_rows, int f_cols, int f_ld,
                               double norm) {
    x += x_first;
    const int line = (int)get_global_id(0);
    if (line >= LINES) return;
    double largest = 0;
    bool finite = true;
    for (int p = 0; p < DEPTH; ++p) {
        const double element = (double)ELEMENT(line, p);
        finite = finite && isfinite(element);
        largest = fmax(largest, fabs(element));
    }
    if (!finite) refused[refused_first] = 1;
    int exponent = 0;
    if (finite && largest > 0) {
        const int size = ilogb(largest);
        double squares = 0;
        for (int p = 0; p < DEPTH; ++p) {
            const double element = ldexp((double)ELEMENT(line, p), -size);
            squares = fma(element, element, squares);
        }
        exponent = (int)floor(norm - 0.5 * log2(squares)) - size;
    }
    exponents[e_first + line] = exponent;
}

// An integer's residue, between -p / 2 and p / 2. |x| < 2^90. The first step leaves less than 2^40, since x * inverse is
// wrong in its last bits.
static inline double residue_of(double x, double p, double inverse) {
    const double near = fma(-rint(x * inverse), p, x);
    return fma(-rint(near * inverse), p, near);
}

// Byte p + 4 (i + l lines) ld of `residues` is the residue modulo kModuli[l] of element p of line i, times
// 2^exponents[i] and without its fraction. Four bytes are an element of the register; bytes from k on are zeros. 128
// modulo 256 is stored as -128.
//
// Launch: at least one work-item for each byte of a line and each line, in any work-groups.
kernel void emulated_residues(global const REAL* restrict x, long x_first, int x_rows, int x_cols, int x_ld,
                              global const int* restrict exponents, long e_first, int e_rows, int e_cols, int e_ld,
                              global const int* restrict refused, long refused_first, int f_rows, int f_cols, int f_ld,
                              global int* restrict residues, long r_first, int r_rows, int r_cols, int r_ld) {
    x += x_first;
    global char* bytes = (global char*)(residues + r_first);
    const int p = (int)get_global_id(0);
    const int line = (int)get_global_id(1);
    if (refused[refused_first] != 0 || p >= 4 * r_rows || line >= LINES) return;
    const double element = p < DEPTH ? trunc(ldexp((double)ELEMENT(line, p), exponents[e_first + line])) : 0;
    for (int l = 0; l < kCount; ++l) {
        const int residue = (int)residue_of(element, kModuli[l], kInverses[l]);
        bytes[p + 4 * ((long)l * LINES + line) * r_ld] = (char)(residue == 128 ? -128 : residue);
    }
}
