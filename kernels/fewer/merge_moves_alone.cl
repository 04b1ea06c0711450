// As merge_moves of row_moves.cl: a work-item follows a row through all lists, which it reads from global memory.
//
// Launch: at least `columns` x 2 work-items in any work-groups; in the second dimension what comes to a row (0), and where a
// row goes (1).
kernel void merge_moves_alone(global const int* restrict lists, long lists_first, int lists_rows, int lists_cols, int lists_ld,
                              global int* restrict merged, long merged_first, int merged_rows, int merged_cols,
                              int merged_ld, int columns) {
    const int e = (int)get_global_id(0);
    if (e >= columns) return;
    lists += lists_first;
    merged += merged_first;
    const int width = lists_rows / 2;
    const bool backward = get_global_id(1) == 0;
    int row = e;
    int own_pivot = 0;
    for (int i = 0; i < columns; ++i) {
        const int j = backward ? columns - 1 - i : i;
        const int s = j / width;
        const int p = s * width + lists[j - s * width + 3L * s * lists_ld];
        if (j == e) own_pivot = p;
        row = row == j ? p : row == p ? j : row;
    }
    if (backward) {
        merged[e] = own_pivot;
        merged[e + merged_ld] = row == e ? -1 : e;
        merged[e + 2L * merged_ld] = row;
    } else {
        merged[columns + e + merged_ld] = row < columns ? -1 : row;
        merged[columns + e + 2L * merged_ld] = e;
    }
}
