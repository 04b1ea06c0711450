// C := C + alpha A B for tiles in device memory: one work-item for each element of C.
kernel void product(global const double* A, long A_first, int A_rows, int A_cols, int A_ld,
                    global const double* B, long B_first, int B_rows, int B_cols, int B_ld,
                    global double* C, long C_first, int C_rows, int C_cols, int C_ld, double alpha) {
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    if (i >= C_rows || j >= C_cols) return;
    double sum = 0;
    for (int p = 0; p < A_cols; ++p) sum += A[A_first + i + (long)p * A_ld] * B[B_first + p + (long)j * B_ld];
    C[C_first + i + (long)j * C_ld] += alpha * sum;
}
