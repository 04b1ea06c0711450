// Exact products of residues: for each modulus, the residue of (residues of A)^T (residues of B).
//
//                   n           Residues have k contiguous, so that both operands are read along it. A work-item
//             +-----------+     computes WORK x WORK elements for one modulus, four steps of k at a time, in sums of
//             |           |     32 bits. These do not overflow for k < 2^17.
//             |   x . x   |
//           m |   . . .   |     Byte i + 4 (j + l n) ld of U is element (i, j) for modulus l, in 0 .. kModuli[l] - 1.
//             |   x . x   |     An element of the registers is four bytes.
//             +-----------+
//
// moduli_source() stands before this source. If A or B is refused, so is the product, and nothing else is done.
//
// Launch: at least m / WORK x n / WORK x kCount work-items, rounded up.

#ifndef WORK
#define WORK 4
#endif

static inline int dot_of_four(char4 x, char4 y) {
    return (int)x.s0 * y.s0 + (int)x.s1 * y.s1 + (int)x.s2 * y.s2 + (int)x.s3 * y.s3;
}

kernel void emulated_product(global const int* restrict a, long a_first, int k, int a_cols, int a_ld,
                             global const int* restrict b, long b_first, int b_rows, int b_cols, int b_ld,
                             global const int* restrict a_refused, long ar_first, int ar_rows, int ar_cols, int ar_ld,
                             global const int* restrict b_refused, long br_first, int br_rows, int br_cols, int br_ld,
                             global int* restrict u, long u_first, int u_rows, int u_cols, int u_ld,
                             global int* restrict refused, long refused_first, int f_rows, int f_cols, int f_ld) {
    const int m = a_cols / kCount;
    const int n = u_cols / kCount;
    const int row = (int)get_global_id(0) * WORK;
    const int col = (int)get_global_id(1) * WORK;
    const int l = (int)get_global_id(2);
    const int is_refused = a_refused[ar_first] != 0 || b_refused[br_first] != 0;
    if (row == 0 && col == 0 && l == 0) refused[refused_first] = is_refused;
    if (is_refused || row >= m || col >= n || l >= kCount) return;
    // Beyond an edge the last line is read again.
    global const char* a_line[WORK];
    global const char* b_line[WORK];
    for (int i = 0; i < WORK; ++i) {
        a_line[i] = (global const char*)(a + a_first + ((long)l * m + min(row + i, m - 1)) * a_ld);
        b_line[i] = (global const char*)(b + b_first + ((long)l * n + min(col + i, n - 1)) * b_ld);
    }
    int sum[WORK][WORK];
    for (int i = 0; i < WORK; ++i)
        for (int j = 0; j < WORK; ++j) sum[i][j] = 0;
    for (int p = 0; p < 4 * k; p += 4) {
        char4 left[WORK];
        char4 right[WORK];
        for (int i = 0; i < WORK; ++i) left[i] = vload4(0, a_line[i] + p);
        for (int j = 0; j < WORK; ++j) right[j] = vload4(0, b_line[j] + p);
        for (int i = 0; i < WORK; ++i)
            for (int j = 0; j < WORK; ++j) sum[i][j] += dot_of_four(left[i], right[j]);
    }
    const int modulus = (int)kModuli[l];
    global char* bytes = (global char*)(u + u_first);
    for (int i = 0; i < WORK; ++i)
        for (int j = 0; j < WORK; ++j)
            if (row + i < m && col + j < n) {
                const int residue = sum[i][j] % modulus;
                bytes[row + i + 4 * ((long)l * n + col + j) * u_ld] =
                    (char)(uchar)(residue < 0 ? residue + modulus : residue);
            }
}
