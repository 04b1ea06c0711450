// Tournament pivoting: which w rows of a panel A, m x w, become its first ones. Each group of rows elects w of them. The
// winners of several groups elect again, until one set of w rows is left. A stays as it is.
//
//   leaf:   rows 0..255   256..511   512..767   ...   m - 1
//               |            |          |                |
//   round:      w            w          w                w      row numbers, a column of `candidates` each
//                \_______ITEMS rows____/       ...      /
//                          w                          w
//   moves:                            w                         the interchanges that bring them to the top
//
// An election is partial pivoting: each work-item has a row in private memory and knows its position in the stack.
// Interchanges change positions, and no row moves. After each step a row shifts by one element: so x[0] is the column to
// be reduced, and the compiler knows all indices.

#ifndef WIDTH
#define WIDTH 64  // the most columns of a panel
#endif

typedef struct {
    Part value[ITEMS];
    int position[ITEMS];
    Element pivot_row[WIDTH];
} Stack;

// Row numbers of the winners in order, -1 if the stack has no more rows. Each item enters with row `row`, or -1.
static inline void elect(global const Element* a, int cols, int ld, int row, global int* winners, local Stack* stack) {
    const int item = (int)get_local_id(0);
    int position = item;
    Element x[WIDTH];
#pragma unroll
    for (int c = 0; c < WIDTH; ++c) x[c] = row >= 0 && c < cols ? a[row + (long)c * ld] : number(0);
    for (int j = 0; j < cols; ++j) {
        stack->value[item] = position < j ? -2 : row < 0 ? -1 : weight(x[0]);
        stack->position[item] = position;
        const int p = choose(stack->value, stack->position, item);
        if (position == p) {
            winners[j] = row;
#pragma unroll
            for (int c = 0; c < WIDTH; ++c) stack->pivot_row[c] = x[c];
        }
        position = position == p ? j : position == j ? p : position;
        barrier(CLK_LOCAL_MEM_FENCE);
        const Element pivot = stack->pivot_row[0];
        const Element l = divide_by_pivot(x[0], pivot, reciprocal_of(pivot, 1 / magnitude(pivot)));
#pragma unroll
        for (int c = 1; c < WIDTH; ++c) x[c - 1] = multiply_add(-l, stack->pivot_row[c], x[c]);
        x[WIDTH - 1] = number(0);
    }
}

// candidates: w x g for g groups of ITEMS rows.
//
// Launch: g groups of ITEMS in one dimension.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void tournament_leaf(global const Element* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
                     global int* restrict candidates, long candidates_first, int candidates_rows, int candidates_cols,
                     int candidates_ld) {
    local Stack stack;
    const int row = (int)get_global_id(0);
    elect(a + a_first, a_cols, a_ld, row < a_rows ? row : -1,
          candidates + candidates_first + (long)get_group_id(0) * candidates_ld, &stack);
}

// candidates: w x g; winners: w x g'. Each group takes as many sets as it has work-items for.
//
// Launch: g' groups of ITEMS in one dimension.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void tournament_round(global const Element* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
                      global const int* restrict candidates, long candidates_first, int candidates_rows,
                      int candidates_cols, int candidates_ld, global int* restrict winners, long winners_first,
                      int winners_rows, int winners_cols, int winners_ld) {
    local Stack stack;
    const int item = (int)get_local_id(0);
    const int group = (int)get_group_id(0);
    const int sets = ITEMS / a_cols;
    const int set = group * sets + item / a_cols;
    const bool enters = item < sets * a_cols && set < candidates_cols;
    const int row = enters ? candidates[candidates_first + item % a_cols + (long)set * candidates_ld] : -1;
    elect(a + a_first, a_cols, a_ld, row, winners + winners_first + (long)group * winners_ld, &stack);
}

// The interchanges that bring row candidates(i) to row i, i = 0, 1, ..: item i follows that row through those before.
//
// Launch: one work-group of ITEMS. w <= ITEMS.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void tournament_moves(global const int* restrict candidates, long candidates_first, int candidates_rows,
                      int candidates_cols, int candidates_ld, global int* restrict moves, long moves_first,
                      int moves_rows, int moves_cols, int moves_ld) {
    local int pivots[ITEMS];
    const int item = (int)get_local_id(0);
    int position = item < candidates_rows ? candidates[candidates_first + item] : -1;
    for (int i = 0; i < candidates_rows; ++i) {
        if (item == i) pivots[i] = position;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (position == i) position = pivots[i];
    }
    list_interchanges(pivots, candidates_rows, moves + moves_first, moves_ld, item);
}
