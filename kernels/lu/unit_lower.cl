// Substitution with a unit lower triangle L of order k: B := inv(L) B, and inverses of such triangles.
//
//      L            B
//   d +---+       +----+     A work-group has COLUMNS columns of B in local memory. For each block of BLOCK rows: one
//     |\  |       |    |     work-item a column solves with the diagonal block, in registers, while what the
//     | \ | BLOCK +----+     others need of L, and the next diagonal block, is on its way to their registers; then
//     |..\|       |rest|     one work-item a row subtracts the block's products from the rows below.
//     +---+       +----+
//
// k <= LARGEST, a multiple of ITEMS and of COLUMNS; ITEMS >= BLOCK * BLOCK.
//
// element.cl stands before this source.

#ifndef ITEMS
#define ITEMS 256
#endif
#ifndef COLUMNS
#define COLUMNS 2
#endif
#ifndef LARGEST
#define LARGEST 512
#endif
#define BLOCK 16
#define ROWS (LARGEST / ITEMS)  // rows of L that a work-item has in registers

// A work-item's element of the diagonal block of L that begins at d; zero outside the strict lower triangle of L.
static inline Element of_block(global const Element* l, int k, int ld, int d, int item) {
    const int i = item % BLOCK;
    const int j = item / BLOCK;
    return i > j && j < BLOCK && d + i < k ? l[d + i + (long)(d + j) * ld] : number(0);
}

static inline void solve_block(local const Element* block, local Element* column) {
    Element y[BLOCK];
#pragma unroll
    for (int i = 0; i < BLOCK; ++i) y[i] = column[i * COLUMNS];
#pragma unroll
    for (int j = 0; j < BLOCK; ++j)
#pragma unroll
        for (int i = j + 1; i < BLOCK; ++i) y[i] = multiply_add(-block[i + j * BLOCK], y[j], y[i]);
#pragma unroll
    for (int i = 0; i < BLOCK; ++i) column[i * COLUMNS] = y[i];
}

// Solves for the columns in x: element (i, c) at x[i * COLUMNS + c], zeros from row k to the end of the last block.
// All rows before `from`, a multiple of BLOCK, are zeros.
static void substitute(global const Element* restrict l, int k, int ld, int from, local Element* x, local Element* block,
                       int item) {
    if (item < BLOCK * BLOCK) block[item] = of_block(l, k, ld, from, item);
    for (int d = from; d < k; d += BLOCK) {
        Element factor[ROWS][BLOCK];
#pragma unroll
        for (int t = 0; t < ROWS; ++t) {
            const int i = d + BLOCK + item + t * ITEMS;
            if (i < k) {
#pragma unroll
                for (int p = 0; p < BLOCK; ++p) factor[t][p] = l[i + (long)(d + p) * ld];
            }
        }
        const Element next = of_block(l, k, ld, d + BLOCK, item);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < COLUMNS) solve_block(block, x + d * COLUMNS + item);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < BLOCK * BLOCK) block[item] = next;
#pragma unroll
        for (int t = 0; t < ROWS; ++t) {
            const int i = d + BLOCK + item + t * ITEMS;
            if (i < k) {
                Element rest[COLUMNS];
#pragma unroll
                for (int c = 0; c < COLUMNS; ++c) rest[c] = x[i * COLUMNS + c];
#pragma unroll
                for (int p = 0; p < BLOCK; ++p)
#pragma unroll
                    for (int c = 0; c < COLUMNS; ++c)
                        rest[c] = multiply_add(-factor[t][p], x[(d + p) * COLUMNS + c], rest[c]);
#pragma unroll
                for (int c = 0; c < COLUMNS; ++c) x[i * COLUMNS + c] = rest[c];
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// B := inv(L) B, B being k x n.
//
// Launch: ceil(n / COLUMNS) work-groups of ITEMS in one dimension.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void solve_lower_unit(global const Element* restrict l, long l_first, int l_rows, int l_cols, int l_ld,
                      global Element* restrict b, long b_first, int b_rows, int b_cols, int b_ld) {
    l += l_first;
    b += b_first;
    local Element x[LARGEST * COLUMNS] __attribute__((aligned(16)));
    local Element block[BLOCK * BLOCK] __attribute__((aligned(16)));
    const int k = b_rows;
    const int item = (int)get_local_id(0);
    const int first = (int)get_group_id(0) * COLUMNS;
    const int columns = min(COLUMNS, b_cols - first);
    const int filled = (k + BLOCK - 1) / BLOCK * BLOCK;
    b += (long)first * b_ld;

    for (int c = 0; c < COLUMNS; ++c)
        for (int i = item; i < filled; i += ITEMS)
            x[i * COLUMNS + c] = i < k && c < columns ? b[i + (long)c * b_ld] : number(0);
    substitute(l, k, l_ld, 0, x, block, item);
    for (int c = 0; c < columns; ++c)
        for (int i = item; i < k; i += ITEMS) b[i + (long)c * b_ld] = x[i * COLUMNS + c];
}

// T := the unit lower triangle of A, n x n, zeros above; X := the inverses of its diagonal blocks of order LARGEST,
// zeros elsewhere. A block's inverse is inv(L) I, whose column j is zero before row j.
//
// Launch: ceil(n / COLUMNS) work-groups of ITEMS in one dimension.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void unit_lower_blocks(global const Element* restrict a, long a_first, int n, int a_cols, int a_ld,
                       global Element* restrict t, long t_first, int t_rows, int t_cols, int t_ld,
                       global Element* restrict x, long x_first, int x_rows, int x_cols, int x_ld) {
    a += a_first;
    t += t_first;
    x += x_first;
    local Element inverse[LARGEST * COLUMNS] __attribute__((aligned(16)));
    local Element block[BLOCK * BLOCK] __attribute__((aligned(16)));
    const int item = (int)get_local_id(0);
    const int first = (int)get_group_id(0) * COLUMNS;
    const int columns = min(COLUMNS, n - first);
    const int corner = first / LARGEST * LARGEST;  // of the diagonal block
    const int k = min(LARGEST, n - corner);
    const int filled = (k + BLOCK - 1) / BLOCK * BLOCK;

    for (int c = 0; c < columns; ++c) {
        const int j = first + c;
        for (int i = item; i < n; i += ITEMS) {
            t[i + (long)j * t_ld] = i > j ? a[i + (long)j * a_ld] : number(i == j);
            if (i < corner || i >= corner + k) x[i + (long)j * x_ld] = number(0);
        }
    }
    for (int c = 0; c < COLUMNS; ++c)
        for (int i = item; i < filled; i += ITEMS) inverse[i * COLUMNS + c] = number(corner + i == first + c);
    substitute(a + corner + (long)corner * a_ld, k, a_ld, (first - corner) / BLOCK * BLOCK, inverse, block, item);
    for (int c = 0; c < columns; ++c)
        for (int i = item; i < k; i += ITEMS) x[corner + i + (long)(first + c) * x_ld] = inverse[i * COLUMNS + c];
}
