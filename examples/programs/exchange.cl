// Y := (X + Y) / 2
kernel void mean(global const double* X, long X_first, int X_rows, int X_cols, int X_ld,
                 global double* Y, long Y_first, int Y_rows, int Y_cols, int Y_ld) {
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    if (i >= Y_rows || j >= Y_cols) return;
    global double* y = Y + Y_first + i + (long)j * Y_ld;
    *y = (*y + X[X_first + i + (long)j * X_ld]) / 2;
}
