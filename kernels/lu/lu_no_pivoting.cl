// LU without pivoting: the diagonal block in one work-group, and the blocks below it. What is divided by a pivot of zero stays
// as it is, since LAPACK goes on.
//
// lu_panel_common.cl stands before this source.

#ifndef LARGEST
#define LARGEST 64  // the largest diagonal block
#endif

#define SHARES 4  // work-items of a row of the diagonal block
#define SHARE (LARGEST / SHARES)

// A = L U, A being n x n, in registers. Work-item r + q LARGEST has the elements of row r in columns q, q + SHARES,
// q + 2 SHARES, ...: those that are still to be reduced are evenly divided at any time. Step j: the items with column j
// and those with row j show them to all, and each reduces its elements.
//
// Launch: one work-group of SHARES * LARGEST. n <= LARGEST.
kernel __attribute__((reqd_work_group_size(SHARES * LARGEST, 1, 1)))
void lu_diagonal(global Element* restrict a, long a_first, int a_rows, int a_cols, int a_ld) {
    a += a_first;
    local Element columns[2][LARGEST];
    local Element rows[2][LARGEST];
    const int item = (int)get_local_id(0);
    const int r = item % LARGEST;
    const int share = item / LARGEST;
    Element x[SHARE];
#pragma unroll
    for (int i = 0; i < SHARE; ++i) {
        const int c = i * SHARES + share;
        x[i] = r < a_rows && c < a_cols ? a[r + (long)c * a_ld] : number(r == c);
    }
    for (int j = 0; j < a_cols; ++j) {
        local Element* column = columns[j & 1];
        local Element* row = rows[j & 1];
#pragma unroll
        for (int i = 0; i < SHARE; ++i) {
            if (i * SHARES + share == j) column[r] = x[i];
            if (r == j) row[i * SHARES + share] = x[i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const Element pivot = column[j];
        const Element l =
            r > j ? divide_by_pivot(column[r], pivot, reciprocal_of(pivot, 1 / magnitude(pivot))) : number(0);
#pragma unroll
        for (int i = 0; i < SHARE; ++i) {
            const int c = i * SHARES + share;
            if (r > j && c > j) x[i] = multiply_add(-l, row[c], x[i]);
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

// A := A inv(U), without division by zeros on the diagonal, U being k x k upper triangular and A m x k: one work-item a row, BLOCK columns at a time, U's columns
// in local memory.
//
// Launch: at least m work-items in groups of ITEMS in one dimension. k <= LARGEST.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void solve_right_upper(global const Element* restrict u, long u_first, int u_rows, int u_cols, int u_ld,
                       global Element* restrict a, long a_first, int a_rows, int a_cols, int a_ld) {
    u += u_first;
    a += a_first;
    local Element block[LARGEST][BLOCK] __attribute__((aligned(16)));
    local Element reciprocal[BLOCK];
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
            block[p][c] = inside ? u[p + (long)(d + c) * u_ld] : number(p == d + c);
            if (p == d + c) reciprocal[c] = reciprocal_of(block[p][c], 1 / magnitude(block[p][c]));
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (r < a_rows) {
            Element x[BLOCK];
#pragma unroll
            for (int c = 0; c < BLOCK; ++c) x[c] = c < size ? a[r + (long)(d + c) * a_ld] : number(0);
#pragma unroll 4
            for (int p = 0; p < d; ++p) {
                const Element known = a[r + (long)p * a_ld];
#pragma unroll
                for (int c = 0; c < BLOCK; ++c) x[c] = multiply_add(-known, block[p][c], x[c]);
            }
#pragma unroll
            for (int p = 0; p < BLOCK; ++p) {
                x[p] = divide_by_pivot(x[p], block[d + p][p], reciprocal[p]);
#pragma unroll
                for (int c = p + 1; c < BLOCK; ++c) x[c] = multiply_add(-x[p], block[d + p][c], x[c]);
            }
#pragma unroll
            for (int c = 0; c < BLOCK; ++c)
                if (c < size) a[r + (long)(d + c) * a_ld] = x[c];
        }
    }
}
