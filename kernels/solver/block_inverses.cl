// B := B^-1 for a block diagonal B: columns k BLOCK, k BLOCK + 1, ... of `blocks` hold block k. It follows element.cl and
// spmv_common.cl.
//
// Gauss and Jordan, with the largest element of a column as its pivot. A work-group has a block and what becomes its inverse in local
// memory; work-item i goes along row i, and has column i of the two rows that change places. The inverse of a singular block is that of
// its diagonal, with 1 for elements that are 0.
//
//     block    column 0 | column 1 | ...      element (i, j) at i + j BLOCK: neighbouring work-items, neighbouring elements
//
// Launch: a work-group of BLOCK work-items for each block.

#ifndef BLOCK
#define BLOCK 8
#endif

#define AT(a, i, j) (a)[(i) + (j) * BLOCK]

static inline void swap(local Element* a, local Element* b) {
    const Element kept = *a;
    *a = *b;
    *b = kept;
}

// x - f y; of real numbers the product is rounded.
static inline Element without(Element x, Element f, Element y) {
#if COMPLEX
    return multiply_add(-f, y, x);
#else
    return x - f * y;
#endif
}

static inline int pivot_of(local const Element* a, int k, int order) {
    int best = k;
    for (int i = k + 1; i < order; ++i)
        if (magnitude(AT(a, i, k)) > magnitude(AT(a, best, k))) best = i;
    return best;
}

// Row k of both becomes that of the inverse's making, and all others lose their element of column k. False if there is no pivot.
static inline bool eliminate(local Element* a, local Element* inverse, int k, int order) {
    const int item = (int)get_local_id(0);
    const int pivot = pivot_of(a, k, order);
    const Element largest = AT(a, pivot, k);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!(magnitude(largest) > 0) || !is_finite(largest)) return false;
    const Element scale = quotient(number(1), largest);
    if (item < order) {
        swap(&AT(a, k, item), &AT(a, pivot, item));
        swap(&AT(inverse, k, item), &AT(inverse, pivot, item));
        AT(a, k, item) = multiply(AT(a, k, item), scale);
        AT(inverse, k, item) = multiply(AT(inverse, k, item), scale);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < order && item != k) {
        const Element factor = AT(a, item, k);
        for (int j = 0; j < order; ++j) {
            AT(a, item, j) = without(AT(a, item, j), factor, AT(a, k, j));
            AT(inverse, item, j) = without(AT(inverse, item, j), factor, AT(inverse, k, j));
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return true;
}

kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void block_inverses(OPERAND(, Element, blocks)) {
    local Element a[BLOCK * BLOCK];
    local Element inverse[BLOCK * BLOCK];
    const int item = (int)get_local_id(0);
    const long first = (long)get_group_id(0) * BLOCK;
    const int order = (int)min((long)BLOCK, blocks_cols - first);
    global Element* const own = blocks + blocks_first + first * blocks_ld;
    for (int j = 0; j < order; ++j) {
        AT(a, item, j) = own[item + (long)j * blocks_ld];
        AT(inverse, item, j) = number(item == j ? 1 : 0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    bool regular = true;
    for (int k = 0; k < order && regular; ++k) regular = eliminate(a, inverse, k, order);
    if (item >= order) return;
    const Element diagonal = own[item + (long)item * blocks_ld];
    const bool counts = magnitude(diagonal) > 0 && is_finite(diagonal);
    const Element alone = counts ? quotient(number(1), diagonal) : number(1);
    for (int j = 0; j < order; ++j)
        own[item + (long)j * blocks_ld] = regular ? AT(inverse, item, j) : item == j ? alone : number(0);
}
