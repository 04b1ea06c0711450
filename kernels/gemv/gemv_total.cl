// y := p (sums(:, 0) + sums(:, 1) + ...) + q y: see gemv_common.cl. If p is 0, the sums do not count.
//
// LANES work-items share an element of y: item t adds sums t, t + LANES, ... Then a tree over the items.
//
// Launch: ITEMS work-items a group, a group for each ITEMS / LANES elements.

#ifndef LANES
#define LANES 4
#endif

#define ELEMENTS (ITEMS / LANES)

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void gemv_total(OPERAND(const, Element, sums), OPERAND(, Element, y) ALPHA_OPERANDS BETA_OPERANDS, Element alpha BETA_SCALAR,
                int y_reversed) {
    local Element others[ITEMS];
    const int item = (int)get_local_id(0);
    const long i = (long)get_group_id(0) * ELEMENTS + item % ELEMENTS;
    Element own = 0;
    if (i < sums_rows)
        for (int s = item / ELEMENTS; s < sums_cols; s += LANES) own += sums[sums_first + i + (long)s * sums_ld];
    others[item] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int active = ITEMS / 2; active >= ELEMENTS; active /= 2) {
        if (item < active) others[item] += others[item + active];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item < ELEMENTS && i < sums_rows) set_element(START(y, y_reversed) + i * STEP(y, y_reversed), P, others[item], Q);
}
