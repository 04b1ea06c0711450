// y := p A x + q y for a symmetric A of n x n, of which one triangle is stored: the upper one if UPPER, else the lower
// one. Each of its elements is read once.
//
//   symv_products   partial sums of A x  ->  sums
//   symv_sum        y := p (sums of the rows of `sums`) + q y
//
// A is divided into tiles of TILE x TILE. TALL of them above each other are a tower, up to STRIP x TALL a work-group's strip;
// STRIP is a multiple of TALL. Element (i, j) of a tile counts for row i, with x(j), and for row j, with x(i), since it is
// element (j, i) too:
//
//            c:  0 1 2 3 4 5       row sums      of each row of a strip      ->  column c / STRIP of `sums`
//   g: 0  r: 0   D                 column sums   of each tower (g, c)        ->  column g + 1 of `sums`
//            1   A D               TALL and STRIP are 2 here: two towers side by side are a strip: A, B, C. D lies
//      1     2   A A D             on the diagonal.
//            3   A A B D
//      2     4   A A B B D         The upper triangle is this picture turned by 180 degrees.
//            5   A A B B C D
//
// So rows of block r, in towers g = r / TALL, have partial sums in the columns 0, ..., r / STRIP and g + 1, g + 2, ... of
// `sums`, one from each work-group at most: nobody waits for anybody, and the order of additions follows from n and the
// parameters alone. Whole strips come first, shorter ones at the diagonal last: then all work-groups end together.
// Work-groups count down the rows of a strip's columns, then go to the next ones: neighbours read neighbouring memory.
//
// With several work-items in a work-group, item (ri, ci) of ROW_ITEMS x COLUMN_ITEMS holds a patch of a tile: PATCH_ROWS x
// PATCH_COLUMNS elements, as pieces of VECTOR neighbouring rows. It goes down the tiles of a tower, then to the next tower.
// The next patch is on its way while the column sums of a tower are added up in local memory; with PREFETCH it has been
// since before the products. symv_alone.cl is for work-groups of one work-item.
//
// Launch: symv_products a work-group for each strip; symv_sum one for each SUM_ROWS rows.

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
#ifndef TALL
#define TALL 1
#endif
#ifndef STRIP
#define STRIP 8
#endif

#define WIDTH (STRIP / TALL)  // of a strip, in towers' heights

// Block r of rows or columns in the picture, counted in A.
#define BLOCK(r, blocks) (UPPER ? (blocks) - 1 - (r) : (r))

#if !SUM

// What a work-group does, in blocks of the picture: rows [row, row_end), columns [col, col_end).
typedef struct {
    int g;  // row / TALL
    int s;  // col / STRIP
    int row;
    int row_end;
    int col;
    int col_end;
} Strip;

static inline Strip find_strip(int number, int blocks) {
    const int towers = (blocks + TALL - 1) / TALL;
    Strip strip;
    strip.s = 0;
    int whole = towers - WIDTH;
    for (; whole > 0 && number >= whole; whole -= WIDTH) {
        number -= whole;
        ++strip.s;
    }
    strip.g = whole > 0 ? towers - whole + number : towers - 1 - number;
    if (whole <= 0) strip.s = strip.g / WIDTH;
    strip.row = strip.g * TALL;
    strip.row_end = min(strip.row + TALL, blocks);
    strip.col = strip.s * STRIP;
    strip.col_end = min(strip.col + STRIP, strip.row_end);
    return strip;
}

#endif

#if !SUM && ITEMS > 1

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
#define OWN_X ((TILE + ITEMS - 1) / ITEMS)  // elements of x that a work-item brings for all

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
#define TURNS_OF_ROWS (TALL > 1 ? 2 : 1)
#define LOCAL_SUMS (2 * COLUMN_SUMS > TURNS_OF_ROWS * ROW_SUMS ? 2 * COLUMN_SUMS : TURNS_OF_ROWS * ROW_SUMS)

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
} Patch;

// Element i of x; 0 outside of it.
static inline REAL x_element(const Problem* p, int i) {
    return i >= 0 && i < p->n ? p->x[i * p->x_stride] : 0;
}

