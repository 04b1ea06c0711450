// The kernels of lu_no_pivoting.cl for devices whose work-groups are smaller: they need no certain number of work-items.
//
// lu_panel_common.cl stands before this source.

// As lu_diagonal, in global memory: work-item t has rows t, t + ITEMS, ...
//
// Launch: one work-group of ITEMS.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void lu_diagonal_few(global Element* a, long a_first, int a_rows, int a_cols, int a_ld) {
    a += a_first;
    const int item = (int)get_local_id(0);
    for (int j = 0; j < a_cols; ++j) {
        const Element pivot = a[j + (long)j * a_ld];
        const Element reciprocal = reciprocal_of(pivot, 1 / magnitude(pivot));
        for (int r = item; r < a_rows; r += ITEMS) {
            if (r <= j) continue;
            const Element l = divide_by_pivot(a[r + (long)j * a_ld], pivot, reciprocal);
            for (int c = j + 1; c < a_cols; ++c)
                a[r + (long)c * a_ld] = multiply_add(-l, a[j + (long)c * a_ld], a[r + (long)c * a_ld]);
            a[r + (long)j * a_ld] = l;
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}

// As solve_right_upper: a work-item solves for a row of A.
//
// Launch: at least m work-items in any work-groups.
kernel void solve_right_upper_alone(global const Element* restrict u, long u_first, int u_rows, int u_cols, int u_ld,
                                    global Element* a, long a_first, int a_rows, int a_cols, int a_ld) {
    const int r = (int)get_global_id(0);
    if (r >= a_rows) return;
    u += u_first;
    a += a_first + r;
    for (int c = 0; c < a_cols; ++c) {
        Element x = a[(long)c * a_ld];
        for (int p = 0; p < c; ++p) x = multiply_add(-a[(long)p * a_ld], u[p + (long)c * u_ld], x);
        const Element pivot = u[c + (long)c * u_ld];
        a[(long)c * a_ld] = divide_by_pivot(x, pivot, reciprocal_of(pivot, 1 / magnitude(pivot)));
    }
}
