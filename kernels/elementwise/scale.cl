// C := beta C, or C := 0 without reading C. C is m x n, column-major, element (i, j) at C[i + j * C_ld].
//
//             j = get_global_id(1)
//            +------------------+
//   i =      |    . x           |   one work-item writes one element; neighbours in i write neighbouring memory
//   id(0)    |                  |
//            +------------------+
//
// Launch: global size at least m x n in any work-groups; work-items beyond the edge do nothing.

#ifndef REAL
#define REAL double  // element type: float, double or int; float2 or double2 for complex ones
#endif
#ifndef COMPLEX
#define COMPLEX 0
#endif

#if COMPLEX
#define TIMES(u, v) (REAL)(u.x * v.x - u.y * v.y, u.x * v.y + u.y * v.x)
#else
#define TIMES(u, v) u * v
#endif

kernel void scale(global REAL* restrict c, long c_first, int c_rows, int c_cols, int c_ld, REAL beta) {
    c += c_first;
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    if (i >= c_rows || j >= c_cols) return;
    const REAL element = c[i + (long)j * c_ld];
    c[i + (long)j * c_ld] = TIMES(element, beta);
}

kernel void zero(global REAL* restrict c, long c_first, int c_rows, int c_cols, int c_ld) {
    c += c_first;
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    if (i < c_rows && j < c_cols) c[i + (long)j * c_ld] = 0;
}
