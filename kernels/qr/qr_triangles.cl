// The diagonal blocks of T of a block reflector I - V T V^H = H_0 H_1 ..., of its tau and G = V^H V.
//
// Work-item i of a group makes row i of a block; all of a block's rows are independent:
//
//     T(i, j) = -tau_j sum over c = i .. j - 1 of T(i, c) G(c, j),    T(i, i) = tau_i
//
// The rest of T is set to zero.
//
// Launch: ceil(n / WIDTH) groups of WIDTH in one dimension.

kernel __attribute__((reqd_work_group_size(WIDTH, 1, 1)))
void qr_triangles(global const Element* restrict g, long g_first, int n, int g_cols, int g_ld,
                  global const Element* restrict tau, long tau_first, int tau_rows, int tau_cols, int tau_ld,
                  global Element* restrict t, long t_first, int t_rows, int t_cols, int t_ld) {
    local Element products[WIDTH][WIDTH];
    local Element taus[WIDTH];
    const int i = (int)get_local_id(0);
    const int first = (int)get_group_id(0) * WIDTH;
    const int size = min(WIDTH, n - first);
    g += g_first + first + (long)first * g_ld;
    t += t_first;
    for (int j = 0; j < size; ++j) products[j][i] = i < j ? g[i + (long)j * g_ld] : number(0);
    taus[i] = i < size ? tau[tau_first + first + i] : number(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i >= size) return;
    for (int c = 0; c < first; ++c) t[first + i + (long)c * t_ld] = number(0);
    for (int c = first + size; c < n; ++c) t[first + i + (long)c * t_ld] = number(0);
    make_row_of_t(i, size, taus, products, t + first + (long)first * t_ld, t_ld);
}
