// As qr_triangles.cl: a work-item makes a row of T, in any work-groups.
//
// Launch: at least n work-items.

kernel void qr_triangles_alone(global const Element* restrict g, long g_first, int n, int g_cols, int g_ld,
                               global const Element* restrict tau, long tau_first, int tau_rows, int tau_cols, int tau_ld,
                               global Element* t, long t_first, int t_rows, int t_cols, int t_ld) {
    const int row = (int)get_global_id(0);
    if (row >= n) return;
    const int first = row / WIDTH * WIDTH;
    const int end = min(first + WIDTH, n);
    g += g_first;
    tau += tau_first;
    t += t_first + row;
    for (int j = 0; j < n; ++j) {
        Element sum = number(0);
        for (int c = row; c < j && j < end; ++c) sum = multiply_add(t[(long)c * t_ld], g[c + (long)j * g_ld], sum);
        t[(long)j * t_ld] = j < row || j >= end ? number(0) : j == row ? tau[j] : multiply(-tau[j], sum);
    }
}
