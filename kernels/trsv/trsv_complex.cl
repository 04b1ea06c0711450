// x := op(A)^-1 x for complex elements, in one launch and without inverses. It follows trsv_common.cl, with element.cl before
// all. scratch has BLOCK rows and a column for each block b: x of the block, for others to read, both parts ABSENT until they
// are known. state is the number of the next block.
//
//     trsv_complex_start    makes scratch and state ready
//     trsv_complex_solve    solves
//
// A work-group takes the next row b of blocks, by a ticket: so it waits for work-groups alone that have begun before it.
//
//     s    := x(b) - sum over j < b of op(A)(b, j) x(j)
//     x(b) := op(A)(b, b)^-1 s   by substitution
//
// If ITEMS is 1, as suits CPUs, a work-item does all that. Else it has EACH elements of row r of each block. For op(A) = A work-items beside each other have neighbouring rows,
// else neighbouring columns of op(A): both are neighbours in memory.
//
//     column     0 1 2 .. SHARES SHARES + 1 ..
//     row r      0 1 2 ..      0          1 ..      its SHARES work-items
//
// The block to the right is on its way while x of the one before it is waited for, and so is the block on the diagonal, whose
// rows and columns are counted in the order of the solve. As in the reference BLAS, zeros in x meet nothing unless op(A) is
// A^T or A^H. With `conjugated` A is the conjugate of what is stored: then x is conjugated as it is read, and in the end.
//
// Launch: trsv_complex_start BLOCK work-items a group, a group for each block; trsv_complex_solve work-groups of ITEMS
// work-items in one dimension, any number of them.

#if START

kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void trsv_complex_start(OPERAND(const, REAL, a), OPERAND(, REAL, scratch), OPERAND(, int, state), int upper, int unit) {
    const int item = (int)get_local_id(0);
    global WORD* words = (global WORD*)(scratch + scratch_first + (long)get_group_id(0) * scratch_ld + item);
    words[0] = ABSENT;
    words[1] = ABSENT;
    if (get_global_id(0) == 0) state[state_first] = 0;
}

#else

static inline bool is_zero(Element x) {
    return x.x == 0 && x.y == 0;
}

static inline Element conjugate_if(bool wanted, Element x) {
    return (Element)(x.x, wanted ? -x.y : x.y);
}

static inline Part receive(global const Part* from) {
    WORD word;
    do word = PEEK(from);
    while (word == ABSENT);
    return TO_REAL(word);
}

static inline void tell(global Part* to, Part value) {
    const WORD word = TO_WORD(value);
    POKE(to, word == ABSENT ? OTHER_NAN : word);
}

// sum - x y
static inline Element subtract(Element x, Element y, Element sum) {
    return multiply_add(-x, y, sum);
}

#if ITEMS == 1

// s := s - op(A)(b, j) x
static inline void subtract_block(Element* s, Triangle t, int b, int j, const Element* x) {
    for (int c = 0; c < rows_of(t, j); ++c)
        for (int r = 0; (ACROSS || !is_zero(x[c])) && r < rows_of(t, b); ++r)
            s[r] = subtract(element_of(t, first_of(t, b) + r, first_of(t, j) + c), x[c], s[r]);
}

