// A level of a tree of QR factorizations: blocks of ITEMS rows of A, m x n, each by a work-group.
//
//            SPREAD columns
//         +-----+-----+-----+-----+
//   LINES |     |     |     |     |     A work-item has one element of each part of LINES x SPREAD, in registers: item i has
//         +-----+-----+-----+-----+     the rows i mod LINES + k LINES, HELD of them, of the columns i / LINES + e SPREAD,
//         |     |     |     |     |     COLS of them.
//         +-----+-----+-----+-----+
//
//   Step j: all items multiply their rows by x, column j below the diagonal. The sums over all rows give the reflector of
//   column j, what it takes from the columns behind, and V^H v for T. All subtract, and column j + 1 is shown to all.
//
//   Columns are divided by powers of 2 before, so that no square overflows.
//
// Operands: A (read), V (written, m x n) with its ones and zeros, T (written, n x blocks n), R (written, blocks n x n). If the
// last block has fewer than n rows, the others count as zero.
//
// Launch: a group of ITEMS for each block, in one dimension. n <= WIDTH; WIDTH is a multiple of COLS, and at most LINES.

#define COLS 4
#define SPREAD (WIDTH / COLS)
#define LINES (ITEMS / SPREAD)
#define HELD SPREAD

// What a group's work-items share.
typedef struct {
    Element sums[WIDTH][LINES + 1];  // over an item's rows
    Element x[2][ITEMS];             // column j below the diagonal, zeros above; the next column stands in the other half
    Element row[WIDTH];              // row j
    Element taken[WIDTH];            // what row j loses
    Element products[WIDTH][WIDTH];  // V^H V by columns
    Element taus[WIDTH];
    Part powers[WIDTH];  // that columns are divided by
    Part beta;
    Element scale;
} Shared;

// A work-item's part of the block.
typedef struct {
    local Shared* shared;
    int line, part;  // first row and first column
} Piece;

INLINE int row_of(Piece p, int k) {
    return p.line + k * LINES;
}

INLINE int column_of(Piece p, int e) {
    return p.part + e * SPREAD;
}

INLINE void load_part(private Element (*a)[COLS], Piece p, global const Element* from, int rows, int n, int ld) {
#pragma unroll
    for (int e = 0; e < COLS; ++e) {
        const int c = column_of(p, e);
        global const Element* column = from + p.line + (long)c * ld;
#pragma unroll
        for (int k = 0; k < HELD; ++k) a[k][e] = row_of(p, k) < rows && c < n ? column[k * LINES] : number(0);
    }
}

