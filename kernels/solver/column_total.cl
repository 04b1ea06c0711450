// The sum of `rows` numbers: work-item t adds numbers t, t + ITEMS, ...; then a tree adds the work-items' sums. All work-items of the
// one work-group come here, and have the sum. It follows element.cl and spmv_common.cl.

static inline Element column_total(global const Element* numbers, int rows, local Element* room) {
    const int item = (int)get_local_id(0);
    Element own = number(0);
    for (int g = item; g < rows; g += ITEMS) own += numbers[g];
    room[item] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int active = ITEMS / 2; active > 0; active /= 2) {
        if (item < active) room[item] += room[item + active];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const Element sum = room[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}
