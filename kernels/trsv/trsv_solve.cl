// x := op(A)^-1 x in one launch, with what trsv_inverses.cl has made.
//
// A work-group takes the next row b of blocks, by a ticket: so it waits for work-groups alone that have begun before it.
//
//     s    := x(b) - sum over j < b - 1 of op(A)(b, j) x(j)
//     part := inverse(b) s                                         ready before x(b - 1) is
//     x(b) := part - coupling(b) x(b - 1)                          all that is between x(b - 1) and x(b)
//
// If the inverse is trusted after a step of refinement alone, with the diagonal block T:
//
//     s    := x(b) - sum over j < b of op(A)(b, j) x(j)
//     part := inverse(b) s
//     x(b) := part - inverse(b) (T part - s)
//
// Until the last one, x(j) is received for STEP blocks at once: those whose blocks are far from being solved read op(A) at
// full speed.
//
// If the inverse is not trusted at all, or if elements of x(b) are not finite, these are found by substitution. Products with the
// inverse would spread Inf and NaN to elements that do not depend on them.
//
// Sums do not depend on which work-group takes a row, nor on when. As in the reference BLAS, zeros in x meet nothing
// unless op(A) is A^T. With `conjugated` A is the conjugate of what is stored: x is conjugated as it is read, and in the end.
//
// Launch: work-groups of ITEMS work-items in one dimension, any number of them.

#if AHEAD == 3
#define STEP 3
#else
#define STEP 4
#endif
#if AHEAD
#define TURNS STEP  // passes of a step that are unrolled, so that all indices into registers are known
#else
#define TURNS 1
#endif

// Waits for `count` blocks that were told at `from`.
static inline void receive(local Element* to, global const Element* from, int ld, int count, int item) {
    for (int e = item; e < count * BLOCK; e += ITEMS) to[e] = receive_element(from + e % BLOCK + (long)(e / BLOCK) * ld);
}

// What a work-group knows of x.
typedef struct {
    global Element* x;     // x(0)
    long stride;           // of x
    bool conjugates;       // x is solved for with the conjugate of A
    global Element* told;  // of block 0, for all
    global Element* near;  // of block 0, for the next few
    int told_ld;
} Solution;

static inline Element element_of_x(Solution x, int i) {
    return CONJUGATED_IF(x.conjugates, x.x[i * x.stride]);
}

// Element r of block b, of `rows`, is known.
static inline void publish(Solution x, Triangle t, int b, int rows, int r, Element value) {
    tell(x.near + (long)b * x.told_ld + r, value);
    tell(x.told + (long)b * x.told_ld + r, value);
    if (r < rows) x.x[(first_of(t, b) + r) * x.stride] = CONJUGATED_IF(x.conjugates, value);
}

// s := s - op(A)(b, b - 1) x(b - 1)
static inline void subtract_last(Triangle t, int b, local Element* s, local const Element* x, int item) {
    const int rows = rows_of(t, b);
    const int cols = rows_of(t, b - 1);
    const int first = first_of(t, b);
    const int first_col = first_of(t, b - 1);
    for (int r = item; r < rows; r += ITEMS)
        for (int c = 0; c < cols; ++c)
            if (ACROSS || !is_zero(x[c])) s[r] = multiply_add(-element_of(t, first + r, first_col + c), x[c], s[r]);
}