// What lies outside of the matrix or of the triangle is 0 and not read.
static inline void load_patch(Patch* patch, const Problem* p, int row, int col, int ri, int ci) {
    const bool whole = row != col && row + TILE <= p->n && col + TILE <= p->n;
    global const REAL* column = p->A + row + (long)(col + ci) * p->ld;
    if (whole && p->ld % VECTOR == 0) {
#pragma unroll
        for (int q = 0; q < PATCH_COLUMNS; ++q, column += (long)COLUMN_ITEMS * p->ld)
#pragma unroll
            for (int piece = 0; piece < PIECES; ++piece)
                TO_LANES(((global const PIECE*)column)[piece * ROW_ITEMS + ri], &patch->a[q][piece * VECTOR]);
    } else {
#pragma unroll
        for (int q = 0; q < PATCH_COLUMNS; ++q, column += (long)COLUMN_ITEMS * p->ld)
#pragma unroll
            for (int e = 0; e < PATCH_ROWS; ++e) {
                const int i = row + ROW(e, ri);
                const int j = col + COLUMN(q, ci);
                const bool inside = whole || (i < p->n && j < p->n && (row != col || IN_TRIANGLE(i, j)));
                patch->a[q][e] = inside ? column[ROW(e, ri)] : 0;
            }
    }
}

// Adds the patch's products to the sums of its rows and columns. On the diagonal, products with what is
// not stored are left out: 0 times Inf is NaN.
static inline void multiply_patch(const Patch* patch, const REAL* own_x, local const REAL* x_of_columns,
                            REAL* row_sums, REAL* column_sums, const bool diagonal, int ri, int ci) {
#pragma unroll
    for (int q = 0; q < PATCH_COLUMNS; ++q) {
        const REAL of_column = x_of_columns[COLUMN(q, ci)];
#pragma unroll
        for (int e = 0; e < PATCH_ROWS; ++e) {
            const int i = ROW(e, ri);
            const int j = COLUMN(q, ci);
            const REAL a = patch->a[q][e];
            if (!diagonal || IN_TRIANGLE(i, j)) row_sums[e] = fma(a, of_column, row_sums[e]);
            if (!diagonal || (i != j && IN_TRIANGLE(i, j))) column_sums[q] = fma(a, own_x[e], column_sums[q]);
        }
    }
}

// The sum of `count` neighbours.
static inline REAL add_up(local const REAL* sums, int count) {
    REAL sum = sums[0];
#pragma unroll
    for (int k = 1; k < count; ++k) sum += sums[k];
    return sum;
}

// Writes the column sums of a tower, whose first column in A is `col`, to *to.
static inline void write_column_sums(local REAL* partial, const REAL* column_sums, int col, int n, global REAL* to,
                                     int item) {
#pragma unroll
    for (int q = 0; q < PATCH_COLUMNS; ++q)
        partial[COLUMN(q, item / ROW_ITEMS) * (ROW_ITEMS + 1) + item % ROW_ITEMS] = column_sums[q];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int e = item; e < TILE; e += ITEMS)
        if (col + e < n) to[col + e] = add_up(partial + e * (ROW_ITEMS + 1), ROW_ITEMS);
}

