// found := found + the elements of two m x n matrices that differ in their bits. Column-major, element (i, j) of X at
// X[i + j * X_ld].
//
//             j = get_global_id(1)
//            +------------------+
//   i =      |    . x           |   one work-item compares one element. Only those that differ write: how many there
//   id(0)    |                  |   are to found[0], the least place i + j m to found[1].
//            +------------------+
//
// Launch: global size at least m x n in any work-groups; work-items beyond the edge do nothing. m n < 2^31.

#ifndef REAL
#define REAL double  // element type: float, double or int
#endif
#ifndef BITS
#define BITS as_long  // its bits as a whole number: as_int or as_long
#endif

kernel void difference(global const REAL* restrict x, long x_first, int x_rows, int x_cols, int x_ld,
                       global const REAL* restrict y, long y_first, int y_rows, int y_cols, int y_ld,
                       global int* found, long found_first, int found_rows, int found_cols, int found_ld) {
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    if (i >= x_rows || j >= x_cols) return;
    if (BITS(x[x_first + i + (long)j * x_ld]) == BITS(y[y_first + i + (long)j * y_ld])) return;
    atomic_inc(found + found_first);
    atomic_min(found + found_first + 1, i + j * x_rows);
}
