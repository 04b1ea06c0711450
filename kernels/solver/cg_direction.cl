// p := z + b p, b = rz / old_rz, or 0 if rz is. It follows element.cl and vector_common.cl, which has the division of work.
//
// Launch: any number of work-groups of ITEMS work-items in one dimension.

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void cg_direction(OPERAND(const, Element, rz), OPERAND(const, Element, old_rz), OPERAND(const, Element, z),
                  OPERAND(, Element, p)) {
    const Element above = rz[rz_first];
    const bool restarts = magnitude(above) == 0;
    const Element b = restarts ? number(0) : quotient(above, old_rz[old_rz_first]);
    const long n = LENGTH(p);
    const long chunks = n / (VECTOR * CHUNK);
    z += z_first;
    p += p_first;
    FOR_CHUNKS(chunk, chunks) {
        const long piece = chunk * CHUNK + (long)get_local_id(0);
        Element of_z[VECTOR], of_p[VECTOR];
        TO_LANES(load(z, 1, true, piece), of_z);
        TO_LANES(load(p, 1, true, piece), of_p);
#pragma unroll
        for (int lane = 0; lane < VECTOR; ++lane)
            of_p[lane] = restarts ? of_z[lane] : multiply_add(b, of_p[lane], of_z[lane]);
        ((global PIECE*)p)[piece] = FROM_LANES(of_p);
    }
    for (long e = chunks * VECTOR * CHUNK + (long)get_global_id(0); e < n; e += (long)get_global_size(0))
        p[e] = restarts ? z[e] : multiply_add(b, p[e], z[e]);
}
