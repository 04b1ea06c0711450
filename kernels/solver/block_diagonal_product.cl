// z := B r for a block diagonal B: columns k BLOCK, k BLOCK + 1, ... of `blocks` hold block k. It follows element.cl and
// spmv_common.cl.
//
// A work-item has an element of z and goes along its row of the block: neighbouring work-items load neighbouring elements.
//
// Launch: a work-item for each element of z, in work-groups of ITEMS.

#ifndef BLOCK
#define BLOCK 8
#endif

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void block_diagonal_product(OPERAND(const, Element, blocks), OPERAND(const, Element, r), OPERAND(, Element, z)) {
    const long i = (long)get_group_id(0) * ITEMS + (long)get_local_id(0);
    if (i >= z_rows) return;
    const long first = i / BLOCK * BLOCK;
    const int count = (int)min((long)BLOCK, z_rows - first);
    blocks += blocks_first + first * blocks_ld + i % BLOCK;
    r += r_first + first;
    Element sum = number(0);
#pragma unroll 4
    for (int j = 0; j < count; ++j) sum = multiply_add(blocks[(long)j * blocks_ld], r[j], sum);
    z[z_first + i] = sum;
}
