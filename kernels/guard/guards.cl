// Guards: whether numbers in registers may serve as places in other ones. `fault` becomes 1 if one of them may not.
//
// A work-group takes neighbouring numbers, each work-item every so many of them. Numbers are compared as they are: no sum can
// overflow.
//
// Launch: any number of work-groups in one dimension.

#define NUMBERS(ACCESS, x) global ACCESS int *restrict x, long x##_first, int x##_rows, int x##_cols, int x##_ld
#define FAULT NUMBERS(, fault)
#define SHARE(first, end, g) ((first) + ((end) - (first)) * (long)(g) / (long)get_num_groups(0))
#define FOR_ALL(e, first, end)                                                                           \
    for (long e = SHARE(first, end, get_group_id(0)) + (long)get_local_id(0),                            \
              e##_end = SHARE(first, end, get_group_id(0) + 1);                                          \
         e < e##_end; e += (long)get_local_size(0))

static inline bool is_within(int number, int low, int high) {
    return number >= low && number <= high;
}

static inline void need(bool fits, global int* fault, long first) {
    if (!fits) fault[first] = 1;
}

// low <= index(i, j) <= high
kernel void guard_indices(NUMBERS(const, index), FAULT, int low, int high) {
    FOR_ALL(e, 0L, (long)index_rows * index_cols)
    need(is_within(index[index_first + e % index_rows + e / index_rows * index_ld], low, high), fault, fault_first);
}

// 0 <= start(0) <= start(1) <= ... <= rows of `column`, and low <= column(k) <= high for start(0) <= k < the last start. If
// from_zero is 1, start(0) = 0.
kernel void guard_starts(NUMBERS(const, start), NUMBERS(const, column), FAULT, int low, int high, int from_zero) {
    start += start_first;
    column += column_first;
    const int last = start_rows - 1;
    FOR_ALL(i, 0L, (long)last)
    need(start[i] >= 0 && start[i] <= start[i + 1] && start[i + 1] <= column_rows, fault, fault_first);
    if (from_zero) need(start[0] == 0, fault, fault_first);
    FOR_ALL(k, (long)max(start[0], 0), (long)min(start[last], column_rows))
    need(is_within(column[k], low, high), fault, fault_first);
}

// first_row(g) is the number of rows that end before place g `share` of all elements and ends of rows: row r ends at
// row_start(r + 1) + r.
kernel void guard_shares(NUMBERS(const, row_start), NUMBERS(const, first_row), FAULT, int share) {
    row_start += row_start_first;
    FOR_ALL(g, 0L, (long)first_row_rows) {
        int low = 0;
        for (int high = row_start_rows - 1; low < high;) {
            const int middle = low + (high - low) / 2;
            if ((long)row_start[middle + 1] + middle < g * share)
                low = middle + 1;
            else
                high = middle;
        }
        need(first_row[first_row_first + g] == low, fault, fault_first);
    }
}

// Elements with their rows, which ascend from 0 to high_row; behind the last one row(k) = -1. Columns lie between 0 and
// high_column.
kernel void guard_list(NUMBERS(const, row), NUMBERS(const, column), FAULT, int high_row, int high_column) {
    row += row_first;
    FOR_ALL(k, 0L, (long)row_rows) {
        const int own = row[k];
        const int next = k + 1 < row_rows ? row[k + 1] : -1;
        const bool fits = own < 0 ? own == -1 && next < 0
                                  : own <= high_row && (next < 0 || next >= own) &&
                                        is_within(column[column_first + k], 0, high_column);
        need(fits, fault, fault_first);
    }
}

// Lists of row moves (row_moves.cl) for a matrix of a_rows: entries that are used name its rows.
kernel void guard_moves(NUMBERS(const, moves), FAULT, int columns, int a_rows) {
    moves += moves_first;
    const int width = moves_rows / 2;
    FOR_ALL(e, 0L, (long)moves_rows * (moves_cols / 3)) {
        const int s = (int)(e / moves_rows);
        const int i = (int)(e % moves_rows);
        if (i >= 2 * min(width, columns - s * width)) continue;
        const int high = a_rows - s * width - 1;
        const int target = moves[i + (3L * s + 1) * moves_ld];
        const bool fits = target == -1 || (is_within(target, 0, high) &&
                                           is_within(moves[i + (3L * s + 2) * moves_ld], 0, high));
        need(fits, fault, fault_first);
    }
}

// Their interchanges: row i of a list is interchanged with itself or one below it, whose number in all of the matrix is an int.
kernel void guard_pivots(NUMBERS(const, lists), FAULT, int columns) {
    const int width = lists_rows / 2;
    FOR_ALL(j, 0L, (long)columns) {
        const int s = (int)(j / width);
        const int i = (int)(j % width);
        need(is_within(lists[lists_first + i + 3L * s * lists_ld], i, INT_MAX - s * width), fault, fault_first);
    }
}

// The first `count` numbers become 0.
kernel void guard_zeros(NUMBERS(, x), int count) {
    FOR_ALL(e, 0L, (long)count) x[x_first + e % x_rows + e / x_rows * x_ld] = 0;
}
