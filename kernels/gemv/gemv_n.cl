// y := p A x + q y, or sums(:, s) := part s of A x: see gemv_common.cl.
//
//               columns 0    1    2    ...                    one work-group
//                    +----+----+----+----
//   ROW_ITEMS      0 | it | it | it | ...     ROW_ITEMS x COLUMN_ITEMS work-items. Each holds ROWS pieces of VECTOR
//   pieces of      1 | em | em | em |         rows, ROW_ITEMS pieces apart, and takes each COLUMN_ITEMS-th column,
//   VECTOR rows,     | 0, | 0, | 0, |         UNROLL of them at once: their loads come before their products.
//   ROWS times     : |  0 |  1 |  2 |         Then a tree over the column items.
//
// Pieces of columns that begin on a boundary of a piece are loaded whole, with some of the gap below the last row
// if need be. In other columns, the last piece begins VECTOR rows above the end: rows that it shares with the piece
// before are not written twice. So m must be VECTOR or more.
//
// Launch: ITEMS work-items a group in dimension 0, a group for each block of rows; SPLIT groups in dimension 1.

#ifndef ROW_ITEMS
#define ROW_ITEMS 32
#endif
#ifndef COLUMN_ITEMS
#define COLUMN_ITEMS (ITEMS / ROW_ITEMS)
#endif
#ifndef ROWS
#define ROWS 1
#endif
#ifndef UNROLL
#define UNROLL 4
#endif

#define PIECE_GAP (ROW_ITEMS * VECTOR)
#define BLOCK_ROWS (PIECE_GAP * ROWS)
#define STRIP (COLUMN_ITEMS * UNROLL)

// Few pieces stay in registers, and are loaded together. Many lie in the cache of a CPU.
#if ROWS <= 8
#define BATCH ROWS
#define FOR_PIECES(r) _Pragma("unroll") for (int r = 0; r < ROWS; ++r)
#else
#define BATCH 1
#define FOR_PIECES(r) for (int r = 0; r < ROWS; ++r)
#endif

#define PLACE(item) ((item) % (COLUMN_ITEMS / 2) * ROW_ITEMS + row_item)
// The first row of this item's piece r: what it would be, and what it is.
#define OWN_ROW(r) (first_row + (r) * PIECE_GAP)
#define ROW(r) (OWN_ROW(r) < last_piece ? OWN_ROW(r) : last_piece)

// Adds UNROLL columns j, j + COLUMN_ITEMS, ... Of a last strip those from `last` on are not added; what is loaded instead
// is the last column.
static inline void add_columns(global const Element* A, long lda, const bool aligned, global const Element* x, long x_step,
                               bool conjugated, long first_row, long last_piece, long j, const bool is_last, long last,
                               PIECE* sum) {
    global const Element* of_A[UNROLL];
    Element of_x[UNROLL];
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
        const long column = is_last ? min(j + u * COLUMN_ITEMS, last - 1) : j + u * COLUMN_ITEMS;
        of_A[u] = A + column * lda;
        of_x[u] = CONJUGATED_IF(conjugated, x[column * x_step]);
    }
    for (int r = 0; r < ROWS; r += BATCH) {
        PIECE pieces[UNROLL][BATCH];
#pragma unroll
        for (int u = 0; u < UNROLL; ++u)
#pragma unroll
            for (int b = 0; b < BATCH; ++b) pieces[u][b] = load_piece(of_A[u] + ROW(r + b), aligned);
#pragma unroll
        for (int u = 0; u < UNROLL; ++u)
            if (!is_last || j + u * COLUMN_ITEMS < last)
#pragma unroll
                for (int b = 0; b < BATCH; ++b) sum[r + b] = ADDED_PRODUCT(pieces[u][b], of_x[u], sum[r + b]);
    }
}

// Adds columns [first, last).
static inline void add_part(global const Element* A, long lda, const bool aligned, global const Element* x, long x_step,
                            bool conjugated, long first_row, long last_piece, int column_item, long first, long last,
                            PIECE* sum) {
    long j = first + column_item;
    for (; j - column_item + STRIP <= last; j += STRIP)
        add_columns(A, lda, aligned, x, x_step, conjugated, first_row, last_piece, j, false, last, sum);
    if (j - column_item < last)
        add_columns(A, lda, aligned, x, x_step, conjugated, first_row, last_piece, j, true, last, sum);
}

