// The updates of stabilized biconjugate gradients that read two vectors, each vector once. It follows element.cl and spmv_common.cl.
//
//     UPDATE 0    p := r + beta (p - omega v)
//     UPDATE 1    x := x + alpha p + omega s
//
// Steps follow each other as level 1 of BLAS has them: products of real numbers are rounded, and a vector whose number is 0 does not
// count, whatever it holds.
//
// Launch: a work-item for each element, in work-groups of ITEMS.

#ifndef UPDATE
#define UPDATE 0
#endif

// a x + y
static inline Element axpy(Element a, Element x, Element y) {
    if (magnitude(a) == 0) return y;
#if COMPLEX
    return multiply_add(a, x, y);
#else
    return a * x + y;
#endif
}

#if UPDATE == 0

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void bicgstab_direction(OPERAND(const, Element, beta), OPERAND(const, Element, omega), OPERAND(const, Element, r),
                        OPERAND(const, Element, v), OPERAND(, Element, p)) {
    const long i = (long)get_group_id(0) * ITEMS + (long)get_local_id(0);
    if (i >= p_rows) return;
    const Element turned = axpy(-omega[omega_first], v[v_first + i], p[p_first + i]);
    p[p_first + i] = r[r_first + i] + multiply(beta[beta_first], turned);
}

#else

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void bicgstab_solution(OPERAND(const, Element, alpha), OPERAND(const, Element, omega), OPERAND(const, Element, p),
                       OPERAND(const, Element, s), OPERAND(, Element, x)) {
    const long i = (long)get_group_id(0) * ITEMS + (long)get_local_id(0);
    if (i >= x_rows) return;
    const Element first = axpy(alpha[alpha_first], p[p_first + i], x[x_first + i]);
    x[x_first + i] = axpy(omega[omega_first], s[s_first + i], first);
}

#endif
