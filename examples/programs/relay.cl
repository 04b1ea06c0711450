#pragma OPENCL FP_CONTRACT OFF

// Y := N X, columns in turn on the work-items of one group.
kernel void multiply(global const double* N, long N_first, int N_rows, int N_cols, int N_ld,
                     global const double* X, long X_first, int X_rows, int X_cols, int X_ld,
                     global double* Y, long Y_first, int Y_rows, int Y_cols, int Y_ld) {
    for (int j = (int)get_local_id(0); j < Y_cols; j += (int)get_local_size(0))
        for (int i = 0; i < Y_rows; ++i) {
            double sum = 0;
            for (int p = 0; p < N_cols; ++p)
                sum += N[N_first + i + (long)p * N_ld] * X[X_first + p + (long)j * X_ld];
            Y[Y_first + i + (long)j * Y_ld] = sum;
        }
}
