// x := op(A)^-1 x in one launch and by substitution alone, for complex elements on devices with large work-groups.
// trsv_inverses.cl has made scratch ready, without inverses.
//
// A work-group takes the next row b of blocks, by a ticket: so it waits for work-groups alone that have begun before it.
//
//     s    := x(b) - sum over j < b of op(A)(b, j) x(j)
//     x(b) := op(A)(b, b)^-1 s   by substitution
//
// A work-item has EACH elements of row r of each block. For op(A) = A work-items beside each other have neighbouring rows,
// else neighbouring columns of op(A): both are neighbours in memory.
//
//     column     0 1 2 .. SHARES SHARES + 1 ..
//     row r      0 1 2 ..      0          1 ..      its SHARES work-items
//
// The block to the right is on its way while x of the one before it is waited for, and so is the block on the diagonal, whose
// rows and columns are counted in the order of the solve. As in the reference BLAS, zeros in x meet nothing unless op(A) is
// A^T or A^H. With `conjugated` A is the conjugate of what is stored: then x is conjugated as it is read, and in the end.
//
// Launch: work-groups of ITEMS work-items in one dimension, any number of them.

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
                s[own] = multiply_add(-of_row[k], s[place], s[own]);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void trsv_solve(OPERAND(const, Element, a), OPERAND(, Element, scratch), OPERAND(, int, state), OPERAND(, Element, x),
                int upper, int unit, int reversed CONJUGATED_SCALAR) {
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
    global Element* const told = scratch + scratch_first + told_of(t, scratch_ld);
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
            if (item < BLOCK) known[item] = receive_element(told + (long)j * scratch_ld + item);
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
            if (item < rows) own = CONJUGATED_IF(CONJUGATES, x[(first + item) * stride]);
            for (int k = 0; k < SHARES; ++k) own -= sums[k][item];
            s[item] = own;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        substitute(t, rows, r, share, diagonal, s);
        if (item < BLOCK) {
            tell(told + (long)b * scratch_ld + item, s[item]);
            if (item < rows) x[(first + item) * stride] = CONJUGATED_IF(CONJUGATES, s[item]);
        }
    }
}
