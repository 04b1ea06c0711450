// A(i, i) := the real part of A(i, i). A is column-major and complex: A(i, j) at a[i + j * a_ld].
//
// Launch: at least as many work-items as the diagonal has elements, in any work-groups.

#ifndef REAL
#define REAL double2  // an element: float2 or double2
#endif

kernel void real_diagonal(global REAL* a, long a_first, int a_rows, int a_cols, int a_ld) {
    const int i = (int)get_global_id(0);
    if (i < min(a_rows, a_cols)) a[a_first + i + (long)i * a_ld].y = 0;
}
