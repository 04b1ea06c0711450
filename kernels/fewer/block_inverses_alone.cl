// As block_inverses.cl: a work-item inverts a block, in private memory. It follows element.cl and spmv_common.cl.
//
// Launch: a work-item for each block, in any work-groups.

#ifndef BLOCK
#define BLOCK 8
#endif

#define AT(a, i, j) (a)[(i) + (j) * BLOCK]

// x - f y; of real numbers the product is rounded.
static inline Element without(Element x, Element f, Element y) {
#if COMPLEX
    return multiply_add(-f, y, x);
#else
    return x - f * y;
#endif
}

// Rows k and p of a matrix change places; the new row k is scaled.
static inline void take_pivot(Element* a, int k, int p, int order, Element scale) {
    for (int j = 0; j < order; ++j) {
        const Element kept = AT(a, k, j);
        AT(a, k, j) = multiply(AT(a, p, j), scale);
        if (p != k) AT(a, p, j) = kept;
    }
}

static inline bool eliminate(Element* a, Element* inverse, int k, int order) {
    int p = k;
    for (int i = k + 1; i < order; ++i)
        if (magnitude(AT(a, i, k)) > magnitude(AT(a, p, k))) p = i;
    const Element largest = AT(a, p, k);
    if (!(magnitude(largest) > 0) || !is_finite(largest)) return false;
    const Element scale = quotient(number(1), largest);
    take_pivot(a, k, p, order, scale);
    take_pivot(inverse, k, p, order, scale);
    for (int i = 0; i < order; ++i) {
        if (i == k) continue;
        const Element factor = AT(a, i, k);
        for (int j = 0; j < order; ++j) {
            AT(a, i, j) = without(AT(a, i, j), factor, AT(a, k, j));
            AT(inverse, i, j) = without(AT(inverse, i, j), factor, AT(inverse, k, j));
        }
    }
    return true;
}

kernel void block_inverses_alone(OPERAND(, Element, blocks)) {
    const long first = (long)get_global_id(0) * BLOCK;
    if (first >= blocks_cols) return;
    Element a[BLOCK * BLOCK];
    Element inverse[BLOCK * BLOCK];
    const int order = (int)min((long)BLOCK, blocks_cols - first);
    global Element* const own = blocks + blocks_first + first * blocks_ld;
    for (int j = 0; j < order; ++j)
        for (int i = 0; i < order; ++i) {
            AT(a, i, j) = own[i + (long)j * blocks_ld];
            AT(inverse, i, j) = number(i == j ? 1 : 0);
        }
    bool regular = true;
    for (int k = 0; k < order && regular; ++k) regular = eliminate(a, inverse, k, order);
    for (int i = 0; i < order; ++i) {
        const Element diagonal = own[i + (long)i * blocks_ld];
        const bool counts = magnitude(diagonal) > 0 && is_finite(diagonal);
        const Element alone = counts ? quotient(number(1), diagonal) : number(1);
        for (int j = 0; j < order; ++j)
            own[i + (long)j * blocks_ld] = regular ? AT(inverse, i, j) : i == j ? alone : number(0);
    }
}
