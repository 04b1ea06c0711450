// The end of a solve with a triangle T, its diagonal D, and its inverse X. W is (X without its diagonal) B.
// B := W + D^-1 B if that can be trusted, else B := T^-1 B by substitution.
//
// (The diagonal's part is added last. So a sum over many small elements is not rounded to the size of a large one.)
//
// Written for L Y = C with a lower L, by rows from the first to the last:
//
//     Y(i, :) = (C(i, :) - sum over k < i of L(i, k) Y(k, :)) / L(i, i)
//
// element.cl stands before this source.
//
// All cases come down to it: an upper triangle becomes a lower one if rows and columns are counted from the last one
// on (`flip`), op(T) = T^T is read across (`across`), and Y T = C is T^T Y^T = C^T (`right`).

#define BLOCK 32  // rows solved at a time
#define COLS 4    // columns of Y that a work-group solves for
#define HELD 16   // elements of a column that a work-item computes once and keeps

#define INDEX(i) (flip ? n - 1 - (i) : (i))
#define T_AT(i, j) (across ? INDEX(j) + (long)INDEX(i) * t_ld : INDEX(i) + (long)INDEX(j) * t_ld)
#define B_AT(ld, i, j) (right ? (j) + (long)INDEX(i) * (ld) : INDEX(i) + (long)(j) * (ld))

#define QUOTIENT(i) (unit ? v[B_AT(v_ld, i, col)] : quotient(v[B_AT(v_ld, i, col)], t[T_AT(i, i)]))
#define PRODUCT(i) (w[B_AT(w_ld, i, col)] + QUOTIENT(i))

//                 BLOCK                       COLS
//             +---+---+---+                  +---+
//             | \ |   |   |                  | Y |      A work-group of BLOCK x COLS solves for COLS columns of Y.
//             +---+---+---+                  +---+      Work-item (r, c) has element (r, c) of each block in turn:
//      block  | t | \ |   |                  | x |      it subtracts t Y for the blocks t to the left, brought to
//             +---+---+---+                  +---+      local memory one by one, then takes part in the substitution
//             |   |   | \ |                  |   |      within the block.
//             +---+---+---+                  +---+
//
// A column is W + D^-1 B if the element of `trusted` is 2, and W + D^-1 R if it is 1, after a step of refinement with the
// residual R. It is substituted for if that element is 0, or if not all elements of the product in the column are finite:
// a product spreads Inf and NaN to rows that do not depend on them.
//
// `unit`: T has ones on its diagonal. They lie far apart, and are not read.
//
// Launch: work-groups of BLOCK x COLS (`right`: COLS x BLOCK), one for each COLS columns.
kernel void triangle_solve(global const int* restrict trusted, long trusted_first, int f_rows, int f_cols, int f_ld,
                           global const Element* restrict t, long t_first, int n, int t_cols, int t_ld,
                           global const Element* restrict w, long w_first, int w_rows, int w_cols, int w_ld,
                           global const Element* residual, long residual_first, int r_rows, int r_cols, int r_ld,
                           global Element* b, long b_first, int b_rows, int b_cols, int b_ld,
                           int right, int upper, int transposed, int element, int unit) {
    trusted += trusted_first;
    t += t_first;
    w += w_first;
    residual += residual_first;
    b += b_first;
    const bool across = transposed != right;
    const bool flip = upper != across;
    local Element tile[BLOCK][BLOCK + 1];
    local Element y[BLOCK][COLS];
    local int usable[COLS + 1];  // by column; the last one for all of them
    const int item = (int)(get_local_id(0) + get_local_id(1) * get_local_size(0));
    const int r = (int)get_local_id(right);
    const int c = (int)get_local_id(1 - right);
    const int col = (int)get_group_id(0) * COLS + c;
    const bool inside = col < (right ? b_rows : b_cols);
    const int level = trusted[element];
    global const Element* v = level == 2 ? b : residual;
    const int v_ld = level == 2 ? b_ld : r_ld;
    Element value[HELD];
    if (item <= COLS) usable[item] = level > 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (inside && level > 0) {
        bool finite = true;
#pragma unroll
        for (int p = 0; p < HELD; ++p)
            if (r + p * BLOCK < n) {
                value[p] = PRODUCT(r + p * BLOCK);
                finite &= is_finite(value[p]);
            }
        for (int i = r + HELD * BLOCK; i < n; i += BLOCK) finite &= is_finite(PRODUCT(i));
        if (!finite) {
            atomic_and(&usable[c], 0);
            atomic_and(&usable[COLS], 0);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (inside && usable[c]) {
#pragma unroll
        for (int p = 0; p < HELD; ++p)
            if (r + p * BLOCK < n) b[B_AT(b_ld, r + p * BLOCK, col)] = value[p];
        for (int i = r + HELD * BLOCK; i < n; i += BLOCK) {
            const Element later = PRODUCT(i);  // v may be b
            b[B_AT(b_ld, i, col)] = later;
        }
    }
    const bool solves = inside && !usable[c];
    if (!usable[COLS]) {
        for (int block = 0; block < n; block += BLOCK) {
            const int row = block + r;
            Element sum = solves && row < n ? b[B_AT(b_ld, row, col)] : number(0);
            for (int from = 0; from <= block; from += BLOCK) {
                for (int e = item; e < BLOCK * BLOCK; e += BLOCK * COLS) {
                    const int i = across ? e / BLOCK : e % BLOCK;
                    const int k = across ? e % BLOCK : e / BLOCK;
                    const bool there = block + i < n && from + k < n;
                    tile[i][k] = there ? t[T_AT(block + i, from + k)] : number(0);
                }
                if (from < block) y[r][c] = solves ? b[B_AT(b_ld, from + r, col)] : number(0);
                barrier(CLK_LOCAL_MEM_FENCE);
                if (from < block)
                    for (int k = 0; k < BLOCK; ++k) sum = multiply_add(-tile[r][k], y[k][c], sum);
                else
                    for (int k = 0; k < BLOCK; ++k) {
                        if (r == k) y[k][c] = sum = quotient(sum, tile[k][k]);
                        barrier(CLK_LOCAL_MEM_FENCE);
                        if (r > k) sum = multiply_add(-tile[r][k], y[k][c], sum);
                    }
                barrier(CLK_LOCAL_MEM_FENCE);
            }
            if (solves && row < n) b[B_AT(b_ld, row, col)] = sum;
            barrier(CLK_GLOBAL_MEM_FENCE);
        }
    }
}

// If trusted[0] is 1: W := W + D^-1 B, R := B. Else nothing is done.
//
// Launch: global size at least m x n in any work-groups; a work-item takes one element.
kernel void triangle_refine(global const int* restrict trusted, long trusted_first, int f_rows, int f_cols, int f_ld,
                            global const Element* restrict t, long t_first, int n, int t_cols, int t_ld,
                            global const Element* restrict b, long b_first, int b_rows, int b_cols, int b_ld,
                            global Element* restrict w, long w_first, int w_rows, int w_cols, int w_ld,
                            global Element* restrict r, long r_first, int r_rows, int r_cols, int r_ld, int right) {
    trusted += trusted_first;
    t += t_first;
    b += b_first;
    w += w_first;
    r += r_first;
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    if (trusted[0] != 1 || i >= b_rows || j >= b_cols) return;
    const Element value = b[i + (long)j * b_ld];
    const int d = right ? j : i;
    w[i + (long)j * w_ld] += quotient(value, t[d + (long)d * t_ld]);
    r[i + (long)j * r_ld] = value;
}
