// Lists of row moves: merged into one, and applied to the rows of a matrix.
//
//   moves: 2w x 3L (int), column-major. Columns 3s, 3s + 1, 3s + 2 are the list of the s-th panel of w columns:
//   entry (i, 0), i < w: row i was interchanged with it; the row that was (e, 2) goes to (e, 1), unless that is -1.
//   Rows of the s-th list count from row s w.
//
// The first `columns` interchanges of all lists, one after the other, are j = s w + i with p(j) = s w + moves(i, 3s).

#ifndef REAL
#define REAL double  // element type: float or double
#endif
#ifndef ITEMS
#define ITEMS 256  // work-items of a work-group of swap_rows, a power of 2
#endif
#ifndef PIECES
#define PIECES 8  // entries that a work-item of swap_rows takes: lists have at most ITEMS * PIECES
#endif

#define MERGE_ITEMS 128
#define CHUNK 1024

// merged: 2 columns x 3. Entry e < columns: the row that comes to e, found by undoing the interchanges from the last to
// the first; entry columns + e: where row e goes, unless to one of the first `columns`, whose entries say it already.
//
// Launch: groups of MERGE_ITEMS, enough of them in the first dimension for `columns` items; in the second dimension
// 2: what comes to a row (0), where a row goes (1).
kernel __attribute__((reqd_work_group_size(MERGE_ITEMS, 1, 1)))
void merge_moves(global const int* restrict lists, long lists_first, int lists_rows, int lists_cols, int lists_ld,
                 global int* restrict merged, long merged_first, int merged_rows, int merged_cols, int merged_ld, int columns) {
    lists += lists_first;
    merged += merged_first;
    local int pivots[CHUNK];
    const int width = lists_rows / 2;
    const bool backward = get_group_id(1) == 0;
    const int e = (int)get_global_id(0);
    const int chunks = (columns + CHUNK - 1) / CHUNK;
    int row = e;
    int own_pivot = 0;
    for (int t = 0; t < chunks; ++t) {
        const int first = (backward ? chunks - 1 - t : t) * CHUNK;
        const int count = min(CHUNK, columns - first);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = (int)get_local_id(0); i < count; i += MERGE_ITEMS) {
            const int s = (first + i) / width;
            pivots[i] = s * width + lists[first + i - s * width + (long)(3 * s) * lists_ld];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (e >= first && e < first + count) own_pivot = pivots[e - first];
        for (int i = 0; i < count; ++i) {
            const int at = backward ? count - 1 - i : i;
            const int j = first + at;
            const int p = pivots[at];
            row = row == j ? p : row == p ? j : row;
        }
    }
    if (e >= columns) return;
    if (backward) {
        merged[e] = own_pivot;
        merged[e + merged_ld] = row == e ? -1 : e;
        merged[e + 2L * merged_ld] = row;
    } else {
        merged[columns + e + merged_ld] = row < columns ? -1 : row;
        merged[columns + e + 2L * merged_ld] = e;
    }
}

// Moves the rows of A as the lists say, the first list first; backward undoes it, the last list first.
//
//                 span
//   items   [ entries of the list | ... ]   one column of A, or several at once if the list is short: an item
//           [ column 0            | 1.. ]   reads the elements of its entries, all wait, and it writes them.
//
// Launch: any number of groups of ITEMS in one dimension; together they walk along the columns of A.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void swap_rows(global const int* restrict moves, long moves_first, int moves_rows, int moves_cols, int moves_ld,
               global REAL* restrict a, long a_first, int a_rows, int a_cols, int a_ld, int columns, int backward) {
    moves += moves_first;
    a += a_first;
    const int lists = moves_cols / 3;
    const int width = moves_rows / 2;
    const int item = (int)get_local_id(0);
    int span = ITEMS;  // the same for all lists: a group keeps its columns
    while (span / 2 >= moves_rows) span /= 2;
    const int at_once = ITEMS / span;
    for (int l = 0; l < lists; ++l) {
        const int s = backward ? lists - 1 - l : l;
        const int entries = 2 * min(width, columns - s * width);

        int to[PIECES];
        int from[PIECES];
#pragma unroll
        for (int x = 0; x < PIECES; ++x) {
            const int e = item % span + x * span;
            to[x] = -1;
            if (e < entries) {
                const int target = moves[e + (3L * s + 1) * moves_ld];
                const int source = moves[e + (3L * s + 2) * moves_ld];
                if (target >= 0) {
                    to[x] = s * width + (backward ? source : target);
                    from[x] = s * width + (backward ? target : source);
                }
            }
        }
        for (int first = (int)get_group_id(0) * at_once; first < a_cols; first += (int)get_num_groups(0) * at_once) {
            const int column = first + item / span;
            global REAL* x_column = a + (long)column * a_ld;
            REAL element[PIECES];
#pragma unroll
            for (int x = 0; x < PIECES; ++x)
                if (to[x] >= 0 && column < a_cols) element[x] = x_column[from[x]];
            barrier(CLK_GLOBAL_MEM_FENCE);
#pragma unroll
            for (int x = 0; x < PIECES; ++x)
                if (to[x] >= 0 && column < a_cols) x_column[to[x]] = element[x];
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