// Divides columns by powers of 2.
INLINE void scale_columns(private Element (*a)[COLS], Piece p) {
    local Shared* s = p.shared;
#pragma unroll
    for (int e = 0; e < COLS; ++e) {
        Element largest = number(0);
#pragma unroll
        for (int k = 0; k < HELD; ++k) largest = fmax(largest, fabs(a[k][e]));
        s->sums[column_of(p, e)][p.line] = largest;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int c = (int)get_local_id(0);
    if (c < WIDTH) {
        Element largest = number(0);
        for (int line = 0; line < LINES; ++line) largest = fmax(largest, s->sums[c][line]);
        s->powers[c] = power_of(largest_part(largest));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int e = 0; e < COLS; ++e) {
        const Part factor = 1 / s->powers[column_of(p, e)];
#pragma unroll
        for (int k = 0; k < HELD; ++k) a[k][e] *= factor;
    }
}

// Shows all items column j below the diagonal, and row j.
INLINE void show_column(private Element (*a)[COLS], Piece p, int j) {
#pragma unroll
    for (int e = 0; e < COLS; ++e) {
        if (column_of(p, e) == j)
#pragma unroll
            for (int k = 0; k < HELD; ++k) p.shared->x[j % 2][row_of(p, k)] = k > 0 || p.line > j ? a[k][e] : number(0);
        if (p.line == j) p.shared->row[column_of(p, e)] = a[0][e];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

INLINE Element sum_over_rows(local const Element* sums) {
    Element even = number(0);
    Element odd = number(0);
    for (int line = 0; line < LINES; line += 2) {
        even += sums[line];
        odd += sums[line + 1];
    }
    return even + odd;
}

// The reflector of column j, of its products with all columns.
INLINE void reflect(private Element (*a)[COLS], Piece p, int j) {
    local Shared* s = p.shared;
    Element product[COLS];
#pragma unroll
    for (int e = 0; e < COLS; ++e) product[e] = number(0);
#pragma unroll
    for (int k = 0; k < HELD; ++k) {
        const Element x = s->x[j % 2][row_of(p, k)];
#pragma unroll
        for (int e = 0; e < COLS; ++e) product[e] = multiply_add(conjugate(x), a[k][e], product[e]);
    }
#pragma unroll
    for (int e = 0; e < COLS; ++e) s->sums[column_of(p, e)][p.line] = product[e];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int c = (int)get_local_id(0);
    if (c < WIDTH) {
        const Reflector h = reflector(s->row[j], real_part(sum_over_rows(s->sums[j])));
        const Element of_v = multiply_add(conjugate(h.scale), sum_over_rows(s->sums[c]), s->row[c]);
        s->taken[c] = c > j ? multiply(conjugate(h.tau), of_v) : number(0);
        if (c < j) s->products[j][c] = conjugate(of_v);
        if (c == j) {
            s->taus[j] = h.tau;
            s->beta = h.beta;
            s->scale = h.scale;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Takes from all columns what the reflector takes. Column j becomes v, and beta on the diagonal.
INLINE void subtract(private Element (*a)[COLS], Piece p, int j) {
    const Element scale = p.shared->scale;
    Element taken[COLS];
#pragma unroll
    for (int e = 0; e < COLS; ++e) taken[e] = p.shared->taken[column_of(p, e)];
#pragma unroll
    for (int k = 0; k < HELD; ++k) {
        if (k == 0 && p.line < j) continue;
        const bool on_diagonal = k == 0 && p.line == j;
        const Element below = is_zero(scale) ? number(0) : multiply(scale, p.shared->x[j % 2][row_of(p, k)]);
        const Element v = on_diagonal ? number(1) : below;
#pragma unroll
        for (int e = 0; e < COLS; ++e) {
            if (column_of(p, e) > j) a[k][e] = multiply_add(-v, taken[e], a[k][e]);
            if (column_of(p, e) == j) a[k][e] = on_diagonal ? number(p.shared->beta) : below;
        }
    }
}

INLINE void store_v(private Element (*a)[COLS], Piece p, global Element* v, int rows, int n, int ld) {
#pragma unroll
    for (int e = 0; e < COLS; ++e) {
        const int c = column_of(p, e);
        global Element* column = v + p.line + (long)c * ld;
#pragma unroll
        for (int k = 0; k < HELD; ++k)
            if (row_of(p, k) < rows && c < n) column[k * LINES] = k > 0 || p.line > c ? a[k][e] : p.line == c ? number(1) : number(0);
    }
}

// R, whose rows are first rows of items.
INLINE void store_r(private Element (*a)[COLS], Piece p, global Element* r, int n, int ld) {
#pragma unroll
    for (int e = 0; e < COLS; ++e) {
        const int c = column_of(p, e);
        if (p.line < n && c < n) r[p.line + (long)c * ld] = p.line <= c ? a[0][e] * p.shared->powers[c] : number(0);
    }
}

// Row i of T, as make_row_of_t() makes it, whose compilers keep the row in memory: all bounds of these loops are numbers.
INLINE void store_row_of_t(local const Shared* s, int i, int n, global Element* t, int ld) {
    Element row[WIDTH];
    STEPS_KNOWN
    for (int j = 0; j < WIDTH; ++j)
        if (j < n) {
            Element even = number(0);
            Element odd = number(0);
            STEPS_KNOWN
            for (int c = 0; c < WIDTH; c += 2) {
                if (c < j) even = multiply_add(row[c], s->products[j][c], even);
                if (c + 1 < j) odd = multiply_add(row[c + 1], s->products[j][c + 1], odd);
            }
            row[j] = j < i ? number(0) : j == i ? s->taus[j] : multiply(-s->taus[j], even + odd);
            t[(long)j * ld] = row[j];
        }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void qr_tree_factor(global const Element* restrict a, long a_first, int m, int n, int a_ld,
                    global Element* restrict v, long v_first, int v_rows, int v_cols, int v_ld,
                    global Element* restrict t, long t_first, int t_rows, int t_cols, int t_ld,
                    global Element* restrict r, long r_first, int r_rows, int r_cols, int r_ld) {
    local Shared shared;
    const int item = (int)get_local_id(0);
    const int block = (int)get_group_id(0);
    const int first = block * ITEMS;
    const int rows = min(ITEMS, m - first);
    const Piece p = {&shared, item % LINES, item / LINES};
    Element part[HELD][COLS];
    load_part(part, p, a + a_first + first, rows, n, a_ld);
    scale_columns(part, p);
    for (int j = 0; j < n; ++j) {
        show_column(part, p, j);
        reflect(part, p, j);
        subtract(part, p, j);
    }
    store_v(part, p, v + v_first + first, rows, n, v_ld);
    store_r(part, p, r + r_first + (long)block * n, n, r_ld);
    if (item < n) store_row_of_t(&shared, item, n, t + t_first + item + (long)block * n * t_ld, t_ld);
}
