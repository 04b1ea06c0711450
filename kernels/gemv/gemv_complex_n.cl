// gemv_n.cl for complex elements: y := p A x + q y, or sums(:, s) := part s of A x. Work-items stand as there, an element in
// the place of a piece; rows behind the last one are the last one again, and forgotten.
//
// Launch: ITEMS work-items a group in dimension 0, a group for each block of rows; SPLIT groups in dimension 1.

#define BLOCK_ROWS (ROW_ITEMS * ROWS)
#define STRIP (COLUMN_ITEMS * UNROLL)
#define PLACE(item) ((item) % (COLUMN_ITEMS / 2) * ROW_ITEMS + row_item)
#define OWN_ROW(r) (first_row + (r) * ROW_ITEMS)
#define ROW(r) min(OWN_ROW(r), last_row)

// Few rows stay in registers. Many lie in the cache of a CPU.
#if ROWS <= 8
#define FOR_ROWS(r) _Pragma("unroll") for (int r = 0; r < ROWS; ++r)
#else
#define FOR_ROWS(r) for (int r = 0; r < ROWS; ++r)
#endif

// Adds UNROLL columns j, j + COLUMN_ITEMS, ..., but for those from `last` on: in their place the last one is loaded.
static inline void add_columns(global const Element* A, long lda, global const Element* x, long x_step, bool conjugated,
                               long first_row, long last_row, long j, const bool is_last, long last, Element* sum) {
    global const Element* of_A[UNROLL];
    Element of_x[UNROLL];
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
        const long column = is_last ? min(j + u * COLUMN_ITEMS, last - 1) : j + u * COLUMN_ITEMS;
        of_A[u] = A + column * lda;
        of_x[u] = conjugate_if(conjugated, x[column * x_step]);
    }
    FOR_ROWS(r) {
        Element a[UNROLL];
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) a[u] = of_A[u][ROW(r)];
#pragma unroll
        for (int u = 0; u < UNROLL; ++u)
            if (!is_last || j + u * COLUMN_ITEMS < last) sum[r] = multiply_add(a[u], of_x[u], sum[r]);
    }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void gemv_complex_n(OPERAND(const, REAL, A), OPERAND(const, REAL, x), RESULT_ARGUMENTS, int conjugated) {
    const int row_item = (int)get_local_id(0) % ROW_ITEMS;
    const int column_item = (int)get_local_id(0) / ROW_ITEMS;
    const long last_row = A_rows - 1;
    const long part = (long)get_group_id(1);
    const long parts = (long)get_num_groups(1);
    int block = (int)get_group_id(0);
    long first = 0;
    long last = A_cols;
#if TRIANGLE
    if (!upper) block = (int)get_num_groups(0) - 1 - block;  // the longest rows first
    const long diagonal = (long)block * BLOCK_ROWS;
    const long behind = min(diagonal + BLOCK_ROWS, last);
    if (upper)
        first = behind;
    else
        last = diagonal;
#endif
    const long first_row = (long)block * BLOCK_ROWS + row_item;
    const long begin = part_begin(first, last, STRIP, part, parts);
    const long end = part_end(first, last, STRIP, part, parts);
    global const Element* of_A = A + A_first;
    global const Element* of_x = START(x, x_reversed);
    const long x_step = STEP(x, x_reversed);
    Element sum[ROWS];
    FOR_ROWS(r) sum[r] = number(0);
    const Element p = P;
    if (!is_zero(p)) {
        long j = begin + column_item;
        for (; j - column_item + STRIP <= end; j += STRIP)
            add_columns(of_A, A_ld, of_x, x_step, conjugated, first_row, last_row, j, false, end, sum);
        if (j - column_item < end)
            add_columns(of_A, A_ld, of_x, x_step, conjugated, first_row, last_row, j, true, end, sum);
    }
#if TRIANGLE
    if (part == 0)
        for (long j = diagonal + column_item; j < behind; j += COLUMN_ITEMS) {
            const Element x_j = conjugate_if(conjugated, of_x[j * x_step]);
            FOR_ROWS(r) {
                const long i = ROW(r);
                if (i == j)
                    sum[r] = add_diagonal_element(of_A + i + j * A_ld, x_j, unit, sum[r]);
                else if ((i < j) == (upper != 0))
                    sum[r] = multiply_add(of_A[i + j * A_ld], x_j, sum[r]);
            }
        }
#endif
#if COLUMN_ITEMS > 1
    local Element others[ROWS][ITEMS / 2];
    // Items hand over their sums in a place that nobody else reads any more.
    for (int active = COLUMN_ITEMS / 2; active > 0; active /= 2) {
        if (column_item >= active && column_item < 2 * active)
            FOR_ROWS(r) others[r][PLACE(column_item)] = sum[r];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (column_item < active)
            FOR_ROWS(r) sum[r] += others[r][PLACE(column_item + active)];
    }
#endif
    if (column_item != 0) return;
    FOR_ROWS(r) {
        const long i = OWN_ROW(r);
        if (i >= A_rows) continue;
        const Element own = conjugate_if(conjugated, sum[r]);
#if SUMS
        sums[sums_first + i + part * sums_ld] = own;
#else
        set_element(START(y, y_reversed) + i * STEP(y, y_reversed), p, own, Q);
#endif
    }
}
