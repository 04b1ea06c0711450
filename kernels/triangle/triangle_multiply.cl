// What a product with a triangle T takes beside the product of matrices C := alpha op(T) B or C := alpha B op(T).
// element.cl stands before this source.

#define ROWS 64             // of a work-group
#define COLS 4              // of a work-group
#define ITEMS (ROWS * COLS)

// A := its triangle, with zeros in the other one; if `unit` is 1, with ones on the diagonal. The other triangle is not
// read, nor is a diagonal of ones. If elements are complex and `conjugated` is 1, A gets the conjugates.
//
// Launch: global size at least n x n in any work-groups; a work-item takes one element.
kernel void triangle_clean(global Element* a, long a_first, int n, int a_cols, int a_ld, int upper,
                           int unit CONJUGATED_SCALAR) {
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    if (i >= n || j >= n) return;
    global Element* element = a + a_first + i + (long)j * a_ld;
    if (i == j && unit)
        *element = number(1);
    else if (upper ? i > j : i < j)
        *element = number(0);
    else if (CONJUGATES)
        *element = conjugate(*element);
}

// Columns of C (`right`: rows) that depend on Inf or NaN in B are made again, by sums over the triangle alone: in a
// product of matrices the zeros of the other triangle, times Inf or NaN, give NaN.
//
//              left                        right
//             COLS
//           +--+--+--+            +-----------------------+      A work-group of ROWS x COLS looks at COLS columns or at
//           |x |  |  |            | x . . . x . . . x . . |      ROWS rows: work-items (x, y) look at column y, each at
//           |. |  |  |       ROWS | .                     |      every ROWS-th element; or at row x, each at every COLS-th
//           |. |  |  |            +-----------------------+      one. Then all of them share the elements of each line
//           |x |  |  |            |                       |      that has to be made again.
//           +--+--+--+            +-----------------------+
//
// Written for a column of op(T) B: C(i) = alpha (sum over k of L(i, k) B(k)), with L = op(T), or op(T)^T for `right`.
//
// Launch: work-groups of ROWS x COLS in one dimension, enough of them to cover the columns or rows of B.
#define AT(ld, i, line) (right ? (line) + (long)(i) * (ld) : (i) + (long)(line) * (ld))

kernel __attribute__((reqd_work_group_size(ROWS, COLS, 1)))
void triangle_repair(global const Element* restrict t, long t_first, int n, int t_cols, int t_ld,
                     global const Element* restrict b, long b_first, int b_rows, int b_cols, int b_ld,
                     global Element* restrict c, long c_first, int c_rows, int c_cols, int c_ld,
                     Element alpha, int right, int upper, int transposed) {
    t += t_first;
    b += b_first;
    c += c_first;
    local int finite[ROWS];
    const int x = (int)get_local_id(0);
    const int y = (int)get_local_id(1);
    const int item = x + y * ROWS;
    const int lines = right ? ROWS : COLS;
    const int steps = right ? COLS : ROWS;
    const int first = (int)get_group_id(0) * lines;
    const int mine = right ? x : y;
    const bool inside = first + mine < (right ? b_rows : b_cols);
    if (item < ROWS) finite[item] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    bool all = true;
#pragma unroll 8  // many loads under way at once
    for (int i = right ? y : x; i < (inside ? n : 0); i += steps) all &= is_finite(b[AT(b_ld, i, first + mine)]);
    if (!all) finite[mine] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const bool across = transposed != right;  // L = T^T
    const bool lower = upper == across;       // L is
    for (int line = 0; line < lines; ++line) {
        if (finite[line]) continue;
        for (int i = item; i < n; i += ITEMS) {
            const int end = lower ? i + 1 : n;
            Element sum = number(0);
            for (int k = lower ? 0 : i; k < end; ++k)
                sum = multiply_add(t[across ? k + (long)i * t_ld : i + (long)k * t_ld], b[AT(b_ld, k, first + line)], sum);
            c[AT(c_ld, i, first + line)] = multiply(alpha, sum);
        }
    }
}
