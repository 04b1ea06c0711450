// y(i, c) := x(index(i), c). It follows element.cl and spmv_common.cl.
//
// Launch: a work-item for each row of y in dimension 0, in work-groups of ITEMS; a group for each column in dimension 1.

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void gather(OPERAND(const, int, index), OPERAND(const, Element, x), OPERAND(, Element, y)) {
    const long i = (long)get_group_id(0) * ITEMS + (long)get_local_id(0);
    const long c = (long)get_group_id(1);
    if (i < y_rows) y[y_first + i + c * y_ld] = x[x_first + index[index_first + i] + c * x_ld];
}
