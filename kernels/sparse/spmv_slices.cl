// Y := p A X + q Y for A whose rows are padded to one width, or those of a slice of SLICE rows: see spmv_common.cl and
// spmv_row.cl.
//
//                     j = 0      1      2                        ELL: one slice of all rows
//     slice s    r = 0  |      |      |
//                    1  |      |      |   <- slice_start(s) + j SLICE + r
//                    2  |      |      |
//
// Neighbouring work-items take neighbouring rows: they load neighbouring elements. A row's LANES work-items stand ITEMS / LANES
// apart. Place p holds row row_order(p) of y.
//
// Launch: ITEMS work-items a group in dimension 0, a group for each ITEMS / LANES places; a group for each COLUMNS columns in
// dimension 1.

#ifndef ELL
#define ELL 0
#endif
#ifndef SLICE
#define SLICE 32
#endif

#define ROWS (ITEMS / LANES)

#if ELL
#define STRUCTURE
#define PLACES y_rows
#else
#define STRUCTURE OPERAND(const, int, slice_start), OPERAND(const, int, row_order),
#define PLACES row_order_rows
#endif

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void spmv_slices(STRUCTURE OPERAND(const, int, column), OPERAND(const, Element, value), OPERAND(const, Element, x),
                 OPERAND(Y_ACCESS, Element, y) ALPHA_OPERANDS BETA_OPERANDS,
                 Element alpha BETA_SCALAR CONJUGATED_SCALAR) {
    TREE_MEMORY
    const int item = (int)get_local_id(0);
    const int lane = item / ROWS;
    const long place = (long)get_group_id(0) * ROWS + item % ROWS;
    const Element p = P;
    Element sum[COLUMNS];
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c) sum[c] = number(0);
    if (place < PLACES && !is_zero(p)) {
#if ELL
        add_elements(column + column_first + place, column_ld, value + value_first + place, value_ld, (uint)column_cols,
                     (uint)lane, x + x_first, x_cols, x_ld, CONJUGATES, sum);
#else
        const long slice = place / SLICE;
        const int first = slice_start[slice_start_first + slice];
        const int width = (slice_start[slice_start_first + slice + 1] - first) / SLICE;
        const long begin = (long)first + place % SLICE;
        add_elements(column + column_first + begin, SLICE, value + value_first + begin, SLICE, (uint)width, (uint)lane,
                     x + x_first, x_cols, x_ld, CONJUGATES, sum);
#endif
    }
    ADD_UP(sum, item, lane);
    if (lane != 0 || place >= PLACES) return;
#if ELL
    const long row = place;
#else
    const long row = row_order[row_order_first + place];
#endif
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c)
        if (FIRST_COLUMN + c < y_cols) set_element(y + y_first + row + (long)(FIRST_COLUMN + c) * y_ld, p, sum[c], Q);
}
