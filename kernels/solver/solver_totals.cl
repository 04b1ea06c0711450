// What work-groups, or devices, left of one or two sums: first := the sum of column 0, with TOTALS = 2 second := that of column 1. It
// follows column_total.cl.
//
// Launch: one work-group of ITEMS work-items.

#ifndef TOTALS
#define TOTALS 1
#endif

#if TOTALS == 2
#define SECOND , OPERAND(, Element, second)
#else
#define SECOND
#endif

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void solver_totals(OPERAND(const, Element, sums), OPERAND(, Element, first) SECOND) {
    local Element room[ITEMS];
    const Element total = column_total(sums + sums_first, sums_rows, room);
    if (get_local_id(0) == 0) first[first_first] = total;
#if TOTALS == 2
    const Element other = column_total(sums + sums_first + sums_ld, sums_rows, room);
    if (get_local_id(0) == 0) second[second_first] = other;
#endif
}
