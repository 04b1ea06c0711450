// Exact products of residues: for each modulus, the residue of (residues of op(A)) (residues of op(B)).
//
//                   n           A work-item computes WORK x WORK elements for one modulus, four steps of k at a time, in
//             +-----------+     sums of 32 bits. These do not overflow for k < 2^17.
//             |   x . x   |
//           m |   . . .   |     With `triangle` 1 or 2, blocks above or below the diagonal are left out.
//             |   x . x   |
//             +-----------+
//
// moduli_source() and residue_layout.cl stand before this source. If A or B is refused, so is the product, and nothing
// else is done.
//
// Launch: 64 / WORK x 64 / WORK x kCount work-items for each block of the product.

#ifndef WORK
#define WORK 4
#endif

static inline int dot_of_four(char4 x, char4 y) {
    return (int)x.s0 * y.s0 + (int)x.s1 * y.s1 + (int)x.s2 * y.s2 + (int)x.s3 * y.s3;
}

kernel void emulated_product(global const int* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
                             global const int* restrict b, long b_first, int b_rows, int b_cols, int b_ld,
                             global const int* restrict a_refused, long ar_first, int ar_rows, int ar_cols, int ar_ld,
                             global const int* restrict b_refused, long br_first, int br_rows, int br_cols, int br_ld,
                             global int* restrict u, long u_first, int u_rows, int u_cols, int u_ld,
                             global int* restrict refused, long refused_first, int f_rows, int f_cols, int f_ld,
                             int triangle) {
    const int row = (int)get_global_id(0) * WORK;
    const int col = (int)get_global_id(1) * WORK;
    const int l = (int)get_global_id(2);
    const int is_refused = a_refused[ar_first] != 0 || b_refused[br_first] != 0;
    if (row == 0 && col == 0 && l == 0) refused[refused_first] = is_refused;
    const int row_block = row / BLOCK;
    const int col_block = col / BLOCK;
    if (is_refused || row_block >= a_cols || col_block >= b_cols) return;
    if ((triangle == 1 && row_block < col_block) || (triangle == 2 && row_block > col_block)) return;
    const int depth = a_rows / (OPERAND_BLOCK / 4) / kCount * BLOCK_DEPTH;
    global const char* left = (global const char*)(a + a_first + (long)row_block * a_ld) + (long)l * depth * BLOCK;
    global const char* right = (global const char*)(b + b_first + (long)col_block * b_ld) + (long)l * depth * BLOCK;
    int sum[WORK][WORK];
    for (int i = 0; i < WORK; ++i)
        for (int j = 0; j < WORK; ++j) sum[i][j] = 0;
    for (int p = 0; p < depth; p += 4) {
        const int block = p / BLOCK_DEPTH * OPERAND_BLOCK;
        char4 x[WORK];
        char4 y[WORK];
        for (int i = 0; i < WORK; ++i) {
            x[i] = vload4(0, left + block + piece_of(row + i, p % BLOCK_DEPTH / 16) + p % 16);
            y[i] = vload4(0, right + block + piece_of(col + i, p % BLOCK_DEPTH / 16) + p % 16);
        }
        for (int i = 0; i < WORK; ++i)
            for (int j = 0; j < WORK; ++j) sum[i][j] += dot_of_four(x[i], y[j]);
    }
    const int modulus = (int)kIntegers[l];
    global uchar* to =
        (global uchar*)(u + u_first + (long)col_block * u_ld) + ((long)l * a_cols + row_block) * PRODUCT_BLOCK;
    for (int i = 0; i < WORK; ++i)
        for (int j = 0; j < WORK; ++j) {
            const int residue = sum[i][j] % modulus;
            to[(col + j) % BLOCK * BLOCK + product_row(row + i)] =
                (uchar)(residue < 0 ? residue + modulus : residue);
        }
}
