// The numbers of iterative solvers, which stay on the device. It follows element.cl and spmv_common.cl.
//
// state[0] is RUNNING or why the solver stopped, state[1] counts its steps. Steps of a solver that has stopped are 0.
//
// Launch: one work-item; for cg, which follows column_total.cl, one work-group of ITEMS. NUMBERS says which kernel is wanted.

#define RUNNING 0
#define CONVERGED 1
#define INDEFINITE 2
#define BROKEN 3

#if COMPLEX
#define REAL_PART(element) (element).x
#else
#define REAL_PART(element) (element)
#endif

#define STATE OPERAND(, int, state)

// Why r ends the solver, if it does.
static inline int state_of_residual(Element rr, Part limit) {
    if (!is_finite(rr)) return BROKEN;
    return REAL_PART(rr) <= limit ? CONVERGED : RUNNING;
}

#if NUMBERS == 0

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void cg(OPERAND(const, Element, rr), OPERAND(const, Element, rz), OPERAND(const, Element, sums), STATE,
        OPERAND(, Element, step), OPERAND(, Element, pq), Part limit) {
    local Element room[ITEMS];
    const Element below = column_total(sums + sums_first, sums_rows, room);
    if (get_local_id(0) != 0) return;
    global int* const own = state + state_first;
    const Element above = rz[rz_first];
    if (own[0] == RUNNING) own[0] = state_of_residual(rr[rr_first], limit);
    if (own[0] == RUNNING && !(is_finite(above) && is_finite(below))) own[0] = BROKEN;
    if (own[0] == RUNNING && !(REAL_PART(above) > 0 && REAL_PART(below) > 0)) own[0] = INDEFINITE;
    const bool goes_on = own[0] == RUNNING;
    if (goes_on) ++own[1];
    step[step_first] = goes_on ? above : number(0);
    pq[pq_first] = below;
}

#elif NUMBERS == 1

kernel void alpha(OPERAND(const, Element, rr), OPERAND(const, Element, rho), OPERAND(const, Element, rv), STATE,
                  OPERAND(, Element, alpha), Part limit) {
    global int* const own = state + state_first;
    const Element above = rho[rho_first], below = rv[rv_first];
    const Element ratio = quotient(above, below);
    if (own[0] == RUNNING) own[0] = state_of_residual(rr[rr_first], limit);
    if (own[0] == RUNNING && (magnitude(above) == 0 || magnitude(below) == 0 || !is_finite(ratio))) own[0] = BROKEN;
    const bool goes_on = own[0] == RUNNING;
    if (goes_on) ++own[1];
    alpha[alpha_first] = goes_on ? ratio : number(0);
}

#elif NUMBERS == 2

kernel void omega(OPERAND(const, Element, ts), OPERAND(const, Element, tt), STATE, OPERAND(, Element, omega)) {
    const Element below = tt[tt_first];
    const bool counts = state[state_first] == RUNNING && magnitude(below) != 0;
    omega[omega_first] = counts ? quotient(ts[ts_first], below) : number(0);
}

#elif NUMBERS == 3

kernel void beta(OPERAND(const, Element, new_rho), OPERAND(const, Element, rho), OPERAND(const, Element, alpha),
                 OPERAND(const, Element, omega), STATE, OPERAND(, Element, beta)) {
    const Element below = omega[omega_first];
    const bool counts = state[state_first] == RUNNING && magnitude(below) != 0;
    beta[beta_first] = counts ? multiply(quotient(new_rho[new_rho_first], rho[rho_first]), quotient(alpha[alpha_first], below))
                              : number(0);
}

#else

kernel void norm(OPERAND(const, Element, square), STATE, OPERAND(, Element, norm), OPERAND(, Element, inverse)) {
    const Part root = sqrt(REAL_PART(square[square_first]));
    norm[norm_first] = number(root);
    inverse[inverse_first] = number(root == 0 ? 0 : 1 / root);
}

#endif
