// The last step down in a tree of QR factorizations: LAPACK's V and R, of what qr_tree_reconstruct.cl has made.
//
//     block b of V := Q_b (C_b X, 0) = (C_b X, 0) - V_b T_b (V1^H C_b X),    V1: the first n rows of V_b
//
// and the first n rows of V and A are those of F.
//
// Operands: A (written, m x n) R on and above the diagonal, V below; V (read and written, m x n) with its ones and zeros;
// T (read, n x blocks n), C (read, blocks n x n), X (read, n x n), F (read, n x n).
//
// Launch: a group of ITEMS for each block, in one dimension. n <= WIDTH.

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void qr_tree_finish(global Element* restrict a, long a_first, int m, int n, int a_ld,
                    global Element* restrict v, long v_first, int v_rows, int v_cols, int v_ld,
                    global const Element* restrict t, long t_first, int t_rows, int t_cols, int t_ld,
                    global const Element* restrict c, long c_first, int c_rows, int c_cols, int c_ld,
                    global const Element* restrict x, long x_first, int x_rows, int x_cols, int x_ld,
                    global const Element* restrict f, long f_first, int f_rows, int f_cols, int f_ld) {
    local Element top[WIDTH][STRIDE] __attribute__((aligned(16)));
    local Element triangle[WIDTH][STRIDE];
    local Element cx[WIDTH][STRIDE];
    local Element y[WIDTH][STRIDE];
    const int r = (int)get_local_id(0);
    const int block = (int)get_group_id(0);
    const int rows = min(ITEMS, m - block * ITEMS);
    a += a_first + block * ITEMS;
    v += v_first + block * ITEMS;
    load_square(y, c + c_first + (long)block * n, n, n, c_ld);
    load_square(triangle, x + x_first, n, n, x_ld);
    barrier(CLK_LOCAL_MEM_FENCE);
    multiply_squares(cx, y, false, triangle);
    barrier(CLK_LOCAL_MEM_FENCE);
    load_block(top, triangle, cx, y, v, rows, n, v_ld, t + t_first + (long)block * n * t_ld, t_ld);
    if (r >= rows) return;
    Element row[WIDTH];
    make_row(row, r, n, cx, top, v, v_ld);
    const bool in_triangle = block == 0 && r < n;
    STEPS_KNOWN
    for (int k = 0; k < WIDTH; ++k)
        if (k < n) {
            const Element final = in_triangle ? f[f_first + r + (long)k * f_ld] : row[k];
            a[r + (long)k * a_ld] = final;
            v[r + (long)k * v_ld] = !in_triangle || r > k ? final : r == k ? number(1) : number(0);
        }
}
