// Y := p A X + q Y for A in compressed rows: see spmv_common.cl and spmv_row.cl.
//
//     row i:  value, column   [row_start(i), row_start(i + 1))
//
//             | lane 0 1 .. L-1 | lane 0 1 .. L-1 | ..       neighbouring work-items load neighbouring elements
//
// Launch: ITEMS work-items a group in dimension 0, a group for each ITEMS / LANES rows; a group for each COLUMNS columns in
// dimension 1.

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void spmv_csr_rows(OPERAND(const, int, row_start), OPERAND(const, int, column), OPERAND(const, Element, value),
                   OPERAND(const, Element, x), OPERAND(Y_ACCESS, Element, y) ALPHA_OPERANDS BETA_OPERANDS,
                   Element alpha BETA_SCALAR CONJUGATED_SCALAR) {
    TREE_MEMORY
    const int item = (int)get_local_id(0);
    const int lane = item % LANES;
    const long row = (long)get_group_id(0) * (ITEMS / LANES) + item / LANES;
    const Element p = P;
    Element sum[COLUMNS];
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c) sum[c] = number(0);
    if (row < y_rows && !is_zero(p)) {
        const int first = row_start[row_start_first + row];
        const int count = row_start[row_start_first + row + 1] - first;
        add_elements(column + column_first + first, 1, value + value_first + first, 1, (uint)count, (uint)lane,
                     x + x_first, x_cols, x_ld, CONJUGATES, sum);
    }
    ADD_UP(sum, item, lane);
    if (lane != 0 || row >= y_rows) return;
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c)
        if (FIRST_COLUMN + c < y_cols) set_element(y + y_first + row + (long)(FIRST_COLUMN + c) * y_ld, p, sum[c], Q);
}
