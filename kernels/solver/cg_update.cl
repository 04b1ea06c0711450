// A step of the method of conjugate gradients, each vector read once. It follows element.cl and vector_common.cl, which has the
// division of work.
//
//     x += a p;   r -= a q;   with DIAGONAL   z := D r          a = rz / pq, or 0 if rz is
//
//     sums(g, 0)   work-group g's part of r^H r
//     sums(g, 1)   with DIAGONAL that of r^H z
//
// Launch: as many work-groups of ITEMS work-items in one dimension as sums has rows.

#ifndef DIAGONAL
#define DIAGONAL 0
#endif

#define SUMS (1 + DIAGONAL)

#if DIAGONAL
#define DIAGONAL_OPERANDS OPERAND(const, Element, d), OPERAND(, Element, z),
#else
#define DIAGONAL_OPERANDS
#endif

#define SET_PIECE(x, piece, lanes) ((global PIECE*)(x))[piece] = FROM_LANES(lanes)

static inline void step(Element a, Element p, Element q, Element* x, Element* r, Element* sums) {
    *x = multiply_add(a, p, *x);
    *r = multiply_add(-a, q, *r);
    sums[0] = multiply_add(conjugate(*r), *r, sums[0]);
}

static inline Element precondition(Element d, Element r, Element* sums) {
    const Element z = multiply(d, r);
    sums[SUMS - 1] = multiply_add(conjugate(r), z, sums[SUMS - 1]);
    return z;
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void cg_update(OPERAND(const, Element, rz), OPERAND(const, Element, pq), OPERAND(const, Element, p),
               OPERAND(const, Element, q), OPERAND(, Element, x), OPERAND(, Element, r),
               DIAGONAL_OPERANDS OPERAND(, Element, sums)) {
    local Element totals[SUMS * ITEMS];
    const int item = (int)get_local_id(0);
    const Element above = rz[rz_first];
    const Element a = magnitude(above) == 0 ? number(0) : quotient(above, pq[pq_first]);
    const long n = LENGTH(x);
    const long chunks = n / (VECTOR * CHUNK);
    Element own[SUMS];
    for (int k = 0; k < SUMS; ++k) own[k] = number(0);
    p += p_first;
    q += q_first;
    x += x_first;
    r += r_first;
#if DIAGONAL
    d += d_first;
    z += z_first;
#endif
    FOR_CHUNKS(chunk, chunks) {
        const long piece = chunk * CHUNK + item;
        Element of_p[VECTOR], of_q[VECTOR], of_x[VECTOR], of_r[VECTOR];
        TO_LANES(load(p, 1, true, piece), of_p);
        TO_LANES(load(q, 1, true, piece), of_q);
        TO_LANES(load(x, 1, true, piece), of_x);
        TO_LANES(load(r, 1, true, piece), of_r);
#if DIAGONAL
        Element of_d[VECTOR], of_z[VECTOR];
        TO_LANES(load(d, 1, true, piece), of_d);
#endif
#pragma unroll
        for (int lane = 0; lane < VECTOR; ++lane) {
            step(a, of_p[lane], of_q[lane], &of_x[lane], &of_r[lane], own);
#if DIAGONAL
            of_z[lane] = precondition(of_d[lane], of_r[lane], own);
#endif
        }
        SET_PIECE(x, piece, of_x);
        SET_PIECE(r, piece, of_r);
#if DIAGONAL
        SET_PIECE(z, piece, of_z);
#endif
    }
    for (long e = chunks * VECTOR * CHUNK + (long)get_global_id(0); e < n; e += (long)get_global_size(0)) {
        Element of_x = x[e], of_r = r[e];
        step(a, p[e], q[e], &of_x, &of_r, own);
        x[e] = of_x;
        r[e] = of_r;
#if DIAGONAL
        z[e] = precondition(d[e], of_r, own);
#endif
    }
    for (int k = 0; k < SUMS; ++k) totals[k * ITEMS + item] = own[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int active = ITEMS / 2; active > 0; active /= 2) {
        if (item < active)
            for (int k = 0; k < SUMS; ++k) totals[k * ITEMS + item] += totals[k * ITEMS + item + active];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0)
        for (int k = 0; k < SUMS; ++k)
            sums[sums_first + (long)get_group_id(0) + (long)k * sums_ld] = totals[k * ITEMS];
}
