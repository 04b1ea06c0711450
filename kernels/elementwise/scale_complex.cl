// C := beta C for complex elements. C is m x n, column-major, element (i, j) at C[i + j * C_ld]. By beta = 1 nothing
// changes: 0, its imaginary part, times Inf would make NaN of the other part.
//
// Launch: global size at least m x n in any work-groups; a work-item changes one element, and neighbours in i change
// neighbouring memory. Work-items beyond the edge do nothing.
//
// element.cl stands before this source.

kernel void scale(global Element* restrict c, long c_first, int c_rows, int c_cols, int c_ld, Element beta) {
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    if (i >= c_rows || j >= c_cols || (beta.x == 1 && beta.y == 0)) return;
    global Element* const element = c + c_first + i + (long)j * c_ld;
    *element = multiply(*element, beta);
}
