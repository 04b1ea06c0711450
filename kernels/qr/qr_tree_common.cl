// What the kernels of trees of QR factorizations share; stands behind qr_common.cl and before the source of each.
//
// A tree factors a tall matrix A, m x n with n <= WIDTH, level by level. Blocks of ITEMS rows are factored by themselves, a
// block by a work-group. Their triangles R, one above the other, are the matrix of the next level, until there is one block.
//
//     level 0        level 1      level 2
//     +---+
//     | A0| R0 \     +---+
//     +---+     +--- | R0| R0' \
//     | A1| R1 /     | R1|      \  +----+
//     +---+          +---+       + | R0'| R
//     | A2| R2 \     | R2|      /  | R1'|
//     +---+     +--- | R3| R1' /   +----+
//     | A3| R3 /     +---+
//     +---+
//
// Block b is Q_b (R_b, 0) with Q_b = I - V_b T_b V_b^H. Of all blocks, V_b stand where the rows of the matrix do, T_b side by
// side in n rows, and R_b one above the other.

// Rows are in registers only if functions that take them are part of the kernel.
#ifdef cl_nv_pragma_unroll
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

// Squares of n x n elements in local memory, by rows. Rows begin on boundaries of pieces, and columns in several banks.
#define STRIDE (WIDTH + 2)
#define SHARES (ITEMS / WIDTH)  // a divisor of WIDTH
#define EACH (WIDTH / SHARES)

// Elements of a row that are loaded before any of them is used: the memory is busy only if enough loads are under way. A divisor of WIDTH.
#define AHEAD 8

// The square whose column k begins at from + k ld. Rows from `rows` on and columns from n on are zero.
INLINE void load_square(local Element (*to)[STRIDE], global const Element* from, int rows, int n, int ld) {
    const int r = (int)get_local_id(0) % WIDTH;
    for (int c = (int)get_local_id(0) / WIDTH; c < WIDTH; c += SHARES) to[r][c] = r < rows && c < n ? from[r + (long)c * ld] : number(0);
}

// C := A B, or A^H B. C is none of the others. A work-item has EACH elements of a column, for which it loads B's once.
INLINE void multiply_squares(local Element (*c)[STRIDE], local Element (*a)[STRIDE], bool adjoint, local Element (*b)[STRIDE]) {
    const int j = (int)get_local_id(0) % WIDTH;
    const int first = (int)get_local_id(0) / WIDTH;
    Element sums[EACH];
    STEPS_KNOWN
    for (int e = 0; e < EACH; ++e) sums[e] = number(0);
    for (int k = 0; k < WIDTH; ++k) {
        const Element factor = b[k][j];
        STEPS_KNOWN
        for (int e = 0; e < EACH; ++e) {
            const int i = first + e * SHARES;
            sums[e] = multiply_add(adjoint ? conjugate(a[k][i]) : a[i][k], factor, sums[e]);
        }
    }
    STEPS_KNOWN
    for (int e = 0; e < EACH; ++e) c[first + e * SHARES][j] = sums[e];
}

typedef local Element (*Square)[STRIDE];

INLINE bool is_one(Element x) {
    return real_part(x) == 1 && imaginary_part(x) == 0;
}

// M = T V1^H X for a block, with V1 for the first n of its rows: the block of Q X is (X, 0) - V M. M takes the place of V1,
// whose square is `top`; Y is overwritten. T stays in its square.
INLINE void load_block(Square top, Square t, Square x, Square y, global const Element* v, int rows, int n, int v_ld,
                              global const Element* of_t, int t_ld) {
    load_square(top, v, min(rows, n), n, v_ld);
    load_square(t, of_t, n, n, t_ld);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);  // the caller may write V
    multiply_squares(y, top, true, x);
    barrier(CLK_LOCAL_MEM_FENCE);
    multiply_squares(top, t, false, y);
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Row r of (X, 0) - V M.
INLINE void make_row(private Element* row, int r, int n, Square x, Square m, global const Element* v, int v_ld) {
    STEPS_KNOWN
    for (int c = 0; c < WIDTH; ++c) row[c] = r < n ? x[r][c] : number(0);
    for (int first = 0; first < n; first += AHEAD) {
        Element factors[AHEAD];
        STEPS_KNOWN
        for (int k = 0; k < AHEAD; ++k) factors[k] = first + k < n ? -v[r + (long)(first + k) * v_ld] : number(0);
        STEPS_KNOWN
        for (int k = 0; k < AHEAD; ++k)
            STEPS_KNOWN
            for (int c = 0; c < WIDTH; ++c) row[c] = multiply_add(factors[k], m[first + k][c], row[c]);
    }
}