// Finds what is not finite in part, which holds x of block b, by substitution.
static inline void substitute(Solution x, Triangle t, int b, local Element* s, local Element* part, int item) {
    const int rows = rows_of(t, b);
    const int first = first_of(t, b);
    for (int p = 0; p < rows; ++p) {
        const int col = in_order(t, rows, p);
        if (item == col % ITEMS && !is_finite(part[col])) {
            const bool divides = !t.unit && (ACROSS || !is_zero(s[col]));
            part[col] = divides ? quotient(s[col], element_of(t, first + col, first + col)) : s[col];
            publish(x, t, b, rows, col, part[col]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int r = item; r < rows; r += ITEMS)
            if (in_order(t, rows, r) > p && (ACROSS || !is_zero(part[col])))
                s[r] = multiply_add(-element_of(t, first + r, first + col), part[col], s[r]);
    }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void trsv_solve(OPERAND(const, Element, a), OPERAND(, Element, scratch), OPERAND(, int, state), OPERAND(, Element, x),
                int upper, int unit, int reversed CONJUGATED_SCALAR) {
    local Element known[2][STEP * BLOCK];  // of x, in turns
    local Element shares[SHARES * (BLOCK + 1)];
    local Element s[BLOCK];
    local Element part[BLOCK];
    local Element rest[BLOCK];
    local int next;
    local int failed;
    const int item = (int)get_local_id(0);
    const Triangle t = triangle(a + a_first, a_rows, a_ld, upper, unit);
    global const Element* const inverses = scratch + scratch_first;
    Solution solution;
    solution.stride = reversed ? -STRIDE(x) : STRIDE(x);
    solution.conjugates = CONJUGATES;
    solution.x = x + x_first + (reversed ? (t.n - 1) * STRIDE(x) : 0);
    solution.told = scratch + scratch_first + told_of(t, scratch_ld);
    solution.near = solution.told + (long)t.blocks * scratch_ld;
    solution.told_ld = scratch_ld;

    for (int b = take_row(state + state_first, &next, item); b < t.blocks;
         b = take_row(state + state_first, &next, item)) {
        const int rows = rows_of(t, b);
        const int trust = state[state_first + 1 + b];
        const int end = trust == 2 ? max(b - 1, 0) : b;  // patches of op(A); two more are behind them
        const Patch inverse = patch_at(inverses + 2L * b * BLOCK * scratch_ld, scratch_ld, BLOCK, BLOCK);
        const Patch coupling = patch_at(inverse.from + (long)BLOCK * scratch_ld, scratch_ld, BLOCK, BLOCK);
        const Patch diagonal = diagonal_block(t, b);
        const int steps = max((end + STEP - 1) / STEP, 1);
        int first = end - steps * STEP;  // the first step is the one that may be short
        int turn = 0;
        Element sum[MOST];
        clear(sum);
#if AHEAD
        PIECE patch[AHEAD][EACH];
#pragma unroll
        for (int u = 0; u < AHEAD; ++u)
            if (first + u >= 0) LOAD(u, patch_of(t, b, first + u));
#endif
        for (int e = item; e < BLOCK; e += ITEMS)
            s[e] = e < rows ? element_of_x(solution, first_of(t, b) + e) : number(0);
        if (item == 0) failed = 0;

        for (int step = 1; step < steps; ++step) {
            const int skipped = max(-first, 0);
            receive(known[turn] + skipped * BLOCK, solution.told + (long)(first + skipped) * scratch_ld, scratch_ld,
                    STEP - skipped, item);
            barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll TURNS
            for (int u = 0; u < STEP; ++u) {
                if (first + u >= 0) ADD(u, patch_of(t, b, first + u), known[turn] + u * BLOCK, ACROSS);
                if (first + u + AHEAD >= 0) LOAD(u, patch_of(t, b, first + u + AHEAD));
            }
            first += STEP;
            turn ^= 1;
        }
#pragma unroll TURNS
        for (int u = 0; u < STEP; ++u) {
            if (first + u >= 0)
                receive(known[turn], solution.near + (long)(first + u) * scratch_ld, scratch_ld, 1, item);
            barrier(CLK_LOCAL_MEM_FENCE);
            if (first + u >= 0) ADD(u, patch_of(t, b, first + u), known[turn], ACROSS);
            if (u + AHEAD < STEP) {
                if (first + u + AHEAD >= 0) LOAD(u, patch_of(t, b, first + u + AHEAD));
            } else if (u + AHEAD == STEP) {
                LOAD(u, inverse);
            } else if (u + AHEAD == STEP + 1) {
                if (trust == 2)
                    LOAD(u, coupling);
                else
                    LOAD_DIAGONAL(u, diagonal);
            }
            turn ^= 1;
        }

        share(shares, sum, ACROSS, item);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int e = item; e < BLOCK; e += ITEMS) s[e] -= add_up(shares, ACROSS, e);
        barrier(CLK_LOCAL_MEM_FENCE);
        clear(sum);
        ADD(STEP, inverse, s, false);
        share(shares, sum, false, item);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int e = item; e < BLOCK; e += ITEMS) part[e] = add_up(shares, false, e);

        clear(sum);
        if (trust == 2) {
            if (AHEAD == 1) LOAD(STEP + 1, coupling);
            if (b > 0) receive(known[turn], solution.near + (b - 1L) * scratch_ld, scratch_ld, 1, item);
            for (int e = item; b == 0 && e < BLOCK; e += ITEMS) known[turn][e] = number(0);
            barrier(CLK_LOCAL_MEM_FENCE);
            ADD(STEP + 1, coupling, known[turn], false);
            share(shares, sum, false, item);
        } else {
            if (AHEAD == 1) LOAD_DIAGONAL(STEP + 1, diagonal);
            barrier(CLK_LOCAL_MEM_FENCE);
            ADD_DIAGONAL(STEP + 1, diagonal, part, ACROSS);
            share(shares, sum, ACROSS, item);
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int e = item; e < BLOCK; e += ITEMS) rest[e] = add_up(shares, ACROSS, e) - s[e];
            barrier(CLK_LOCAL_MEM_FENCE);
            clear(sum);
            if (AHEAD == 1) LOAD(STEP, inverse);
            ADD(STEP, inverse, rest, false);
            share(shares, sum, false, item);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int e = item; e < BLOCK; e += ITEMS) {
            const Element value = trust > 0 ? part[e] - add_up(shares, false, e) : number(NAN);
            part[e] = e < rows ? value : number(0);
            if (is_finite(part[e]))
                publish(solution, t, b, rows, e, part[e]);
            else
                failed = 1;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (failed) {
            if (trust == 2 && b > 0) subtract_last(t, b, s, known[turn], item);
            substitute(solution, t, b, s, part, item);
        }
    }
}
