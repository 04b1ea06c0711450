#pragma OPENCL FP_CONTRACT OFF

// X := L^-1 for a lower triangle L, a work-item for each column of X.
kernel void invert(global const double* L, long L_first, int L_rows, int L_cols, int L_ld,
                   global double* X, long X_first, int X_rows, int X_cols, int X_ld) {
    const int j = (int)get_global_id(0);
    if (j >= X_cols) return;
    global double* x = X + X_first + (long)j * X_ld;
    for (int i = 0; i < X_rows; ++i) {
        double sum = i == j ? 1 : 0;
        for (int p = j; p < i; ++p) sum -= L[L_first + i + (long)p * L_ld] * x[p];
        x[i] = i < j ? 0 : sum / L[L_first + i + (long)i * L_ld];
    }
}

static double dot(global const double* row, int A_ld, global const double* column, int count) {
    double sum = 0;
    for (int p = 0; p < count; ++p) sum += row[(long)p * A_ld] * column[p];
    return sum;
}

// C := A B, a work-item for each element.
kernel void multiply(global const double* A, long A_first, int A_rows, int A_cols, int A_ld,
                     global const double* B, long B_first, int B_rows, int B_cols, int B_ld,
                     global double* C, long C_first, int C_rows, int C_cols, int C_ld) {
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    if (i >= C_rows || j >= C_cols) return;
    C[C_first + i + (long)j * C_ld] = dot(A + A_first + i, A_ld, B + B_first + (long)j * B_ld, A_cols);
}

// C := C - A B, likewise.
kernel void subtract(global const double* A, long A_first, int A_rows, int A_cols, int A_ld,
                     global const double* B, long B_first, int B_rows, int B_cols, int B_ld,
                     global double* C, long C_first, int C_rows, int C_cols, int C_ld) {
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    if (i >= C_rows || j >= C_cols) return;
    C[C_first + i + (long)j * C_ld] -= dot(A + A_first + i, A_ld, B + B_first + (long)j * B_ld, A_cols);
}
