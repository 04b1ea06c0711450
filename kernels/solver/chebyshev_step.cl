// A step of a polynomial in D A, D being a diagonal matrix, on a vector r. It follows element.cl and spmv_common.cl.
//
//     next := of_z z + D (of_r r + of_w w)                              w = A z
//     next := of_z z + D (of_r r + of_w w) + of_next next               with PREVIOUS: next holds the z before z
//
// Launch: a work-item for each element, in work-groups of ITEMS.

#ifndef PREVIOUS
#define PREVIOUS 0
#endif

#if PREVIOUS
#define PREVIOUS_SCALAR , Part of_next
#else
#define PREVIOUS_SCALAR
#endif

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void chebyshev_step(OPERAND(const, Element, d), OPERAND(const, Element, r), OPERAND(const, Element, w),
                    OPERAND(const, Element, z), OPERAND(, Element, next), Part of_z, Part of_r,
                    Part of_w PREVIOUS_SCALAR) {
    const long i = (long)get_group_id(0) * ITEMS + (long)get_local_id(0);
    if (i >= next_rows) return;
    const Element residual = of_r * r[r_first + i] + of_w * w[w_first + i];
    Element sum = multiply_add(d[d_first + i], residual, of_z * z[z_first + i]);
#if PREVIOUS
    sum += of_next * next[next_first + i];
#endif
    next[next_first + i] = sum;
}
