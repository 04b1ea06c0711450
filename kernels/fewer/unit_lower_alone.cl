// The kernels of unit_lower.cl for devices whose work-groups are smaller: a work-item solves for a column.
//
// element.cl stands before this source.

#ifndef LARGEST
#define LARGEST 512
#endif

// B := inv(L) B, B being k x n.
//
// Launch: at least n work-items in any work-groups.
kernel void solve_lower_unit_alone(global const Element* restrict l, long l_first, int l_rows, int l_cols, int l_ld,
                                   global Element* b, long b_first, int b_rows, int b_cols, int b_ld) {
    const int j = (int)get_global_id(0);
    if (j >= b_cols) return;
    l += l_first;
    b += b_first + (long)j * b_ld;
    for (int i = 0; i < b_rows; ++i) {
        Element x = b[i];
        for (int p = 0; p < i; ++p) x = multiply_add(-l[i + (long)p * l_ld], b[p], x);
        b[i] = x;
    }
}

// T := the unit lower triangle of A, n x n, zeros above; X := the inverses of its diagonal blocks of order LARGEST.
//
// Launch: at least n work-items in any work-groups.
kernel void unit_lower_blocks_alone(global const Element* restrict a, long a_first, int n, int a_cols, int a_ld,
                                    global Element* restrict t, long t_first, int t_rows, int t_cols, int t_ld,
                                    global Element* x, long x_first, int x_rows, int x_cols, int x_ld) {
    const int j = (int)get_global_id(0);
    if (j >= n) return;
    a += a_first;
    t += t_first + (long)j * t_ld;
    x += x_first + (long)j * x_ld;
    const int end = min(j / LARGEST * LARGEST + LARGEST, n);  // of the diagonal block
    for (int i = 0; i < n; ++i) {
        t[i] = i > j ? a[i + (long)j * a_ld] : number(i == j);
        Element sum = number(i == j);
        for (int p = j; p < i && i < end; ++p) sum = multiply_add(-a[i + (long)p * a_ld], x[p], sum);
        x[i] = i < end ? sum : number(0);
    }
}
