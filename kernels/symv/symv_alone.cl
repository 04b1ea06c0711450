// symv_products of symv.cl for work-groups of one work-item, as suit CPUs. It follows symv.cl.
//
// The work-item goes along the columns of its strip, COLUMNS at once, and down each of them, over the rows of all TALL tiles
// without a stop. x and the sums of these rows lie in the cache. Columns begin where COLUMNS divides them: so what
// lies on the diagonal is a corner of COLUMNS x COLUMNS, taken element by element.

#if !SUM

#pragma OPENCL FP_CONTRACT ON

#define COLUMNS 8  // divides TILE
#define ROWS (TALL * TILE)

typedef struct {
    global const REAL* A;
    long ld;
    global const REAL* x;
    long x_step;
    int first;  // row of the strip
    int last;   // row behind the strip
} Problem;

// The rows of the strip.
typedef struct {
    REAL x[ROWS];
    REAL sums[ROWS];
} Rows;

// Adds what `columns` columns of `count` rows count for: A, x and row_sums begin at the first row.
static inline void add_rectangle(global const REAL* A, long ld, const REAL* of_columns, const int columns, int count,
                                 const REAL* x, REAL* row_sums, REAL* column_sums) {
    PIECE sums[COLUMNS];
#pragma unroll
    for (int u = 0; u < columns; ++u) sums[u] = (PIECE)(0);
    int i = 0;
    for (; i + VECTOR <= count; i += VECTOR) {
        const PIECE of_rows = FROM_LANES(x + i);
        PIECE row_sum = FROM_LANES(row_sums + i);
#pragma unroll
        for (int u = 0; u < columns; ++u) {
            const PIECE a = FROM_LANES(A + i + u * ld);
            row_sum += a * of_columns[u];
            sums[u] += a * of_rows;
        }
        TO_LANES(row_sum, row_sums + i);
    }
#pragma unroll
    for (int u = 0; u < columns; ++u) {
        REAL lanes[VECTOR];
        TO_LANES(sums[u], lanes);
#pragma unroll
        for (int lane = 0; lane < VECTOR; ++lane) column_sums[u] += lanes[lane];
        for (int k = i; k < count; ++k) {
            row_sums[k] += A[k + u * ld] * of_columns[u];
            column_sums[u] += A[k + u * ld] * x[k];
        }
    }
}

// Likewise the part of a square on the diagonal that is stored.
static inline void add_corner(global const REAL* A, long ld, const REAL* of_columns, const int columns, const REAL* x,
                              REAL* row_sums, REAL* column_sums) {
    for (int u = 0; u < columns; ++u) {
        row_sums[u] += A[u + u * ld] * of_columns[u];
        for (int k = UPPER ? 0 : u + 1; k < (UPPER ? u : columns); ++k) {
            row_sums[k] += A[k + u * ld] * of_columns[u];
            column_sums[u] += A[k + u * ld] * x[k];
        }
    }
}

// Takes `columns` columns from j on, and writes their sums to *to.
static inline void take_columns(const Problem* p, Rows* rows, int j, const int columns, global REAL* to) {
    REAL of_columns[COLUMNS];
    REAL column_sums[COLUMNS];
#pragma unroll
    for (int u = 0; u < columns; ++u) {
        of_columns[u] = p->x[(j + u) * p->x_step];
        column_sums[u] = 0;
    }
    const bool has_corner = j >= p->first && j < p->last;
    const int from = has_corner && !UPPER ? j + columns : p->first;
    const int behind = has_corner && UPPER ? j : p->last;
    const int row = from - p->first;
    add_rectangle(p->A + from + j * p->ld, p->ld, of_columns, columns, behind - from, rows->x + row, rows->sums + row,
                  column_sums);
    if (has_corner)
        add_corner(p->A + j + j * p->ld, p->ld, of_columns, columns, rows->x + (j - p->first),
                   rows->sums + (j - p->first), column_sums);
#pragma unroll
    for (int u = 0; u < columns; ++u) to[j + u] = column_sums[u];
}

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void symv_products(OPERAND(const, REAL, A), OPERAND(const, REAL, x), OPERAND(, REAL, sums), int x_reversed) {
    const int n = A_rows;
    const int blocks = (n + TILE - 1) / TILE;
    const Strip strip = find_strip((int)get_group_id(0), blocks);
    Problem p;
    p.A = A + A_first;
    p.ld = A_ld;
    p.x = x + x_first + (x_reversed ? (LENGTH(x) - 1) * STRIDE(x) : 0);
    p.x_step = x_reversed ? -STRIDE(x) : STRIDE(x);
    p.first = BLOCK(UPPER ? strip.row_end - 1 : strip.row, blocks) * TILE;
    p.last = min(n, BLOCK(UPPER ? strip.row : strip.row_end - 1, blocks) * TILE + TILE);
    Rows rows;
    for (int i = p.first; i < p.last; ++i) {
        rows.x[i - p.first] = p.x[i * p.x_step];
        rows.sums[i - p.first] = 0;
    }
    int j = BLOCK(UPPER ? strip.col_end - 1 : strip.col, blocks) * TILE;
    const int end = min(n, BLOCK(UPPER ? strip.col : strip.col_end - 1, blocks) * TILE + TILE);
    global REAL* of_columns = sums + sums_first + (strip.g + 1) * (long)sums_ld;
    for (; j + COLUMNS <= end; j += COLUMNS) take_columns(&p, &rows, j, COLUMNS, of_columns);
    for (; j < end; ++j) take_columns(&p, &rows, j, 1, of_columns);
    global REAL* of_rows = sums + sums_first + strip.s * (long)sums_ld;
    for (int i = p.first; i < p.last; ++i) of_rows[i] = rows.sums[i - p.first];
}

#endif