static inline void substitute_alone(Element* s, Triangle t, int b) {
    const int rows = rows_of(t, b);
    const int first = first_of(t, b);
    for (int p = 0; p < rows; ++p) {
        const int i = in_order(t, rows, p);
        if (!ACROSS && is_zero(s[i])) continue;
        if (!t.unit) s[i] = quotient(s[i], element_of(t, first + i, first + i));
        for (int q = p + 1; q < rows; ++q) {
            const int r = in_order(t, rows, q);
            s[r] = subtract(element_of(t, first + r, first + i), s[i], s[r]);
        }
    }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void trsv_complex_solve(OPERAND(const, REAL, a), OPERAND(, REAL, scratch), OPERAND(, int, state), OPERAND(, REAL, x),
                        int upper, int unit, int reversed, int conjugated) {
    Element s[BLOCK];
    Element known[BLOCK];
    const Triangle t = triangle(a + a_first, a_rows, a_ld, upper, unit);
    const long stride = reversed ? -STRIDE(x) : STRIDE(x);
    x += x_first + (reversed ? (t.n - 1) * STRIDE(x) : 0);
    for (int b = atomic_inc(state + state_first); b < t.blocks; b = atomic_inc(state + state_first)) {
        const int rows = rows_of(t, b);
        const int first = first_of(t, b);
        for (int r = 0; r < rows; ++r) s[r] = conjugate_if(conjugated, x[(first + r) * stride]);
        for (int j = 0; j < b; ++j) {
            global const Part* from = (global const Part*)(scratch + scratch_first + (long)j * scratch_ld);
            for (int e = 0; e < rows_of(t, j); ++e) known[e] = (Element)(receive(from + 2 * e), receive(from + 2 * e + 1));
            subtract_block(s, t, b, j, known);
        }
        substitute_alone(s, t, b);
        global Part* to = (global Part*)(scratch + scratch_first + (long)b * scratch_ld);
        for (int r = 0; r < rows; ++r) {
            tell(to + 2 * r, s[r].x);
            tell(to + 2 * r + 1, s[r].y);
            x[(first + r) * stride] = conjugate_if(conjugated, s[r]);
        }
    }
}

#else

#define SHARES (ITEMS / BLOCK)
#define EACH (BLOCK / SHARES)
#define COLUMN(k) ((k) * SHARES + share)

// A work-item's elements of row r of op(A)(b, j), whose first element has these places. What is outside is 0.
static inline void load_elements(Triangle t, int row, int rows, int col, int cols, int r, int share, Element* of_row) {
#pragma unroll
    for (int k = 0; k < EACH; ++k)
        of_row[k] = r < rows && COLUMN(k) < cols ? element_of(t, row + r, col + COLUMN(k)) : number(0);
}

// Those of the diagonal block; row and columns are counted in the order of the solve.
static inline void load_diagonal(Triangle t, int first, int rows, int r, int share, Element* of_row) {
#pragma unroll
    for (int k = 0; k < EACH; ++k) {
        const int c = COLUMN(k);
        const bool inside = r < rows && (c < r || (c == r && !t.unit));
        of_row[k] = inside ? element_of(t, first + in_order(t, rows, r), first + in_order(t, rows, c)) : number(0);
    }
}

// Solves with the diagonal block: s, in memory's order, becomes x.
static inline void substitute(Triangle t, int rows, int r, int share, const Element* of_row, local Element* s) {
#pragma unroll
    for (int k = 0; k < EACH; ++k)
        for (int of = 0; of < SHARES; ++of) {
            const int step = k * SHARES + of;
            const int place = in_order(t, rows, step);
            if (step < rows && share == of && r == step && !t.unit && (ACROSS || !is_zero(s[place])))
                s[place] = quotient(s[place], of_row[k]);
            barrier(CLK_LOCAL_MEM_FENCE);
            if (step < rows && share == of && r > step && r < rows && (ACROSS || !is_zero(s[place]))) {
                const int own = in_order(t, rows, r);
                s[own] = subtract(of_row[k], s[place], s[own]);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
}

// The next row of blocks, for all work-items.
static inline int take_row(global int* tickets, local int* row, int item) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) *row = atomic_inc(tickets);
    barrier(CLK_LOCAL_MEM_FENCE);
    return *row;
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void trsv_complex_solve(OPERAND(const, REAL, a), OPERAND(, REAL, scratch), OPERAND(, int, state), OPERAND(, REAL, x),
                        int upper, int unit, int reversed, int conjugated) {
    local Element known[BLOCK];
    local Element sums[SHARES][BLOCK + 1];
    local Element s[BLOCK];
    local int next;
    const int item = (int)get_local_id(0);
    const int r = ACROSS ? item / SHARES : item % BLOCK;
    const int share = ACROSS ? item % SHARES : item / BLOCK;
    const Triangle t = triangle(a + a_first, a_rows, a_ld, upper, unit);
    const long stride = reversed ? -STRIDE(x) : STRIDE(x);
    x += x_first + (reversed ? (t.n - 1) * STRIDE(x) : 0);
    global Element* const told = scratch + scratch_first;
    for (int b = take_row(state + state_first, &next, item); b < t.blocks;
         b = take_row(state + state_first, &next, item)) {
        const int rows = rows_of(t, b);
        const int first = first_of(t, b);
        Element diagonal[EACH];
        Element block[EACH];
        Element sum = number(0);
        load_diagonal(t, first, rows, r, share, diagonal);
        if (b > 0) load_elements(t, first, rows, first_of(t, 0), rows_of(t, 0), r, share, block);
        for (int j = 0; j < b; ++j) {
            if (item < BLOCK) {
                global const Part* from = (global const Part*)(told + (long)j * scratch_ld + item);
                known[item] = (Element)(receive(from), receive(from + 1));
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            Element of_block[EACH];
#pragma unroll
            for (int k = 0; k < EACH; ++k) of_block[k] = block[k];
            if (j + 1 < b) load_elements(t, first, rows, first_of(t, j + 1), rows_of(t, j + 1), r, share, block);
#pragma unroll
            for (int k = 0; k < EACH; ++k)
                if (COLUMN(k) < rows_of(t, j) && (ACROSS || !is_zero(known[COLUMN(k)])))
                    sum = multiply_add(of_block[k], known[COLUMN(k)], sum);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        sums[share][r] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < BLOCK) {
            Element own = number(0);
            if (item < rows) own = conjugate_if(conjugated, x[(first + item) * stride]);
            for (int k = 0; k < SHARES; ++k) own -= sums[k][item];
            s[item] = own;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        substitute(t, rows, r, share, diagonal, s);
        if (item < BLOCK) {
            global Part* to = (global Part*)(told + (long)b * scratch_ld + item);
            tell(to, s[item].x);
            tell(to + 1, s[item].y);
            if (item < rows) x[(first + item) * stride] = conjugate_if(conjugated, s[item]);
        }
    }
}

#endif

#endif