// Likewise the row sums of a tile, if there is one: towers at the edge of A have less than TALL.
static inline void write_row_sums(local REAL* partial, const REAL* row_sums, bool has_tile, int row, int n,
                                  global REAL* to, int item) {
#pragma unroll
    for (int e = 0; e < PATCH_ROWS; ++e)
        partial[ROW(e, item % ROW_ITEMS) * (COLUMN_ITEMS + 1) + item / ROW_ITEMS] = row_sums[e];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int e = item; e < TILE; e += ITEMS)
        if (has_tile && row + e < n) to[row + e] = add_up(partial + e * (COLUMN_ITEMS + 1), COLUMN_ITEMS);
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void symv_products(OPERAND(const, REAL, A), OPERAND(const, REAL, x), OPERAND(, REAL, sums), int x_reversed) {
    local REAL partial[LOCAL_SUMS];
    local REAL x_of_columns[2 * TILE];  // two places by turns
    local REAL x_of_rows[TALL * TILE];  // of a tower; a work-item holds that of a single tile
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
    const Strip strip = find_strip((int)get_group_id(0), blocks);

    Patch patch;
    load_patch(&patch, &p, BLOCK(strip.row, blocks) * TILE, BLOCK(strip.col, blocks) * TILE, ri, ci);
    for (int e = item; e < TALL * TILE; e += ITEMS) {
        x_of_rows[e] = x_element(&p, BLOCK(strip.row + e / TILE, blocks) * TILE + e % TILE);
        if (e < TILE) x_of_columns[(strip.col & 1) * TILE + e] = x_element(&p, BLOCK(strip.col, blocks) * TILE + e);
    }
    REAL own_x[PATCH_ROWS];
#pragma unroll
    for (int e = 0; e < PATCH_ROWS; ++e)
        if (TALL == 1) own_x[e] = x_element(&p, BLOCK(strip.row, blocks) * TILE + ROW(e, ri));
    REAL row_sums[TALL][PATCH_ROWS];
#pragma unroll
    for (int h = 0; h < TALL; ++h)
#pragma unroll
        for (int e = 0; e < PATCH_ROWS; ++e) row_sums[h][e] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int c = strip.col; c < strip.col_end; ++c) {
        REAL next_x[OWN_X];
#pragma unroll
        for (int k = 0; k < OWN_X; ++k) next_x[k] = x_element(&p, BLOCK(c + 1, blocks) * TILE + item + k * ITEMS);
        REAL column_sums[PATCH_COLUMNS];
#pragma unroll
        for (int q = 0; q < PATCH_COLUMNS; ++q) column_sums[q] = 0;
#pragma unroll
        for (int h = 0; h < TALL; ++h) {
            const int r = strip.row + h;
            if (TALL > 1 && (r < c || r >= strip.row_end)) continue;
            const bool is_last = r + 1 == strip.row_end;
            const int next_c = is_last ? c + 1 : c;
            const int next_row = BLOCK(is_last ? max(strip.row, next_c) : r + 1, blocks) * TILE;
            const int next_col = BLOCK(next_c, blocks) * TILE;
            const bool has_next = next_c < strip.col_end;
#if PREFETCH
            Patch next;
            if (has_next) load_patch(&next, &p, next_row, next_col, ri, ci);
#endif
#pragma unroll
            for (int e = 0; e < PATCH_ROWS; ++e)
                if (TALL > 1) own_x[e] = x_of_rows[h * TILE + ROW(e, ri)];
            if (r == c)
                multiply_patch(&patch, own_x, x_of_columns + (c & 1) * TILE, row_sums[h], column_sums, true, ri, ci);
            else
                multiply_patch(&patch, own_x, x_of_columns + (c & 1) * TILE, row_sums[h], column_sums, false, ri, ci);
#if PREFETCH
            if (has_next) patch = next;
#else
            if (has_next) load_patch(&patch, &p, next_row, next_col, ri, ci);
#endif
        }
#pragma unroll
        for (int k = 0; k < OWN_X; ++k)
            if (item + k * ITEMS < TILE) x_of_columns[((c + 1) & 1) * TILE + item + k * ITEMS] = next_x[k];
        // Two places by turns: who is slow still adds up the tower before.
        write_column_sums(partial + (c & 1) * COLUMN_SUMS, column_sums, BLOCK(c, blocks) * TILE, p.n,
                          sums + (strip.g + 1) * (long)sums_ld, item);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int h = 0; h < TALL; ++h) {
        const int r = strip.row + h;
        write_row_sums(partial + (h & 1) * ROW_SUMS, row_sums[h], r < strip.row_end,
                       BLOCK(r, blocks) * TILE, p.n, sums + strip.s * (long)sums_ld, item);
    }
}

#elif SUM

#ifndef SUM_ROWS
#define SUM_ROWS 32
#endif
#ifndef SUM_ITEMS
#define SUM_ITEMS 16  // SUM_ROWS * SUM_ITEMS is ITEMS
#endif
#define AT_ONCE 4  // loads of a work-item
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
    const int g = BLOCK(row / TILE, blocks) / TALL;
    const int strips = g / WIDTH + 1;
    const int count = row < n ? strips + (blocks + TALL - 1) / TALL - g : 0;
    REAL sum = 0;
    for (int k = own_part; k < count; k += SUM_ITEMS * AT_ONCE) {
        REAL loaded[AT_ONCE];
#pragma unroll
        for (int u = 0; u < AT_ONCE; ++u) {
            const int place = k + u * SUM_ITEMS;
            const int column = place < strips ? place : place - strips + g + 1;
            loaded[u] = place < count ? sums[sums_first + row + (long)column * sums_ld] : 0;
        }
#pragma unroll
        for (int u = 0; u < AT_ONCE; ++u) sum += loaded[u];
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
