// One sweep of Jacobi's method: V(i, j) := (U(i - 1, j) + U(i + 1, j) + U(i, j - 1) + U(i, j + 1)) / 4 for a strip V of columns. U has a
// column more on each side. The first and the last row stay as they are.
kernel void sweep(global const double* U, long U_first, int U_rows, int U_cols, int U_ld,
                  global double* V, long V_first, int V_rows, int V_cols, int V_ld) {
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    if (i >= V_rows || j >= V_cols) return;
    global const double* u = U + U_first + i + (long)(j + 1) * U_ld;
    const bool is_border = i == 0 || i == V_rows - 1;
    V[V_first + i + (long)j * V_ld] = is_border ? u[0] : (u[-1] + u[1] + u[-U_ld] + u[U_ld]) / 4;
}
