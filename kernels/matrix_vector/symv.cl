// y := p A x + q y for a symmetric A of n x n, of which one triangle is stored: the upper one if UPPER, else the lower
// one. Each of its elements is read once.
//
//   symv_products   partial sums of A x  ->  sums
//   symv_sum        y := p (sums of the rows of `sums`) + q y
//
// A is divided into tiles of TILE x TILE. A work-group has a strip: up to STRIP tiles side by side. Element (i, j) of a tile
// counts for row i, with x(j), and for row j, with x(i), since it is element (j, i) too:
//
//             c:  0 1 2 3 4         row sums      of the whole strip     ->  column c / STRIP of `sums`
//        r: 0     D                 column sums   of each tile (r, c)    ->  column r of `sums`
//           1     A A               D, on the diagonal: its column sums belong to the strip's row sums
//           2     A A D
//           3     A A B B           STRIP is 2 here: two A side by side are a strip, or an A and a D, ...
//           4     A A B B D         The upper triangle is this picture turned by 180 degrees.
//
// So rows of block b have partial sums in the columns 0, ..., b / STRIP and b + 1, b + 2, ... of `sums`, one from each
// work-group at most: nobody waits for anybody, and the order of additions follows from n and the parameters alone.
// Work-groups count down the rows of a strip's columns, then go to the next ones: neighbours read neighbouring memory.
//
// Work-item (ri, ci) of ROW_ITEMS x COLUMN_ITEMS holds a patch of each tile: PATCH_ROWS x PATCH_COLUMNS elements, as
// pieces of VECTOR neighbouring rows. While the column sums of a tile are added up in local memory, the patch of the next
// tile is on its way; with PREFETCH it has been since before the products.
//
// Launch: symv_products a work-group for each strip; symv_sum one for each SUM_ROWS rows.

#define NUMBER 0
#define ELEMENT 1
#define QUOTIENT 2
#define NOTHING 3  // beta alone: y is not read

#ifndef SUM
#define SUM 0  // 1: symv_sum, else symv_products
#endif
#ifndef UPPER
#define UPPER 0
#endif
#ifndef TILE
#define TILE 64
#endif
#ifndef STRIP
#define STRIP 8
#endif

// Block r of rows or columns in the picture, counted in A.
#define BLOCK(r, blocks) (UPPER ? (blocks) - 1 - (r) : (r))

#if !SUM

#ifndef ROW_ITEMS
#define ROW_ITEMS 16
#endif
#ifndef COLUMN_ITEMS
#define COLUMN_ITEMS 16  // ROW_ITEMS * COLUMN_ITEMS is ITEMS
#endif
#ifndef PREFETCH
#define PREFETCH 0
#endif

#define PATCH_ROWS (TILE / ROW_ITEMS)  // a multiple of VECTOR
#define PATCH_COLUMNS (TILE / COLUMN_ITEMS)
#define PIECES (PATCH_ROWS / VECTOR)

// Rows and columns of a patch, counted in the tile.
#define ROW(e, ri) (((e) / VECTOR * ROW_ITEMS + (ri)) * VECTOR + (e) % VECTOR)
#define COLUMN(q, ci) ((q) * COLUMN_ITEMS + (ci))

#if UPPER
#define IN_TRIANGLE(i, j) ((i) <= (j))
#else
#define IN_TRIANGLE(i, j) ((i) >= (j))
#endif

// Sums of work-items for each row or column of a tile. A padded row keeps memory banks apart.
#define COLUMN_SUMS (TILE * (ROW_ITEMS + 1))
#define ROW_SUMS (TILE * (COLUMN_ITEMS + 1))
#define LOCAL_SUMS (2 * COLUMN_SUMS > ROW_SUMS ? 2 * COLUMN_SUMS : ROW_SUMS)

typedef struct {
    global const REAL* A;
    global const REAL* x;
    long x_stride;
    int ld;
    int n;
} Problem;

// A work-item's part of a tile.
typedef struct {
    REAL a[PATCH_COLUMNS][PATCH_ROWS];
    REAL x[PATCH_COLUMNS];  // of its columns
} Patch;

