// LU without pivoting: the diagonal block in one work-group, and the blocks below it.

#ifndef REAL
#define REAL double  // element type: float or double
#endif
#ifndef SMALLEST
#define SMALLEST 2.2250738585072014e-308  // the smallest normal number
#endif
#ifndef LARGEST
#define LARGEST 64  // the largest diagonal block
#endif

#define SHARES 4  // work-items of a row of the diagonal block
#define SHARE (LARGEST / SHARES)

// x divided by a pivot: times the reciprocal if the pivot is a normal number. x itself if the pivot is zero, since LAPACK
// goes on.
static inline REAL divide(REAL x, REAL pivot, REAL reciprocal) {
    if (pivot == 0) return x;
    return fabs(pivot) >= (REAL)SMALLEST ? x * reciprocal : x / pivot;
}

// A = L U, A being n x n, in registers. Work-item r + q LARGEST has the elements of row r in columns q, q + SHARES,
// q + 2 SHARES, ...: those that are still to be reduced are evenly divided at any time. Step j: the items with column j
// and those with row j show them to all, and each reduces its elements.
//
// Launch: one work-group of SHARES * LARGEST. n <= LARGEST.
kernel __attribute__((reqd_work_group_size(SHARES * LARGEST, 1, 1)))
void lu_diagonal(global REAL* restrict a, long a_first, int a_rows, int a_cols, int a_ld) {
    a += a_first;
    local REAL columns[2][LARGEST];
    local REAL rows[2][LARGEST];
    const int item = (int)get_local_id(0);
    const int r = item % LARGEST;
    const int share = item / LARGEST;
    REAL x[SHARE];
#pragma unroll
    for (int i = 0; i < SHARE; ++i) {
        const int c = i * SHARES + share;
        x[i] = r < a_rows && c < a_cols ? a[r + (long)c * a_ld] : r == c;
    }
    for (int j = 0; j < a_cols; ++j) {
        local REAL* column = columns[j & 1];
        local REAL* row = rows[j & 1];
#pragma unroll
        for (int i = 0; i < SHARE; ++i) {
            if (i * SHARES + share == j) column[r] = x[i];
            if (r == j) row[i * SHARES + share] = x[i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const REAL l = r > j ? divide(column[r], column[j], 1 / column[j]) : 0;
#pragma unroll
        for (int i = 0; i < SHARE; ++i) {
            const int c = i * SHARES + share;
            if (r > j && c > j) x[i] = fma(-l, row[c], x[i]);
            if (r > j && c == j) x[i] = l;
        }
    }
#pragma unroll
    for (int i = 0; i < SHARE; ++i) {
        const int c = i * SHARES + share;
        if (r < a_rows && c < a_cols) a[r + (long)c * a_ld] = x[i];
    }
}

#define BLOCK 16
#ifndef ITEMS
#define ITEMS 128
#endif

// A := A inv(U), without division by zeros on the diagonal, U being k x k upper triangular and A m x k: one work-item a row, BLOCK columns at a time, U's columns
// in local memory.
//
// Launch: at least m work-items in groups of ITEMS in one dimension. k <= LARGEST.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void solve_right_upper(global const REAL* restrict u, long u_first, int u_rows, int u_cols, int u_ld,
                       global REAL* restrict a, long a_first, int a_rows, int a_cols, int a_ld) {
    u += u_first;
    a += a_first;
    local REAL block[LARGEST][BLOCK] __attribute__((aligned(16)));
    local REAL reciprocal[BLOCK];
    const int item = (int)get_local_id(0);
    const int r = (int)get_global_id(0);
    const int k = a_cols;
    for (int d = 0; d < k; d += BLOCK) {
        const int size = min(BLOCK, k - d);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int e = item; e < (d + BLOCK) * BLOCK; e += ITEMS) {
            const int p = e % (d + BLOCK);
            const int c = e / (d + BLOCK);
            const bool inside = c < size && p <= d + c;
            block[p][c] = inside ? u[p + (long)(d + c) * u_ld] : p == d + c;
            if (p == d + c) reciprocal[c] = 1 / block[p][c];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (r < a_rows) {
            REAL x[BLOCK];
#pragma unroll
            for (int c = 0; c < BLOCK; ++c) x[c] = c < size ? a[r + (long)(d + c) * a_ld] : 0;
#pragma unroll 4
            for (int p = 0; p < d; ++p) {
                const REAL known = a[r + (long)p * a_ld];
#pragma unroll
                for (int c = 0; c < BLOCK; ++c) x[c] = fma(-known, block[p][c], x[c]);
            }
#pragma unroll
            for (int p = 0; p < BLOCK; ++p) {
                x[p] = divide(x[p], block[d + p][p], reciprocal[p]);
#pragma unroll
                for (int c = p + 1; c < BLOCK; ++c) x[c] = fma(-x[p], block[d + p][c], x[c]);
            }
#pragma unroll
            for (int c = 0; c < BLOCK; ++c)
                if (c < size) a[r + (long)(d + c) * a_ld] = x[c];
        }
    }
}
