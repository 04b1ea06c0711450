// gemv_t.cl for complex elements: y := p A^T x + q y, or sums(:, s) := part s of A^T x. Work-items stand as there, an element
// in the place of a piece; columns behind the last one are the last one again, and forgotten.
//
// Launch: ITEMS work-items a group in dimension 0, a group for each block of columns; SPLIT groups in dimension 1.

#define BLOCK_COLUMNS (COLUMN_ITEMS * COLUMNS)
#define STRIP (ROW_ITEMS * UNROLL)
#define PLACE(item) (column_item * (ROW_ITEMS / 2) + (item) % (ROW_ITEMS / 2))
#define COLUMN(k) (first_column + (k) * COLUMN_ITEMS)
#define FOR_COLUMNS(k) _Pragma("unroll") for (int k = 0; k < COLUMNS; ++k)

// Adds rows i, i + ROW_ITEMS, ..., UNROLL of them, but for those from `last` on: in their place the last one is loaded.
static inline void add_rows(global const Element* const* of_A, global const Element* x, long x_step, bool conjugated, long i,
                            const bool is_last, long last, Element* sum) {
    Element of_x[UNROLL];
    Element a[COLUMNS][UNROLL];
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
        const long row = is_last ? min(i + u * ROW_ITEMS, last - 1) : i + u * ROW_ITEMS;
        of_x[u] = conjugate_if(conjugated, x[row * x_step]);
        FOR_COLUMNS(k) a[k][u] = of_A[k][row];
    }
#pragma unroll
    for (int u = 0; u < UNROLL; ++u)
        if (!is_last || i + u * ROW_ITEMS < last)
            FOR_COLUMNS(k) sum[k] = multiply_add(a[k][u], of_x[u], sum[k]);
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void gemv_complex_t(OPERAND(const, REAL, A), OPERAND(const, REAL, x), RESULT_ARGUMENTS, int conjugated) {
    const int row_item = (int)get_local_id(0) % ROW_ITEMS;
    const int column_item = (int)get_local_id(0) / ROW_ITEMS;
    const long part = (long)get_group_id(1);
    const long parts = (long)get_num_groups(1);
    int block = (int)get_group_id(0);
    long first = 0;
    long last = A_rows;
#if TRIANGLE
    if (upper) block = (int)get_num_groups(0) - 1 - block;  // the longest columns first
    const long diagonal = (long)block * BLOCK_COLUMNS;
    const long behind = min(diagonal + BLOCK_COLUMNS, last);
    if (upper)
        last = diagonal;
    else
        first = behind;
#endif
    const long first_column = (long)block * BLOCK_COLUMNS + column_item;
    const long begin = part_begin(first, last, STRIP, part, parts);
    const long end = part_end(first, last, STRIP, part, parts);
    global const Element* of_x = START(x, x_reversed);
    const long x_step = STEP(x, x_reversed);
    global const Element* of_A[COLUMNS];
    Element sum[COLUMNS];
    FOR_COLUMNS(k) {
        of_A[k] = A + A_first + min(COLUMN(k), (long)A_cols - 1) * A_ld;
        sum[k] = number(0);
    }
    const Element p = P;
    if (!is_zero(p)) {
        long i = begin + row_item;
        for (; i - row_item + STRIP <= end; i += STRIP) add_rows(of_A, of_x, x_step, conjugated, i, false, end, sum);
        if (i - row_item < end) add_rows(of_A, of_x, x_step, conjugated, i, true, end, sum);
    }
#if TRIANGLE
    // The rows with the diagonal.
    if (part == 0)
        for (long i = diagonal + row_item; i < behind; i += ROW_ITEMS) {
            const Element x_i = conjugate_if(conjugated, of_x[i * x_step]);
            FOR_COLUMNS(k) {
                if (i == COLUMN(k))
                    sum[k] = add_diagonal_element(of_A[k] + i, x_i, unit, sum[k]);
                else if ((i < COLUMN(k)) == (upper != 0))
                    sum[k] = multiply_add(of_A[k][i], x_i, sum[k]);
            }
        }
#endif
#if ROW_ITEMS > 1
    local Element others[COLUMNS][ITEMS / 2];
    // Items hand over their sums in a place that nobody else reads any more.
    for (int active = ROW_ITEMS / 2; active > 0; active /= 2) {
        if (row_item >= active && row_item < 2 * active)
            FOR_COLUMNS(k) others[k][PLACE(row_item)] = sum[k];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (row_item < active)
            FOR_COLUMNS(k) sum[k] += others[k][PLACE(row_item + active)];
    }
#endif
    if (row_item != 0) return;
    FOR_COLUMNS(k) {
        const long j = COLUMN(k);
        if (j >= A_cols) continue;
        const Element own = conjugate_if(conjugated, sum[k]);
#if SUMS
        sums[sums_first + j + part * sums_ld] = own;
#else
        set_element(START(y, y_reversed) + j * STEP(y, y_reversed), p, own, Q);
#endif
    }
}
