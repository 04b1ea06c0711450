// C := beta C + P for complex elements and a real beta, part by part: one that is NaN or Inf does not reach the other. Without P
// it is C := beta C. Both are m x n, column-major, element (i, j) of C at c[i + j * c_ld].
//
//             j = get_global_id(1)
//            +------------------+
//   i =      |    . x           |   one work-item writes one element; neighbours in i write neighbouring memory
//   id(0)    |                  |
//            +------------------+
//
// Launch: global size at least m x n in any work-groups; work-items beyond the edge do nothing.

#ifndef REAL
#define REAL double2  // an element: float2 or double2
#endif
#ifndef PART
#define PART double  // a part of it
#endif

kernel void real_scale(global REAL* restrict c, long c_first, int c_rows, int c_cols, int c_ld, PART beta) {
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    if (i < c_rows && j < c_cols) c[c_first + i + (long)j * c_ld] *= beta;
}

kernel void real_sum(global const REAL* restrict p, long p_first, int p_rows, int p_cols, int p_ld,
                     global REAL* restrict c, long c_first, int c_rows, int c_cols, int c_ld, PART beta) {
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    if (i >= c_rows || j >= c_cols) return;
    global REAL* element = c + c_first + i + (long)j * c_ld;
    *element = fma((REAL)(beta), *element, p[p_first + i + (long)j * p_ld]);
}
