// Finishes the rows that several shares of spmv_shares have elements of: see there.
//
//     y(i) := p (parts(g, 2 c + 1) + parts(g + 1, 2 c + 1) + ... + parts(h, 2 c)) + q y(i)     if row i begins in share g and
//                                                                                              ends in share h
//
// A work-item looks after share g. If there are more than ITEMS shares of a row, its whole work-group adds them up; as two rows
// that are so long begin further apart, a work-group has one of these at most.
//
// Launch: ITEMS work-items a group in dimension 0, a work-item for each row of parts; a group for each column of y in dimension 1.

#ifndef LIST
#define LIST 0
#endif
#ifndef SHARE
#define SHARE 2048
#endif

#if LIST
#define STRUCTURE OPERAND(const, int, row)
#else
#define STRUCTURE OPERAND(const, int, row_start), OPERAND(const, int, first_row)
#endif

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void spmv_rest(STRUCTURE, OPERAND(const, Element, parts), OPERAND(Y_ACCESS, Element, y) ALPHA_OPERANDS BETA_OPERANDS,
               Element alpha BETA_SCALAR) {
    local Element sums[ITEMS];
    local int long_row[3];  // the row, its first and its last share
    const int item = (int)get_local_id(0);
    const int share = (int)get_global_id(0);
    const int shares = parts_rows;
    const long of_column = (long)get_group_id(1);
    parts += parts_first + 2 * of_column * parts_ld;
    y += y_first + of_column * y_ld;
    int split = -1;  // the row that begins in this share and ends in a later one
#if LIST
    row += row_first;
    if (share + 1 < shares) {
        const long begin = (long)share * SHARE;
        const int next = row[begin + SHARE];
        if (next >= 0 && row[begin + SHARE - 1] == next && !(share > 0 && row[begin - 1] == next)) split = next;
    }
#define ENDS_BY(h) (((long)(h) + 1) * SHARE >= row_rows || row[((long)(h) + 1) * SHARE] != split)
#else
    row_start += row_start_first;
    first_row += first_row_first;
    if (share + 1 < shares) {
        const int next = first_row[share + 1];
        if (next < y_rows && row_start[next] >= (long)share * SHARE - first_row[share] &&
            row_start[next] < ((long)share + 1) * SHARE - next)
            split = next;
    }
#define ENDS_BY(h) (first_row[(h) + 1] > split)
#endif
    int last = share;
    if (split >= 0) {
        int most = shares - 1;
        for (++last; last < most;) {
            const int middle = (last + most) / 2;
            if (ENDS_BY(middle))
                most = middle;
            else
                last = middle + 1;
        }
    }
    if (item == 0) long_row[0] = -1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (split >= 0 && last - share > ITEMS) {
        long_row[0] = split;
        long_row[1] = share;
        long_row[2] = last;
    } else if (split >= 0) {
        Element sum = number(0);
        for (int i = share; i < last; ++i) sum += parts[i + parts_ld];
        set_element(y + split, P, sum + parts[last], Q);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    Element own = number(0);
    if (long_row[0] >= 0)
        for (int i = long_row[1] + item; i <= long_row[2]; i += ITEMS)
            own += i < long_row[2] ? parts[i + parts_ld] : parts[i];
    sums[item] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int active = ITEMS / 2; active > 0; active /= 2) {
        if (item < active) sums[item] += sums[item + active];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0 && long_row[0] >= 0) set_element(y + long_row[0], P, sums[0], Q);
}
