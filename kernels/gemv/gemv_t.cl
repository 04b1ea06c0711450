// y := p A^T x + q y, or sums(:, s) := part s of A^T x: see gemv_common.cl.
//
//        column   0    1    ...  COLUMN_ITEMS ...              one work-group
//               +----+----+----+----+----
//     piece   0 | it | it |    | it |         ROW_ITEMS x COLUMN_ITEMS work-items. Each has COLUMNS columns,
//             1 | em | em | .. | em |         COLUMN_ITEMS apart, and takes each ROW_ITEMS-th piece of VECTOR rows,
//             2 | 0, | 0, |    | 0, |         UNROLL of them at once: their loads come before their products.
//             : |  0 |  1 |    |  0 |         Then a tree over the row items.
//
// Rows behind the last whole piece are taken one by one. Columns behind the last one are the last one again, and
// forgotten.
//
// Launch: ITEMS work-items a group in dimension 0, a group for each block of columns; SPLIT groups in dimension 1.

#ifndef ROW_ITEMS
#define ROW_ITEMS 32
#endif
#ifndef COLUMN_ITEMS
#define COLUMN_ITEMS (ITEMS / ROW_ITEMS)
#endif
#ifndef COLUMNS
#define COLUMNS 1
#endif
#ifndef UNROLL
#define UNROLL 4
#endif

#define BLOCK_COLUMNS (COLUMN_ITEMS * COLUMNS)
#define STRIP_PIECES (ROW_ITEMS * UNROLL)
#define STRIP (STRIP_PIECES * VECTOR)
#define PLACE(item) (column_item * (ROW_ITEMS / 2) + (item) % (ROW_ITEMS / 2))
#define COLUMN(k) (first_column + (k) * COLUMN_ITEMS)

// Adds pieces `piece`, piece + ROW_ITEMS, ..., UNROLL of them. `unit` says that x's elements are neighbours. Of a last
// strip those from `last` on are not added; what is loaded instead is the last piece.
static inline void add_pieces(global const Element* const* of_A, const bool aligned, global const Element* x,
                              long x_step, const bool unit, bool conjugated, long piece, const bool is_last, long last,
                              PIECE* sum) {
    PIECE of_x[UNROLL];
    PIECE pieces[COLUMNS][UNROLL];
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
        const long place = is_last ? min(piece + u * ROW_ITEMS, last - 1) : piece + u * ROW_ITEMS;
        of_x[u] = CONJUGATED_IF(conjugated, load(x, x_step, unit, place));
#pragma unroll
        for (int k = 0; k < COLUMNS; ++k) pieces[k][u] = load_piece(of_A[k] + place * VECTOR, aligned);
    }
#pragma unroll
    for (int u = 0; u < UNROLL; ++u)
        if (!is_last || piece + u * ROW_ITEMS < last)
#pragma unroll
            for (int k = 0; k < COLUMNS; ++k) sum[k] = ADDED_PRODUCT(pieces[k][u], of_x[u], sum[k]);
}