// What lies outside of the matrix or of the triangle is 0 and not read.
static inline void load_patch(Patch* patch, const Problem* p, int row, int col, int ri, int ci) {
    const bool whole = row != col && row + TILE <= p->n && col + TILE <= p->n;
#pragma unroll
    for (int q = 0; q < PATCH_COLUMNS; ++q) {
        const int j = col + COLUMN(q, ci);
        patch->x[q] = j < p->n ? p->x[j * p->x_stride] : 0;
    }
    if (whole && p->ld % VECTOR == 0) {
#pragma unroll
        for (int q = 0; q < PATCH_COLUMNS; ++q) {
            global const PIECE* column = (global const PIECE*)(p->A + row + (long)(col + COLUMN(q, ci)) * p->ld);
#pragma unroll
            for (int piece = 0; piece < PIECES; ++piece)
                TO_LANES(column[piece * ROW_ITEMS + ri], &patch->a[q][piece * VECTOR]);
        }
    } else {
#pragma unroll
        for (int q = 0; q < PATCH_COLUMNS; ++q)
#pragma unroll
            for (int e = 0; e < PATCH_ROWS; ++e) {
                const int i = row + ROW(e, ri);
                const int j = col + COLUMN(q, ci);
                const bool inside = whole || (i < p->n && j < p->n && (row != col || IN_TRIANGLE(i, j)));
                patch->a[q][e] = inside ? p->A[i + (long)j * p->ld] : 0;
            }
    }
}

// Adds the patch's products to the sums of its rows, and makes those of its columns. On the diagonal, products with what is
// not stored are left out: 0 times Inf is NaN.
static inline void multiply(const Patch* patch, const REAL* x_of_rows, REAL* row_sums, REAL* column_sums, bool diagonal,
                            int ri, int ci) {
#pragma unroll
    for (int q = 0; q < PATCH_COLUMNS; ++q) {
        REAL sums[VECTOR];
#pragma unroll
        for (int lane = 0; lane < VECTOR; ++lane) sums[lane] = 0;
#pragma unroll
        for (int e = 0; e < PATCH_ROWS; ++e) {
            const int i = ROW(e, ri);
            const int j = COLUMN(q, ci);
            const REAL a = patch->a[q][e];
            if (!diagonal || IN_TRIANGLE(i, j)) row_sums[e] = fma(a, patch->x[q], row_sums[e]);
            if (!diagonal || (i != j && IN_TRIANGLE(i, j)))
                sums[e % VECTOR] = fma(a, x_of_rows[e], sums[e % VECTOR]);
        }
        column_sums[q] = sums[0];
#pragma unroll
        for (int lane = 1; lane < VECTOR; ++lane) column_sums[q] += sums[lane];
    }
}

// The sum of `count` neighbours.
static inline REAL add_up(local const REAL* sums, int count) {
    REAL sum = sums[0];
#pragma unroll
    for (int k = 1; k < count; ++k) sum += sums[k];
    return sum;
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void symv_products(OPERAND(const, REAL, A), OPERAND(const, REAL, x), OPERAND(, REAL, sums), int x_reversed) {
    local REAL partial[LOCAL_SUMS];
    local REAL on_diagonal[TILE];
    const int item = (int)get_local_id(0);
    const int ri = item % ROW_ITEMS;
    const int ci = item / ROW_ITEMS;
    Problem p;
    p.A = A + A_first;
    p.x = x + x_first + (x_reversed ? (LENGTH(x) - 1) * STRIDE(x) : 0);
    p.x_stride = x_reversed ? -STRIDE(x) : STRIDE(x);
    p.ld = A_ld;
    p.n = A_rows;
    sums += sums_first;

    const int blocks = (p.n + TILE - 1) / TILE;
    int s = 0;
    int r = (int)get_group_id(0);
    for (; r >= blocks - s * STRIP; ++s) r -= blocks - s * STRIP;
    r += s * STRIP;
    const int row = BLOCK(r, blocks) * TILE;
    const int end = min(s * STRIP + STRIP, r + 1);

    REAL x_of_rows[PATCH_ROWS];
    REAL row_sums[PATCH_ROWS];
#pragma unroll
    for (int e = 0; e < PATCH_ROWS; ++e) {
        const int i = row + ROW(e, ri);
        x_of_rows[e] = i < p.n ? p.x[i * p.x_stride] : 0;
        row_sums[e] = 0;
    }
    Patch patch;
    load_patch(&patch, &p, row, BLOCK(s * STRIP, blocks) * TILE, ri, ci);
    for (int c = s * STRIP; c < end; ++c) {
        const int col = BLOCK(c, blocks) * TILE;
        const int next_col = BLOCK(c + 1, blocks) * TILE;
        REAL column_sums[PATCH_COLUMNS];
#if PREFETCH
        Patch next;
        if (c + 1 < end) load_patch(&next, &p, row, next_col, ri, ci);
#endif
        if (c == r)
            multiply(&patch, x_of_rows, row_sums, column_sums, true, ri, ci);
        else
            multiply(&patch, x_of_rows, row_sums, column_sums, false, ri, ci);
#if PREFETCH
        if (c + 1 < end) patch = next;
#else
        if (c + 1 < end) load_patch(&patch, &p, row, next_col, ri, ci);
#endif
        // Two places by turns: who is slow still adds up the tile before.
        local REAL* of_columns = partial + (c & 1) * COLUMN_SUMS;
#pragma unroll
        for (int q = 0; q < PATCH_COLUMNS; ++q) of_columns[COLUMN(q, ci) * (ROW_ITEMS + 1) + ri] = column_sums[q];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int e = item; e < TILE; e += ITEMS) {
            const REAL sum = add_up(of_columns + e * (ROW_ITEMS + 1), ROW_ITEMS);
            if (c == r)
                on_diagonal[e] = sum;
            else if (col + e < p.n)
                sums[col + e + (long)r * sums_ld] = sum;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int e = 0; e < PATCH_ROWS; ++e) partial[ROW(e, ri) * (COLUMN_ITEMS + 1) + ci] = row_sums[e];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int e = item; e < TILE; e += ITEMS) {
        REAL sum = add_up(partial + e * (COLUMN_ITEMS + 1), COLUMN_ITEMS);
        if (end == r + 1) sum += on_diagonal[e];
        if (row + e < p.n) sums[row + e + (long)s * sums_ld] = sum;
    }
}

