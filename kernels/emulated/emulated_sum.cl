// C := alpha x + beta C with the elements x of an emulated product, of their residues by the Chinese remainder theorem.
//
//     x(i, j) = 2^-(rows[i] + cols[j]) (sum of w_l u_l - q P),   q = the nearest integer to sum / P
//
// w_l and P have three parts, of which sums of the first two are exact. See moduli.hpp. moduli_source(), residue_layout.cl
// and element.cl stand before this source. If `refused` is not 0, C stays as it is; with OVERWRITE it becomes zeros.
// With `triangle` 1 or 2, elements above or below the diagonal stay as they are.
//
// Complex elements have the residues of three products of real matrices, one behind the other: of real parts, of imaginary
// parts, and of both sums of parts. The first without the second is the product's real part, the third without these
// two its imaginary part.
//
// Launch: 64 rows x 32 columns a work-group of 256 work-items, each with 8 rows in a column.

#ifndef OVERWRITE
#define OVERWRITE 0  // 1: beta counts as zero and C is not read
#endif

#define COLUMNS 32

// x 2^e
static inline double scaled(double x, int e) {
    return e > -1022 && e < 1023 ? x * as_double((long)(1023 + e) << 52) : ldexp(x, e);
}

static inline int byte_of(uint2 words, int byte) {
    return (int)((byte < 4 ? words.x : words.y) >> 8 * (byte % 4) & 255);
}

// 0 <= x < 2^32: 2^52 + x is exact.
static inline double number_of(int x) {
    return as_double(0x4330000000000000ul | (uint)x) - 0x1p52;
}

static inline int without_sign(int residue, int l) {
    return residue < 0 ? residue + (int)kIntegers[l] : residue;
}

// Parts of an element of C.
#if COMPLEX
#define PARTS 2
#else
#define PARTS 1
#endif

// The number of three sums of w_l u_l.
static inline double from_sums(double sum0, double sum1, double sum2) {
    const double multiple = rint((sum0 + sum1) * (1 / (kModulus[0] + kModulus[1])));
    sum0 = fma(-multiple, kModulus[0], sum0);
    sum1 = fma(-multiple, kModulus[1], sum1);
    sum2 = fma(-multiple, kModulus[2], sum2);
    // The first two without an error: they may cancel each other.
    const double near = sum0 + sum1;
    const double second = near - sum0;
    const double lost = (sum0 - (near - second)) + (sum1 - second);
    return near + (lost + sum2);
}

kernel __attribute__((reqd_work_group_size(256, 1, 1))) void emulated_sum(
    global const int* restrict u, long u_first, int u_rows, int u_cols, int u_ld, global const int* restrict rows,
    long rows_first, int rr, int rc, int rld, global const int* restrict cols, long cols_first, int cr, int cc,
    int cld, global const int* restrict refused, long refused_first, int f_rows, int f_cols, int f_ld,
    global Element* restrict c, long c_first, int m, int n, int c_ld, Element alpha, Element beta, int triangle) {
    const int item = (int)get_local_id(0);
    const int row_block = (int)get_group_id(0);
    const int j = (int)get_group_id(1) * COLUMNS + item / 8;
    // The eight bytes that begin at 8 (item % 8) are of rows first + 8 s + e.
    const int first = row_block * BLOCK + item % 2 * 32 + item % 8 / 2 * 2;
    if (j >= n || first >= m) return;
    const bool is_refused = refused[refused_first] != 0;
    global const uint2* bytes = (global const uint2*)(u + u_first + (long)(j / BLOCK) * u_ld) +
                                (row_block * PRODUCT_BLOCK + j % BLOCK * BLOCK) / 8 + item % 8;
    const long distance = (long)BLOCKS_OF(m, BLOCK) * (PRODUCT_BLOCK / 8);
    double sum0[PARTS][8], sum1[PARTS][8], sum2[PARTS][8];
#pragma unroll
    for (int s = 0; s < PARTS * 8; ++s) sum0[s / 8][s % 8] = sum1[s / 8][s % 8] = sum2[s / 8][s % 8] = 0;
    if (!is_refused)
#pragma unroll
        for (int l = 0; l < kCount; ++l) {
            const uint2 words = bytes[l * distance];
#if COMPLEX
            const uint2 of_imaginary = bytes[(kCount + l) * distance];
            const uint2 of_sums = bytes[(2 * kCount + l) * distance];
#endif
#pragma unroll
            for (int s = 0; s < 8; ++s) {
#if COMPLEX
                const int first_product = byte_of(words, s);
                const int second_product = byte_of(of_imaginary, s);
                const int mixed = without_sign(byte_of(of_sums, s) - first_product, l) - second_product;
                const int residues[PARTS] = {without_sign(first_product - second_product, l), without_sign(mixed, l)};
#else
                const int residues[PARTS] = {byte_of(words, s)};
#endif
#pragma unroll
                for (int part = 0; part < PARTS; ++part) {
                    const double residue = number_of(residues[part]);
                    sum0[part][s] = fma(kWeights0[l], residue, sum0[part][s]);
                    sum1[part][s] = fma(kWeights1[l], residue, sum1[part][s]);
                    sum2[part][s] = fma(kWeights2[l], residue, sum2[part][s]);
                }
            }
        }
    global Element* column = c + c_first + (long)j * c_ld;
#pragma unroll
    for (int s = 0; s < 8; ++s) {
        const int i = first + s / 2 * 8 + s % 2;
        if (i >= m || (triangle == 1 && i < j) || (triangle == 2 && i > j)) continue;
        if (is_refused) {
#if OVERWRITE
            column[i] = number(0);
#endif
            continue;
        }
        const int exponent = -(rows[rows_first + i] + cols[cols_first + j]);
        const Part real = (Part)scaled(from_sums(sum0[0][s], sum1[0][s], sum2[0][s]), exponent);
#if COMPLEX
        const Part imaginary = (Part)scaled(from_sums(sum0[1][s], sum1[1][s], sum2[1][s]), exponent);
        const Element product = (Element)(real, imaginary);
#else
        const Element product = real;
#endif
#if OVERWRITE
        column[i] = multiply(alpha, product);
#else
        column[i] = scaled_sum(beta, column[i], multiply(alpha, product));
#endif
    }
}
