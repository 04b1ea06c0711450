// Of the Q that a tree of QR factorizations has, what LAPACK's reflectors are made of: Q S = (I - V T V^T) (I, 0) with a
// diagonal S of signs. Q1, the first n rows of Q, decides all:
//
//     Q1 - S = L U,    T = -U S L^-T,    tau = diag(T),    V = (Q - (S, 0)) U^-1, of which L are the first rows
//
// S is chosen step by step of the factorization: s = -sign of the pivot, so that nothing cancels and no rows need to be
// interchanged. LAPACK has the same signs. A first column that no reflector has changed, nor any before it, has tau = 0, and
// so has a column without rows below the diagonal.
//
// Source: Ballard, Demmel, Grigori, Jacquelin, Knight, Nguyen: Reconstructing Householder vectors from tall-skinny QR,
// J. Parallel Distrib. Comput. 85 (2015).
//
// Operands: V, T0, C of the lowest level (read; their first n rows, columns, rows), R of the highest (read, n x n), tau
// (written, n x 1), T (written, n x n), X (written, n x n) the inverse of U, F (written, n x n) S R, and L below the diagonal.
//
// Launch: one group of ITEMS, a multiple of WIDTH and at least twice as many. n <= WIDTH.

typedef struct {
    REAL q[WIDTH][STRIDE];  // Q1, then L and U without their diagonals
    REAL pivots[WIDTH];     // of U
    REAL signs[WIDTH];      // S
    int still[WIDTH];       // columns with tau = 0
} Factors;

// Q1 = L U + S. Columns from n on count as those of the identity.
INLINE void factor_top(local Factors* f, global const REAL* r, int n, int r_ld) {
    const int i = (int)get_local_id(0) % WIDTH;
    const int share = (int)get_local_id(0) / WIDTH;
    for (int j = 0; j < n; ++j) {
        const REAL pivot = f->q[j][j];
        const bool still = f->still[j];
        // A pivot of zero takes the sign of its row of R.
        const REAL same = copysign((REAL)1, pivot == 0 ? r[j + (long)j * r_ld] : pivot);
        const REAL sign = still ? same : -same;
        const REAL u = still ? 1 : pivot - sign;
        if (share == 0 && i > j) f->q[i][j] = still ? 0 : f->q[i][j] / u;
        if (share == 1 && i == j) {
            f->pivots[j] = u;
            f->signs[j] = sign;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int c = share; c < WIDTH; c += SHARES) {
            if (c > j && i > j) f->q[i][c] = fma(-f->q[i][j], f->q[j][c], f->q[i][c]);
            if (c > j && i == j && still) f->q[j][c] = 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// Row i of the T with T L^T = -U S.
INLINE void solve_for_t(local const Factors* f, int i, int n, private REAL* row) {
    STEPS_KNOWN
    for (int j = 0; j < WIDTH; ++j)
        if (j < n) {
            const REAL u = j < i ? 0 : j > i ? f->q[i][j] : f->pivots[i];
            REAL sum = -u * f->signs[j];
            STEPS_KNOWN
            for (int c = 0; c < WIDTH; ++c)
                if (c < j) sum = fma(-row[c], f->q[j][c], sum);
            row[j] = j < i || f->still[j] ? 0 : sum;
        }
}

// Row i of the X with X U = I.
INLINE void solve_for_inverse(local const Factors* f, int i, int n, private REAL* row) {
    STEPS_KNOWN
    for (int j = 0; j < WIDTH; ++j)
        if (j < n) {
            REAL sum = j == i ? 1 : 0;
            STEPS_KNOWN
            for (int c = 0; c < WIDTH; ++c)
                if (c < j) sum = fma(-row[c], f->q[c][j], sum);
            row[j] = j < i ? 0 : sum / f->pivots[j];
        }
}

INLINE void store_row(private const REAL* row, int n, global REAL* to, int ld) {
    STEPS_KNOWN
    for (int j = 0; j < WIDTH; ++j)
        if (j < n) to[(long)j * ld] = row[j];
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void qr_tree_reconstruct(global const REAL* restrict v, long v_first, int m, int n, int v_ld,
                         global const REAL* restrict t0, long t0_first, int t0_rows, int t0_cols, int t0_ld,
                         global const REAL* restrict c, long c_first, int c_rows, int c_cols, int c_ld,
                         global const REAL* restrict r, long r_first, int r_rows, int r_cols, int r_ld,
                         global REAL* restrict tau, long tau_first, int tau_rows, int tau_cols, int tau_ld,
                         global REAL* restrict t, long t_first, int t_rows, int t_cols, int t_ld,
                         global REAL* restrict x, long x_first, int x_rows, int x_cols, int x_ld,
                         global REAL* restrict f, long f_first, int f_rows, int f_cols, int f_ld) {
    local REAL top[WIDTH][STRIDE] __attribute__((aligned(16)));
    local REAL triangle[WIDTH][STRIDE];
    local REAL above[WIDTH][STRIDE];
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
        for (int k = 0; k <= item; ++k) still = still && above[k][k] == 1 && triangle[k][k] == 0;
        factors.still[item] = still || item == m - 1;
    }
    for (int k = share; k < WIDTH; k += SHARES) {
        REAL sum = above[i][k];
        for (int l = 0; l < n; ++l) sum = fma(-(i < n ? v[i + (long)l * v_ld] : 0), top[l][k], sum);
        factors.q[i][k] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    factor_top(&factors, r, n, r_ld);
    if (i >= n) return;
    REAL row[WIDTH];
    if (share == 0) {
        solve_for_t(&factors, i, n, row);
        store_row(row, n, t + t_first + i, t_ld);
        tau[tau_first + i] = factors.still[i] ? 0 : -factors.pivots[i] * factors.signs[i];
    } else if (share == 1) {
        solve_for_inverse(&factors, i, n, row);
        store_row(row, n, x + x_first + i, x_ld);
    }
    for (int k = share; k < n; k += SHARES)
        f[f_first + i + (long)k * f_ld] = i <= k ? factors.signs[i] * r[i + (long)k * r_ld] : factors.q[i][k];
}
