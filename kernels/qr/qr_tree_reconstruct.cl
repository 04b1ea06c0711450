// Of the Q that a tree of QR factorizations has, what LAPACK's reflectors are made of: Q S = (I - V T V^H) (I, 0) with a
// diagonal S of signs. Q1, the first n rows of Q, decides all:
//
//     Q1 - S = L U,    T = -U S L^-H,    tau = diag(T),    V = (Q - (S, 0)) U^-1, of which L are the first rows
//
// S is chosen step by step of the factorization: s = -sign of the pivot's real part, so that nothing cancels and no rows need to be
// interchanged. LAPACK has the same signs. A first column that no reflector has changed, nor any before it, has tau = 0, and
// so has a column without rows below the diagonal whose pivot is real.
//
// Source: Ballard, Demmel, Grigori, Jacquelin, Knight, Nguyen: Reconstructing Householder vectors from tall-skinny QR,
// J. Parallel Distrib. Comput. 85 (2015).
//
// Operands: V, T0, C of the lowest level (read; their first n rows, columns, rows), R of the highest (read, n x n), tau
// (written, n x 1), T (written, n x n), X (written, n x n) the inverse of U, F (written, n x n) S R, and L below the diagonal.
//
// Launch: one group of ITEMS, a multiple of WIDTH and at least twice as many. n <= WIDTH.

typedef struct {
    Element q[WIDTH][STRIDE];  // Q1, then L and U without their diagonals
    Element pivots[WIDTH];     // of U
    Part signs[WIDTH];         // S
    int still[WIDTH];          // columns with tau = 0
} Factors;

// Q1 = L U + S. Columns from n on count as those of the identity. `last`: the column without rows below the diagonal.
INLINE void factor_top(local Factors* f, global const Element* r, int n, int r_ld, int last) {
    const int i = (int)get_local_id(0) % WIDTH;
    const int share = (int)get_local_id(0) / WIDTH;
    for (int j = 0; j < n; ++j) {
        const Element pivot = f->q[j][j];
        const bool still = f->still[j] || (j == last && imaginary_part(pivot) == 0);
        // A pivot of zero takes the sign of its row of R.
        const Part same = copysign((Part)1, real_part(real_part(pivot) == 0 ? r[j + (long)j * r_ld] : pivot));
        const Part sign = still ? same : -same;
        const Element u = still ? number(1) : pivot - number(sign);
        if (share == 0 && i > j) f->q[i][j] = still ? number(0) : quotient(f->q[i][j], u);
        if (share == 1 && i == j) {
            f->pivots[j] = u;
            f->signs[j] = sign;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int c = share; c < WIDTH; c += SHARES) {
            if (c > j && i > j) f->q[i][c] = multiply_add(-f->q[i][j], f->q[j][c], f->q[i][c]);
            if (c > j && i == j && still) f->q[j][c] = number(0);
        }
        if (share == 1 && i == j) f->still[j] = still;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// Row i of the T with T L^H = -U S.
INLINE void solve_for_t(local const Factors* f, int i, int n, private Element* row) {
    STEPS_KNOWN
    for (int j = 0; j < WIDTH; ++j)
        if (j < n) {
            const Element u = j < i ? number(0) : j > i ? f->q[i][j] : f->pivots[i];
            Element sum = -u * f->signs[j];
            STEPS_KNOWN
            for (int c = 0; c < WIDTH; ++c)
                if (c < j) sum = multiply_add(-row[c], conjugate(f->q[j][c]), sum);
            row[j] = j < i || f->still[j] ? number(0) : sum;
        }
}

// Row i of the X with X U = I.
INLINE void solve_for_inverse(local const Factors* f, int i, int n, private Element* row) {
    STEPS_KNOWN
    for (int j = 0; j < WIDTH; ++j)
        if (j < n) {
            Element sum = j == i ? number(1) : number(0);
            STEPS_KNOWN
            for (int c = 0; c < WIDTH; ++c)
                if (c < j) sum = multiply_add(-row[c], f->q[c][j], sum);
            row[j] = j < i ? number(0) : quotient(sum, f->pivots[j]);
        }
}

INLINE void store_row(private const Element* row, int n, global Element* to, int ld) {
    STEPS_KNOWN
    for (int j = 0; j < WIDTH; ++j)
        if (j < n) to[(long)j * ld] = row[j];
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void qr_tree_reconstruct(global const Element* restrict v, long v_first, int m, int n, int v_ld,
                         global const Element* restrict t0, long t0_first, int t0_rows, int t0_cols, int t0_ld,
                         global const Element* restrict c, long c_first, int c_rows, int c_cols, int c_ld,
                         global const Element* restrict r, long r_first, int r_rows, int r_cols, int r_ld,
                         global Element* restrict tau, long tau_first, int tau_rows, int tau_cols, int tau_ld,
                         global Element* restrict t, long t_first, int t_rows, int t_cols, int t_ld,
                         global Element* restrict x, long x_first, int x_rows, int x_cols, int x_ld,
                         global Element* restrict f, long f_first, int f_rows, int f_cols, int f_ld) {
    local Element top[WIDTH][STRIDE] __attribute__((aligned(16)));
    local Element triangle[WIDTH][STRIDE];
    local Element above[WIDTH][STRIDE];
    local Factors factors;
    const int item = (int)get_local_id(0);
    const int i = item % WIDTH;
    const int share = item / WIDTH;
    r += r_first;
    v += v_first;
    load_square(above, c + c_first, n, n, c_ld);
    load_block(top, triangle, above, factors.q, v, n, n, v_ld, t0 + t0_first, t0_ld);
    if (item < n) {
        bool still = true;
        for (int k = 0; k <= item; ++k) still = still && is_one(above[k][k]) && is_zero(triangle[k][k]);
        factors.still[item] = still;
    }
    for (int k = share; k < WIDTH; k += SHARES) {
        Element sum = above[i][k];
        for (int l = 0; l < n; ++l) sum = multiply_add(-(i < n ? v[i + (long)l * v_ld] : number(0)), top[l][k], sum);
        factors.q[i][k] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    factor_top(&factors, r, n, r_ld, m - 1);
    if (i >= n) return;
    Element row[WIDTH];
    if (share == 0) {
        solve_for_t(&factors, i, n, row);
        store_row(row, n, t + t_first + i, t_ld);
        tau[tau_first + i] = factors.still[i] ? number(0) : -factors.pivots[i] * factors.signs[i];
    } else if (share == 1) {
        solve_for_inverse(&factors, i, n, row);
        store_row(row, n, x + x_first + i, x_ld);
    }
    for (int k = share; k < n; k += SHARES)
        f[f_first + i + (long)k * f_ld] = i <= k ? factors.signs[i] * r[i + (long)k * r_ld] : factors.q[i][k];
}
