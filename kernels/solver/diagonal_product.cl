// z := D r, element by element. It follows element.cl and spmv_common.cl.
//
// Launch: a work-item for each element, in work-groups of ITEMS.

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void diagonal_product(OPERAND(const, Element, d), OPERAND(const, Element, r), OPERAND(, Element, z)) {
    const long i = (long)get_group_id(0) * ITEMS + (long)get_local_id(0);
    if (i < z_rows) z[z_first + i] = multiply(d[d_first + i], r[r_first + i]);
}
