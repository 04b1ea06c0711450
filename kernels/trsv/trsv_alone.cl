// x := op(A)^-1 x in one launch, for devices on which a work-group is best one work-item: CPUs. There substitution is as
// quick as a product with an inverse. trsv_inverses.cl has made scratch ready, without inverses.
//
// A work-item takes the next row b of blocks, by a ticket: so it waits for work-items alone that have begun before it.
//
//     s    := x(b) - sum over j < b of op(A)(b, j) x(j)
//     x(b) := op(A)(b, b)^-1 s   by substitution
//
// Whole blocks are taken by COLUMNS columns at a time, in pieces of VECTOR elements. As in the reference BLAS, zeros in x
// meet nothing unless op(A) is A^T.
//
// Launch: work-groups of one work-item, any number of them.

#define COLUMNS 4
#define PIECES (BLOCK / VECTOR)
#if VECTOR == 1
#define GET(p, piece) (p)[piece]
#else
#define GET(p, piece) JOIN(vload, VECTOR)(piece, p)
#endif

// s := s - op(A)(b, j) x, element by element.
static inline void subtract_part(Element* s, Triangle t, int b, int j, const Element* x) {
    const int rows = rows_of(t, b);
    const int cols = rows_of(t, j);
    const int first = first_of(t, b);
    const int first_col = first_of(t, j);
    for (int c = 0; c < cols; ++c)
        for (int r = 0; (ACROSS || !is_zero(x[c])) && r < rows; ++r)
            s[r] = multiply_add(-element_of(t, first + r, first_col + c), x[c], s[r]);
}

#if COMPLEX
#define subtract_whole subtract_part
#elif ACROSS
// The same for whole blocks.
static inline void subtract_whole(Element* s, Triangle t, int b, int j, const Element* x) {
    global const Element* a = t.a + first_of(t, j) + first_of(t, b) * t.ld;
    for (int c = 0; c < BLOCK; c += COLUMNS, a += COLUMNS * t.ld) {
        PIECE sum[COLUMNS];
        for (int k = 0; k < COLUMNS; ++k) sum[k] = (PIECE)(0);
        for (int p = 0; p < PIECES; ++p)
#pragma unroll
            for (int k = 0; k < COLUMNS; ++k) sum[k] = fma(GET(a + k * t.ld, p), GET(x, p), sum[k]);
        for (int k = 0; k < COLUMNS; ++k) {
            Element lanes[VECTOR];
            TO_LANES(sum[k], lanes);
            for (int v = 1; v < VECTOR; ++v) lanes[0] += lanes[v];
            s[c + k] -= lanes[0];
        }
    }
}
#else
static inline void subtract_columns(Element* s, global const Element* a, long ld, Element x0, Element x1, Element x2,
                                    Element x3) {
    for (int r = 0; r < BLOCK; ++r)
        s[r] -= a[r] * x0 + a[r + ld] * x1 + a[r + 2 * ld] * x2 + a[r + 3 * ld] * x3;
}

// The same for whole blocks.
static inline void subtract_whole(Element* s, Triangle t, int b, int j, const Element* x) {
    global const Element* a = t.a + first_of(t, b) + first_of(t, j) * t.ld;
    for (int c = 0; c < BLOCK; c += COLUMNS, a += COLUMNS * t.ld) {
        if (x[c] != 0 && x[c + 1] != 0 && x[c + 2] != 0 && x[c + 3] != 0)
            subtract_columns(s, a, t.ld, x[c], x[c + 1], x[c + 2], x[c + 3]);
        else
            for (int k = 0; k < COLUMNS; ++k)
                for (int r = 0; x[c + k] != 0 && r < BLOCK; ++r) s[r] = fma(a[r + k * t.ld], -x[c + k], s[r]);
    }
}
#endif

static inline void substitute(Element* s, Triangle t, int b) {
    const int rows = rows_of(t, b);
    const int first = first_of(t, b);
    for (int p = 0; p < rows; ++p) {
        const int i = in_order(t, rows, p);
        // Rows that are done, or are to come.
        const int from = t.flip == (ACROSS != 0) ? i + 1 : 0;
        const int to = t.flip == (ACROSS != 0) ? rows : i;
#if ACROSS
        Element sum = s[i];
        for (int r = from; r < to; ++r) sum = multiply_add(-element_of(t, first + i, first + r), s[r], sum);
        s[i] = t.unit ? sum : quotient(sum, element_of(t, first + i, first + i));
#else
        if (is_zero(s[i])) continue;
        if (!t.unit) s[i] = quotient(s[i], element_of(t, first + i, first + i));
        for (int r = from; r < to; ++r) s[r] = multiply_add(-element_of(t, first + r, first + i), s[i], s[r]);
#endif
    }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void trsv_solve(OPERAND(const, Element, a), OPERAND(, Element, scratch), OPERAND(, int, state), OPERAND(, Element, x),
                int upper, int unit, int reversed CONJUGATED_SCALAR) {
    Element s[BLOCK];
    Element known[BLOCK];
    const Triangle t = triangle(a + a_first, a_rows, a_ld, upper, unit);
    const long stride = reversed ? -STRIDE(x) : STRIDE(x);
    x += x_first + (reversed ? (t.n - 1) * STRIDE(x) : 0);
    global Element* const told = scratch + scratch_first + told_of(t, scratch_ld);
    for (int b = atomic_inc(state + state_first); b < t.blocks; b = atomic_inc(state + state_first)) {
        const int rows = rows_of(t, b);
        const int first = first_of(t, b);
        for (int r = 0; r < BLOCK; ++r) s[r] = r < rows ? CONJUGATED_IF(CONJUGATES, x[(first + r) * stride]) : number(0);
        for (int j = 0; j < b; ++j) {
            for (int e = 0; e < BLOCK; ++e) known[e] = receive_element(told + (long)j * scratch_ld + e);
            if (rows == BLOCK && rows_of(t, j) == BLOCK)
                subtract_whole(s, t, b, j, known);
            else
                subtract_part(s, t, b, j, known);
        }
        substitute(s, t, b);
        for (int r = 0; r < BLOCK; ++r) {
            tell(told + (long)b * scratch_ld + r, s[r]);
            if (r < rows) x[(first + r) * stride] = CONJUGATED_IF(CONJUGATES, s[r]);
        }
    }
}
