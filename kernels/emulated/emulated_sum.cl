// C := alpha x + beta C with the elements x of an emulated product, of their residues by the Chinese remainder theorem.
//
//     x(i, j) = 2^-(rows[i] + cols[j]) (sum of w_l u_l - q P),   q = the nearest integer to sum / P
//
// w_l and P have three parts, of which sums of the first two are exact. See moduli.hpp. moduli_source() stands before this
// source. If `refused` is not 0, C stays as it is; with OVERWRITE it becomes
// zeros.
//
// Launch: at least one work-item for each element of C, in any work-groups.

#ifndef REAL
#define REAL double  // element type: float or double
#endif
#ifndef OVERWRITE
#define OVERWRITE 0  // 1: beta counts as zero and C is not read
#endif

kernel void emulated_sum(global const int* restrict u, long u_first, int u_rows, int u_cols, int u_ld,
                         global const int* restrict rows, long rows_first, int rr, int rc, int rld,
                         global const int* restrict cols, long cols_first, int cr, int cc, int cld,
                         global const int* restrict refused, long refused_first, int f_rows, int f_cols, int f_ld,
                         global REAL* restrict c, long c_first, int m, int n, int c_ld, REAL alpha, REAL beta) {
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    if (i >= m || j >= n) return;
    global REAL* element = c + c_first + i + (long)j * c_ld;
    if (refused[refused_first] != 0) {
#if OVERWRITE
        *element = 0;
#endif
        return;
    }
    global const uchar* bytes = (global const uchar*)(u + u_first);
    double sum0 = 0;
    double sum1 = 0;
    double sum2 = 0;
    for (int l = 0; l < kCount; ++l) {
        const double residue = (double)bytes[i + 4 * ((long)l * n + j) * u_ld];
        sum0 = fma(kWeights0[l], residue, sum0);
        sum1 = fma(kWeights1[l], residue, sum1);
        sum2 = fma(kWeights2[l], residue, sum2);
    }
    const double multiple = rint((sum0 + sum1) / (kModulus[0] + kModulus[1]));
    sum0 = fma(-multiple, kModulus[0], sum0);
    sum1 = fma(-multiple, kModulus[1], sum1);
    sum2 = fma(-multiple, kModulus[2], sum2);
    // The first two without an error: they may cancel each other.
    const double near = sum0 + sum1;
    const double second = near - sum0;
    const double lost = (sum0 - (near - second)) + (sum1 - second);
    const double x = near + (lost + sum2);
    const REAL scaled = (REAL)ldexp(x, -(rows[rows_first + i] + cols[cols_first + j]));
#if OVERWRITE
    *element = alpha * scaled;
#else
    *element = fma(beta, *element, alpha * scaled);
#endif
}