// Adds pieces [first, last).
static inline void add_part(global const Element* const* of_A, const bool aligned, global const Element* x, long x_step,
                            const bool unit, bool conjugated, int row_item, long first, long last, PIECE* sum) {
    long piece = first + row_item;
    for (; piece - row_item + STRIP_PIECES <= last; piece += STRIP_PIECES)
        add_pieces(of_A, aligned, x, x_step, unit, conjugated, piece, false, last, sum);
    if (piece - row_item < last) add_pieces(of_A, aligned, x, x_step, unit, conjugated, piece, true, last, sum);
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void gemv_t(OPERAND(const, Element, A), OPERAND(const, Element, x), RESULT_ARGUMENTS) {
    const int row_item = (int)get_local_id(0) % ROW_ITEMS;
    const int column_item = (int)get_local_id(0) / ROW_ITEMS;
    const long part = (long)get_group_id(1);
    const long parts = (long)get_num_groups(1);
    int block = (int)get_group_id(0);
    long first = 0;
    long last = A_rows;
#if TRIANGLE
    if (upper) block = (int)get_num_groups(0) - 1 - block;  // the longest columns first
    long diagonal = (long)block * BLOCK_COLUMNS;
    long behind = min(diagonal + BLOCK_COLUMNS, last);
    if (upper)
        last = diagonal = diagonal / VECTOR * VECTOR;  // pieces begin on their boundaries
    else
        first = behind = min((behind + VECTOR - 1) / VECTOR * VECTOR, last);
#endif
    const long first_column = (long)block * BLOCK_COLUMNS + column_item;
    const long begin = part_begin(first, last, STRIP, part, parts);
    const long end = part_end(first, last, STRIP, part, parts);
    const bool aligned = A_ld % VECTOR == 0 && LIES_ON_PIECES(A + A_first);
    global const Element* of_x = START(x, x_reversed);
    const long x_step = STEP(x, x_reversed);
    global const Element* of_A[COLUMNS];
    PIECE sum[COLUMNS];
    Element own[COLUMNS];
#pragma unroll
    for (int k = 0; k < COLUMNS; ++k) {
        of_A[k] = A + A_first + min(COLUMN(k), (long)A_cols - 1) * A_ld;
        sum[k] = (PIECE)(0);
        own[k] = 0;
    }
    const Element p = P;
    if (!is_zero(p)) {
        const long from = begin / VECTOR;
        const long to = end / VECTOR;
        if (aligned && x_step == 1)
            add_part(of_A, true, of_x, 1, true, CONJUGATES, row_item, from, to, sum);
        else if (aligned)
            add_part(of_A, true, of_x, x_step, false, CONJUGATES, row_item, from, to, sum);
        else
            add_part(of_A, false, of_x, x_step, false, CONJUGATES, row_item, from, to, sum);
#if VECTOR > 1  // complex elements are pieces by themselves
        for (long i = max(to * VECTOR, begin) + row_item; i < end; i += ROW_ITEMS)
#pragma unroll
            for (int k = 0; k < COLUMNS; ++k) own[k] = ADDED_PRODUCT(of_A[k][i], of_x[i * x_step], own[k]);
#endif
    }
#if TRIANGLE
    // The rows with the diagonal, element by element.
    if (part == 0)
        for (long i = diagonal + row_item; i < behind; i += ROW_ITEMS) {
            const Element x_i = CONJUGATED_IF(CONJUGATES, of_x[i * x_step]);
#pragma unroll
            for (int k = 0; k < COLUMNS; ++k) {
                if (i == COLUMN(k))
                    own[k] = add_diagonal_element(of_A[k] + i, x_i, unit, own[k]);
                else if ((i < COLUMN(k)) == (upper != 0))
                    own[k] = ADDED_PRODUCT(of_A[k][i], x_i, own[k]);
            }
        }
#endif
#pragma unroll
    for (int k = 0; k < COLUMNS; ++k) {
        Element lanes[VECTOR];
        TO_LANES(sum[k], lanes);
#pragma unroll
        for (int lane = 0; lane < VECTOR; ++lane) own[k] += lanes[lane];
    }
#if ROW_ITEMS > 1
    local Element others[COLUMNS][ITEMS / 2];
    // Items hand over their sums in a place that nobody else reads any more.
    for (int active = ROW_ITEMS / 2; active > 0; active /= 2) {
        if (row_item >= active && row_item < 2 * active)
#pragma unroll
            for (int k = 0; k < COLUMNS; ++k) others[k][PLACE(row_item)] = own[k];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (row_item < active)
#pragma unroll
            for (int k = 0; k < COLUMNS; ++k) own[k] += others[k][PLACE(row_item + active)];
    }
#endif
    if (row_item != 0) return;
#pragma unroll
    for (int k = 0; k < COLUMNS; ++k) {
        const long j = COLUMN(k);
        if (j >= A_cols) continue;
        const Element result = CONJUGATED_IF(CONJUGATES, own[k]);
#if SUMS
        sums[sums_first + j + part * sums_ld] = result;
#else
        set_element(START(y, y_reversed) + j * STEP(y, y_reversed), p, result, Q);
#endif
    }
}
