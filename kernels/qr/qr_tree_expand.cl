// A step down in a tree of QR factorizations: of the first n columns of the Q of the levels above, C, those of this level, too.
//
//     block b of Q := Q_b (C_b, 0) = (C_b, 0) - V_b T_b (V1^H C_b),    V1: the first n rows of V_b
//
// An element on the diagonal of Q is exactly 1 only if no reflector, on this level or above, has changed its row: two
// reflections that bring it back to 1 leave it a rounding below.
//
// Operands: V (read, m x n), T (read, n x blocks n), C (read, blocks n x n), Q (written, m x n).
//
// Launch: a group of ITEMS for each block, in one dimension. n <= WIDTH.

#ifndef BELOW_ONE
#define BELOW_ONE 0x1.fffffffffffffp-1  // the largest number below 1
#endif

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void qr_tree_expand(global const Element* restrict v, long v_first, int m, int n, int v_ld,
                    global const Element* restrict t, long t_first, int t_rows, int t_cols, int t_ld,
                    global const Element* restrict c, long c_first, int c_rows, int c_cols, int c_ld,
                    global Element* restrict q, long q_first, int q_rows, int q_cols, int q_ld) {
    local Element top[WIDTH][STRIDE] __attribute__((aligned(16)));
    local Element triangle[WIDTH][STRIDE];
    local Element x[WIDTH][STRIDE];
    local Element y[WIDTH][STRIDE];
    const int r = (int)get_local_id(0);
    const int block = (int)get_group_id(0);
    const int rows = min(ITEMS, m - block * ITEMS);
    v += v_first + block * ITEMS;
    q += q_first + block * ITEMS;
    load_square(x, c + c_first + (long)block * n, n, n, c_ld);
    load_block(top, triangle, x, y, v, rows, n, v_ld, t + t_first + (long)block * n * t_ld, t_ld);
    if (r >= rows) return;
    Element row[WIDTH];
    make_row(row, r, n, x, top, v, v_ld);
    STEPS_KNOWN
    for (int k = 0; k < WIDTH; ++k)
        if (k < n) {
            const bool is_changed = block == 0 && r == k && !is_zero(triangle[k][k]);
            q[r + (long)k * q_ld] = is_changed && is_one(row[k]) ? number(BELOW_ONE) : row[k];
        }
}