#else

#ifndef SUM_ROWS
#define SUM_ROWS 32
#endif
#ifndef SUM_ITEMS
#define SUM_ITEMS 16  // SUM_ROWS * SUM_ITEMS is ITEMS
#endif
#ifndef ALPHA
#define ALPHA NUMBER
#endif
#ifndef BETA
#define BETA NUMBER
#endif

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void symv_sum(OPERAND(const, REAL, sums), OPERAND(, REAL, y)
#if ALPHA != NUMBER
              , OPERAND(const, REAL, alpha_of)
#endif
#if ALPHA == QUOTIENT
              , OPERAND(const, REAL, alpha_over)
#endif
#if BETA == ELEMENT || BETA == QUOTIENT
              , OPERAND(const, REAL, beta_of)
#endif
#if BETA == QUOTIENT
              , OPERAND(const, REAL, beta_over)
#endif
              , REAL alpha
#if BETA != NOTHING
              , REAL beta
#endif
              , int y_reversed
) {
    local REAL partial[SUM_ITEMS * SUM_ROWS];
    const int own_row = (int)get_local_id(0) % SUM_ROWS;
    const int own_part = (int)get_local_id(0) / SUM_ROWS;
    const int n = sums_rows;
    const int row = (int)get_group_id(0) * SUM_ROWS + own_row;
    const int blocks = (n + TILE - 1) / TILE;
    const int r = BLOCK(row / TILE, blocks);
    const int strips = r / STRIP + 1;
    REAL sum = 0;
    if (row < n) {
        const int count = strips + blocks - 1 - r;
#pragma unroll 4
        for (int k = own_part; k < count; k += SUM_ITEMS)
            sum += sums[sums_first + row + (long)(k < strips ? k : k - strips + r + 1) * sums_ld];
    }
    partial[own_part * SUM_ROWS + own_row] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own_part > 0 || row >= n) return;
#pragma unroll
    for (int part = 1; part < SUM_ITEMS; ++part) sum += partial[part * SUM_ROWS + own_row];

#if ALPHA != NUMBER
    alpha *= alpha_of[alpha_of_first];
#endif
#if ALPHA == QUOTIENT
    alpha /= alpha_over[alpha_over_first];
#endif
#if BETA == ELEMENT || BETA == QUOTIENT
    beta *= beta_of[beta_of_first];
#endif
#if BETA == QUOTIENT
    beta /= beta_over[beta_over_first];
#endif
    global REAL* to = y + y_first + (y_reversed ? n - 1 - row : row) * STRIDE(y);
    REAL value = alpha == 0 ? 0 : alpha * sum;
#if BETA != NOTHING
    if (beta != 0) value = beta * *to + value;
#endif
    *to = value;
}

#endif
