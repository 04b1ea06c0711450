// target(:, j) := source(:, index(j)), or zeros if source has no such column. Column-major, element (i, j) of X at
// X[i + j * X_ld].
//
//             j = get_global_id(1)
//            +------------------+
//   i =      |    . x           |   one work-item writes one element of target; neighbours in i read and write
//   id(0)    |                  |   neighbouring memory
//            +------------------+
//
// Launch: global size at least the shape of target in any work-groups; work-items beyond the edge do nothing.
//
// element.cl stands before this source.

kernel void gather_columns(global const int* restrict index, long index_first, int index_rows, int index_cols, int index_ld,
                           global const Element* restrict source, long source_first, int source_rows, int source_cols,
                           int source_ld, global Element* restrict target, long target_first, int target_rows,
                           int target_cols, int target_ld) {
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    if (i >= target_rows || j >= target_cols) return;
    const int column = index[index_first + j];
    target[target_first + i + (long)j * target_ld] =
        column < source_cols ? source[source_first + i + (long)column * source_ld] : number(0);
}