#if TRIANGLE
// Adds columns of the block on the diagonal, element by element.
static inline void add_diagonal(global const Element* A, long lda, global const Element* x, long x_step, bool conjugated,
                                long first_row, long last_piece, int column_item, long first, long last, bool upper,
                                int unit, PIECE* sum) {
    FOR_PIECES(r) {
        Element lanes[VECTOR];
        TO_LANES(sum[r], lanes);
        for (long j = first + column_item; j < last; j += COLUMN_ITEMS) {
            const Element of_x = CONJUGATED_IF(conjugated, x[j * x_step]);
#pragma unroll
            for (int lane = 0; lane < VECTOR; ++lane) {
                const long i = ROW(r) + lane;
                if (i == j)
                    lanes[lane] = add_diagonal_element(A + i + j * lda, of_x, unit, lanes[lane]);
                else if ((i < j) == upper)
                    lanes[lane] = ADDED_PRODUCT(A[i + j * lda], of_x, lanes[lane]);
            }
        }
        sum[r] = FROM_LANES(lanes);
    }
}
#endif

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void gemv_n(OPERAND(const, Element, A), OPERAND(const, Element, x), RESULT_ARGUMENTS) {
    const int row_item = (int)get_local_id(0) % ROW_ITEMS;
    const int column_item = (int)get_local_id(0) / ROW_ITEMS;
    const bool aligned = A_ld % VECTOR == 0 && LIES_ON_PIECES(A + A_first);
    const long last_piece = aligned ? (A_rows - 1) / VECTOR * VECTOR : A_rows - VECTOR;
    const long part = (long)get_group_id(1);
    const long parts = (long)get_num_groups(1);
    int block = (int)get_group_id(0);
    long first = 0;
    long last = A_cols;
#if TRIANGLE
    if (!upper) block = (int)get_num_groups(0) - 1 - block;  // the longest rows first
    const long diagonal = (long)block * BLOCK_ROWS;
    const long behind = min(diagonal + BLOCK_ROWS, last);
    if (upper)
        first = behind;
    else
        last = diagonal;
#endif
    const long first_row = (long)block * BLOCK_ROWS + row_item * VECTOR;
    const long begin = part_begin(first, last, STRIP, part, parts);
    const long end = part_end(first, last, STRIP, part, parts);
    global const Element* of_x = START(x, x_reversed);
    const long x_step = STEP(x, x_reversed);
    PIECE sum[ROWS];
    FOR_PIECES(r) sum[r] = (PIECE)(0);
    const Element p = P;
    if (!is_zero(p)) {
        if (aligned)
            add_part(A + A_first, A_ld, true, of_x, x_step, CONJUGATES, first_row, last_piece, column_item, begin, end,
                     sum);
        else
            add_part(A + A_first, A_ld, false, of_x, x_step, CONJUGATES, first_row, last_piece, column_item, begin, end,
                     sum);
    }
#if TRIANGLE
    if (part == 0)
        add_diagonal(A + A_first, A_ld, of_x, x_step, CONJUGATES, first_row, last_piece, column_item, diagonal, behind,
                     upper, unit, sum);
#endif
#if COLUMN_ITEMS > 1
    local PIECE others[ROWS][ITEMS / 2];
    // Items hand over their sums in a place that nobody else reads any more.
    for (int active = COLUMN_ITEMS / 2; active > 0; active /= 2) {
        if (column_item >= active && column_item < 2 * active)
            FOR_PIECES(r) others[r][PLACE(column_item)] = sum[r];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (column_item < active)
            FOR_PIECES(r) sum[r] += others[r][PLACE(column_item + active)];
    }
#endif
    if (column_item != 0) return;
    FOR_PIECES(r) {
        Element lanes[VECTOR];
        TO_LANES(sum[r], lanes);
#pragma unroll
        for (int lane = 0; lane < VECTOR; ++lane) {
            const long i = ROW(r) + lane;
            if (i < OWN_ROW(r) || i >= A_rows) continue;
            const Element own = CONJUGATED_IF(CONJUGATES, lanes[lane]);
#if SUMS
            sums[sums_first + i + part * sums_ld] = own;
#else
            set_element(START(y, y_reversed) + i * STEP(y, y_reversed), p, own, Q);
#endif
        }
    }
}
