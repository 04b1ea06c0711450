// A := I, the n x n identity, column-major, element (i, j) at A[i + j * A_ld].
//
// Launch: global size at least n x n in any work-groups; a work-item writes one element, neighbours in i neighbouring
// memory. Work-items beyond the edge do nothing.
//
// element.cl stands before this source.

kernel void identity(global Element* restrict a, long a_first, int a_rows, int a_cols, int a_ld) {
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    if (i < a_rows && j < a_cols) a[a_first + i + (long)j * a_ld] = number(i == j);
}
