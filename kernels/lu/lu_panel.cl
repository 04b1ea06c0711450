// A = P L U with partial pivoting, A being m x n with m >= n, by one work-group: a column at a time, A in global memory.
//
//            j
//      +---------+     Step j: the work-items look for the pivot among their rows from j on and agree on one, the
//      | U       |     items exchange rows j and p (an item a column), then each item divides its elements of
//    j |. l------|     column j by the pivot and subtracts its multiples of row j.
//      |  l  A   |
//    p |--l------|
//      +---------+     Item t has rows t, t + ITEMS, t + 2 ITEMS, ...
//
// Launch: one work-group of ITEMS. n <= WIDTH. Operands and scalar as kernels/lu/lu_panel.hpp says; scratch and epoch are
// for other kernels.

#define WIDTH 256

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void lu_panel(global Element* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
              global int* restrict moves, long moves_first, int moves_rows, int moves_cols, int moves_ld,
              global int* restrict scratch, long scratch_first, int scratch_rows, int scratch_cols, int scratch_ld, int epoch) {
    a += a_first;
    moves += moves_first;
    scratch += scratch_first;
    local Part value[ITEMS];
    local int row[ITEMS];
    local int pivots[WIDTH];
    const int item = (int)get_local_id(0);

    for (int j = 0; j < a_cols; ++j) {
        global Element* column = a + (long)j * a_ld;
        const int first = j + (item - j % ITEMS + ITEMS) % ITEMS;  // this item's first row from j on
        value[item] = -1;
        row[item] = a_rows;
        for (int r = first; r < a_rows; r += ITEMS)
            if (weight(column[r]) > value[item]) {
                value[item] = weight(column[r]);
                row[item] = r;
            }
        const int p = choose(value, row, item);
        if (item == 0) pivots[j] = p;
        for (int c = item; c < a_cols; c += ITEMS) {
            const Element upper = a[j + (long)c * a_ld];
            a[j + (long)c * a_ld] = a[p + (long)c * a_ld];
            a[p + (long)c * a_ld] = upper;
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const Element pivot = column[j];
        const Element reciprocal = reciprocal_of(pivot, 1 / magnitude(pivot));
        for (int r = first == j ? j + ITEMS : first; r < a_rows; r += ITEMS) {
            const Element l = divide_by_pivot(column[r], pivot, reciprocal);
            column[r] = l;
            for (int c = j + 1; c < a_cols; ++c)
                a[r + (long)c * a_ld] = multiply_add(-l, a[j + (long)c * a_ld], a[r + (long)c * a_ld]);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }

    list_interchanges(pivots, a_cols, moves, moves_ld, item);
}
