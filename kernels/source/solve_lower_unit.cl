// B := inv(L) B by substitution, L being k x k unit lower triangular and B k x n.
//
//      L            B
//   d +---+       +----+     A work-group has COLUMNS columns of B in local memory. For each block of BLOCK rows: one
//     |\  |       |    |     work-item a column solves with the diagonal block, in registers, while what the
//     | \ | BLOCK +----+     others need of L is on its way to their registers; then one work-item a row subtracts the
//     |..\|       |rest|     block's products from the rows below.
//     +---+       +----+
//
// Launch: ceil(n / COLUMNS) work-groups of ITEMS in one dimension. k <= LARGEST, a multiple of ITEMS.

#ifndef REAL
#define REAL double  // element type: float or double
#endif
#ifndef ITEMS
#define ITEMS 256
#endif
#ifndef COLUMNS
#define COLUMNS 4
#endif
#ifndef LARGEST
#define LARGEST 512
#endif
#define BLOCK 16
#define ROWS (LARGEST / ITEMS)  // rows of L that a work-item has in registers

// The diagonal block of L that begins at d, what lies outside the strict lower triangle of L as zero.
static inline void load_block(local REAL* block, global const REAL* l, int k, int ld, int d, int item) {
    for (int x = item; x < BLOCK * BLOCK; x += ITEMS) {
        const int i = x % BLOCK;
        const int j = x / BLOCK;
        block[x] = i > j && d + i < k ? l[d + i + (long)(d + j) * ld] : 0;
    }
}

static inline void solve_block(local const REAL* block, local REAL* column) {
    REAL y[BLOCK];
#pragma unroll
    for (int i = 0; i < BLOCK; ++i) y[i] = column[i * COLUMNS];
#pragma unroll
    for (int j = 0; j < BLOCK; ++j)
#pragma unroll
        for (int i = j + 1; i < BLOCK; ++i) y[i] = fma(-block[i + j * BLOCK], y[j], y[i]);
#pragma unroll
    for (int i = 0; i < BLOCK; ++i) column[i * COLUMNS] = y[i];
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void solve_lower_unit(global const REAL* restrict l, long l_first, int l_rows, int l_cols, int l_ld,
                      global REAL* restrict b, long b_first, int b_rows, int b_cols, int b_ld) {
    l += l_first;
    b += b_first;
    local REAL x[LARGEST * COLUMNS] __attribute__((aligned(16)));  // element (i, c) at x[i * COLUMNS + c]
    local REAL block[BLOCK * BLOCK] __attribute__((aligned(16)));
    const int k = b_rows;
    const int item = (int)get_local_id(0);
    const int first = (int)get_group_id(0) * COLUMNS;
    const int columns = min(COLUMNS, b_cols - first);
    const int filled = (k + BLOCK - 1) / BLOCK * BLOCK;
    b += (long)first * b_ld;

    for (int c = 0; c < COLUMNS; ++c)
        for (int i = item; i < filled; i += ITEMS)
            x[i * COLUMNS + c] = i < k && c < columns ? b[i + (long)c * b_ld] : 0;
    load_block(block, l, k, l_ld, 0, item);
    for (int d = 0; d < k; d += BLOCK) {
        REAL factor[ROWS][BLOCK];
#pragma unroll
        for (int t = 0; t < ROWS; ++t) {
            const int i = d + BLOCK + item + t * ITEMS;
            if (i < k) {
#pragma unroll
                for (int p = 0; p < BLOCK; ++p) factor[t][p] = l[i + (long)(d + p) * l_ld];
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < COLUMNS) solve_block(block, x + d * COLUMNS + item);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (d + BLOCK < k) load_block(block, l, k, l_ld, d + BLOCK, item);
#pragma unroll
        for (int t = 0; t < ROWS; ++t) {
            const int i = d + BLOCK + item + t * ITEMS;
            if (i < k) {
                REAL rest[COLUMNS];
#pragma unroll
                for (int c = 0; c < COLUMNS; ++c) rest[c] = x[i * COLUMNS + c];
#pragma unroll
                for (int p = 0; p < BLOCK; ++p)
#pragma unroll
                    for (int c = 0; c < COLUMNS; ++c)
                        rest[c] = fma(-factor[t][p], x[(d + p) * COLUMNS + c], rest[c]);
#pragma unroll
                for (int c = 0; c < COLUMNS; ++c) x[i * COLUMNS + c] = rest[c];
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int c = 0; c < columns; ++c)
        for (int i = item; i < k; i += ITEMS) b[i + (long)c * b_ld] = x[i * COLUMNS + c];
}
