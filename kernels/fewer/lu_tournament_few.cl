// The kernels of lu_tournament.cl for devices whose work-groups have fewer work-items than the ROWS rows of an election:
// work-item t has the rows t, t + ITEMS, ... of the stack, EACH of them. The winners are the same.
//
// lu_panel_common.cl stands before this source.

#ifndef WIDTH
#define WIDTH 64  // the most columns of a panel
#endif
#ifndef ROWS
#define ROWS 256  // a multiple of ITEMS
#endif

#define EACH (ROWS / ITEMS)

typedef struct {
    Part value[ITEMS];
    int position[ITEMS];
    Element pivot_row[WIDTH];
} Stack;

// Row numbers of the winners in order; `row` are those of a work-item's rows, or -1.
static inline void elect(global const Element* a, int cols, int ld, const int* row, global int* winners, local Stack* stack) {
    const int item = (int)get_local_id(0);
    int position[EACH];
    Element x[EACH][WIDTH];
    for (int e = 0; e < EACH; ++e) {
        position[e] = item + e * ITEMS;
        for (int c = 0; c < cols; ++c) x[e][c] = row[e] >= 0 ? a[row[e] + (long)c * ld] : number(0);
    }
    for (int j = 0; j < cols; ++j) {
        Part best = -3;
        int place = ROWS;
        for (int e = 0; e < EACH; ++e) {
            const Part value = position[e] < j ? -2 : row[e] < 0 ? -1 : weight(x[e][j]);
            if (value > best || (value == best && position[e] < place)) {
                best = value;
                place = position[e];
            }
        }
        stack->value[item] = best;
        stack->position[item] = place;
        const int p = choose(stack->value, stack->position, item);
        for (int e = 0; e < EACH; ++e) {
            if (position[e] == p) {
                winners[j] = row[e];
                for (int c = j; c < cols; ++c) stack->pivot_row[c] = x[e][c];
            }
            position[e] = position[e] == p ? j : position[e] == j ? p : position[e];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const Element pivot = stack->pivot_row[j];
        const Element reciprocal = reciprocal_of(pivot, 1 / magnitude(pivot));
        for (int e = 0; e < EACH; ++e) {
            const Element l = divide_by_pivot(x[e][j], pivot, reciprocal);
            for (int c = j + 1; c < cols; ++c) x[e][c] = multiply_add(-l, stack->pivot_row[c], x[e][c]);
        }
    }
}

// Launch: a group of ITEMS for each ROWS rows, in one dimension.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void tournament_leaf_few(global const Element* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
                         global int* restrict candidates, long candidates_first, int candidates_rows, int candidates_cols,
                         int candidates_ld) {
    local Stack stack;
    int row[EACH];
    for (int e = 0; e < EACH; ++e) {
        row[e] = (int)get_group_id(0) * ROWS + (int)get_local_id(0) + e * ITEMS;
        if (row[e] >= a_rows) row[e] = -1;
    }
    elect(a + a_first, a_cols, a_ld, row, candidates + candidates_first + (long)get_group_id(0) * candidates_ld, &stack);
}

// Launch: a group of ITEMS for each column of winners, in one dimension.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void tournament_round_few(global const Element* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
                          global const int* restrict candidates, long candidates_first, int candidates_rows,
                          int candidates_cols, int candidates_ld, global int* restrict winners, long winners_first,
                          int winners_rows, int winners_cols, int winners_ld) {
    local Stack stack;
    const int group = (int)get_group_id(0);
    const int sets = ROWS / a_cols;
    int row[EACH];
    for (int e = 0; e < EACH; ++e) {
        const int entrant = (int)get_local_id(0) + e * ITEMS;
        const int set = group * sets + entrant / a_cols;
        const bool enters = entrant < sets * a_cols && set < candidates_cols;
        row[e] = enters ? candidates[candidates_first + entrant % a_cols + (long)set * candidates_ld] : -1;
    }
    elect(a + a_first, a_cols, a_ld, row, winners + winners_first + (long)group * winners_ld, &stack);
}

// Launch: one work-group of ITEMS. w <= ROWS.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void tournament_moves_few(global const int* restrict candidates, long candidates_first, int candidates_rows,
                          int candidates_cols, int candidates_ld, global int* restrict moves, long moves_first,
                          int moves_rows, int moves_cols, int moves_ld) {
    local int pivots[ROWS];
    const int item = (int)get_local_id(0);
    int position[EACH];
    for (int e = 0; e < EACH; ++e) {
        const int candidate = item + e * ITEMS;
        position[e] = candidate < candidates_rows ? candidates[candidates_first + candidate] : -1;
    }
    for (int i = 0; i < candidates_rows; ++i) {
        if (i % ITEMS == item) pivots[i] = position[i / ITEMS];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int e = 0; e < EACH; ++e)
            if (position[e] == i) position[e] = pivots[i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    list_interchanges(pivots, candidates_rows, moves + moves_first, moves_ld, item);
}
