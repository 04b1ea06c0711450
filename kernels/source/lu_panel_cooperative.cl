// A = P L U with partial pivoting, A being m x n with m >= n, by work-groups that run at once and keep the panel in
// registers: what they tell each other costs one exchange a column.
//
//   Each of ITEMS work-items of a group holds ROWS rows of A. Rows stay where they are: what an interchange changes is
//   the `position` of a row. A row that has become a pivot row is written to A at once, every other one at the end, each
//   at its position. LANES more work-items, the messenger, hold no rows; they talk with the other groups.
//
//   Step j      rows                                            messenger
//               find their candidate for pivot j ------- 1 ---> chooses the group's candidate, publishes its magnitude
//               subtract the rest of step j - 1                 and position
//               (the candidate) publishes its row <----- 2 ---- tells whose it is
//                                                               waits for the candidates of all groups, chooses the
//                                                               pivot, waits for its row
//               divide by the pivot, subtract what <---- 3 ---- copies it to local memory
//               step j contributes to column j + 1
//
//   1, 2 and 3 are barriers within the group; who stands at the arrow's tail need not wait. While a candidate travels,
//   the rest of the last step is subtracted.
//
//   The element of column j is always the first of a row's registers: a step moves all of them up by one, and puts the
//   new element of L at the end. So no index into a row is known at run time only, and rows stay in registers.
//
// How groups talk with each other is told in lu_panel_exchange.cl, which stands before this source.
//
// Launch: ceil(m / (ITEMS * ROWS)) groups of ITEMS + LANES in one dimension, at most MOST_GROUPS, all of which must run
// at once. n <= WIDTH. With PTX 1 it needs an NVIDIA device of compute capability 8.0 or more; with PTX 0 it is plain
// OpenCL C that relies on aligned accesses of 64 bits to be atomic.

// Rows --------------------------------------------------------------------------------------------------------------

// One step on a row: all elements move up by one, the `live` ones less l times the pivot row, and l is put at the end.
INLINE void subtract(private REAL* x, REAL l, local const REAL* pivot_row, int live) {
#pragma unroll
    for (int first = 0; first < WIDTH; first += CHUNK) {
        if (first + CHUNK < live) {
#pragma unroll
            for (int c = first; c < first + CHUNK; ++c)
                if (c + 1 < WIDTH) x[c] = fma(-l, pivot_row[c + 1], x[c + 1]);
        } else {
#pragma unroll
            for (int c = first; c < first + CHUNK; ++c)
                if (c + 1 < WIDTH) x[c] = c + 1 < live ? fma(-l, pivot_row[c + 1], x[c + 1]) : x[c + 1];
        }
    }
    x[WIDTH - 1] = l;
}

// Writes a row after `steps` steps to its place in A: n - steps elements of U, then those of L at the end of x.
INLINE void store_row(global REAL* a, int ld, uint position, private const REAL* x, int n, int steps) {
    const long stride = anew(ld);
#pragma unroll
    for (int c = 0; c < WIDTH; ++c) {
        const int column = c < n - steps ? steps + c : c - (WIDTH - steps);
        if (column >= 0) a[position + column * stride] = x[c];
    }
}

kernel __attribute__((reqd_work_group_size(ITEMS + LANES, 1, 1)))
void lu_panel(global REAL* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
              global int* restrict moves, long moves_first, int moves_rows, int moves_cols, int moves_ld,
              global int* scratch, long scratch_first, int scratch_rows, int scratch_cols, int scratch_ld,
              int epoch) {
    a += a_first;
    moves += moves_first;
    scratch += scratch_first;
    local REAL pivot_rows[2][WIDTH] __attribute__((aligned(16)));
    local REAL reciprocals[2];
    local uint pivot_position;
    local uint own_candidate;  // position of the group's candidate
    local Candidate candidates[ITEMS / LANES];
    const int item = (int)get_local_id(0);
    const bool messenger = item >= ITEMS;
    const int lane = item % LANES;
    const int group = (int)get_group_id(0);
    const int groups = (int)get_num_groups(0);
    const int first_row = group * ITEMS * ROWS + item;  // and ITEMS further, ...
    const int n = a_cols;

    REAL x[ROWS][WIDTH];
    REAL l[ROWS];
    uint position[ROWS];
    bool alive[ROWS];  // not a pivot row yet
    bool chosen[ROWS];
    if (!messenger) {
#pragma unroll
        for (int k = 0; k < ROWS; ++k) {
            const int r = first_row + k * ITEMS;
            position[k] = (uint)r;
            alive[k] = r < a_rows;
            chosen[k] = false;
            l[k] = 0;
#pragma unroll
            for (int c = 0; c < WIDTH; ++c) x[k][c] = r < a_rows && c < n ? a[r + (long)c * a_ld] : 0;
        }
        fence();  // what is read is read before another group learns of a candidate and writes to A
    }

    for (int j = 0; j < n; ++j) {
        const uint tag = (uint)epoch * 256 + (uint)j + 1;
        global ulong* headers = (global ulong*)scratch + (j & 1) * HALF;
        global ulong* slots = headers + MOST_GROUPS * HEADER;
        local REAL* last_pivot_row = pivot_rows[(j & 1) ^ 1];
        local REAL* pivot_row = pivot_rows[j & 1];

        if (!messenger) {
            Candidate best = no_candidate();
#pragma unroll
            for (int k = 0; k < ROWS; ++k) {
                const REAL next = j == 0 ? x[k][0] : fma(-l[k], last_pivot_row[1], x[k][1]);
                if (alive[k]) best = better(best, candidate(next, position[k]));
            }
            best = best_of_lanes(best);
            if (lane == 0) candidates[item / LANES] = best;
        }
        BARRIER_FOR_MESSENGER(1);
        if (messenger) {
            Candidate best = no_candidate();
            for (int w = lane; w < ITEMS / LANES; w += LANES) best = better(best, candidates[w]);
            best = best_of_lanes(best);
            if (lane == 0) {
                publish_candidate(headers + group * HEADER, tag, best);
                own_candidate = best.position;
            }
        } else if (j > 0) {
#pragma unroll
            for (int k = 0; k < ROWS; ++k) {
                if (chosen[k]) {
                    store_row(a, a_ld, position[k], x[k], n, j - 1);
                    chosen[k] = false;
                }
                subtract(x[k], l[k], last_pivot_row, n - j + 1);
            }
        }
        BARRIER_FOR_ROWS(2);
        if (messenger) {
            uint from_group;
            const Candidate pivot = choose_pivot(headers, groups, tag, lane, &from_group);
            if (j == 0) fence();
            if (lane == 0) {
                pivot_position = pivot.position;
                if (group == 0) moves[j] = (int)pivot.position;
            }
            const REAL reciprocal = 1 / magnitude_of(pivot);
            fetch_row(pivot_row, slots + (long)from_group * SLOT, n - j, tag, lane);
            if (lane == 0) reciprocals[j & 1] = pivot_row[0] < 0 ? -reciprocal : reciprocal;
        } else {
            const uint own = own_candidate;
#pragma unroll
            for (int k = 0; k < ROWS; ++k)
                if (alive[k] && position[k] == own) {
#pragma unroll
                    for (int c = 0; c < WIDTH; ++c)
                        if (c < n - j) publish_element(slots + (long)group * SLOT + 2 * c, tag, x[k][c]);
                }
        }
        BARRIER_FOR_ALL(3);
        if (!messenger) {
            const uint p = pivot_position;
            const REAL pivot = pivot_row[0];
            const REAL reciprocal = reciprocals[j & 1];
#pragma unroll
            for (int k = 0; k < ROWS; ++k) {
                l[k] = divide_by_pivot(x[k][0], pivot, reciprocal);
                if (!alive[k]) continue;
                if (position[k] == p) {
                    position[k] = (uint)j;
                    alive[k] = false;
                    chosen[k] = true;
                    const int r = first_row + k * ITEMS;
                    moves[j + moves_ld] = r == j ? -1 : j;
                    moves[j + 2L * moves_ld] = r;
                } else if (position[k] == (uint)j) {
                    position[k] = p;
                }
            }
        }
    }

    if (!messenger) {
#pragma unroll
        for (int k = 0; k < ROWS; ++k) {
            const int r = first_row + k * ITEMS;
            if (chosen[k])
                store_row(a, a_ld, position[k], x[k], n, n - 1);
            else if (alive[k]) {
                subtract(x[k], l[k], pivot_rows[(n - 1) & 1], 1);
                store_row(a, a_ld, position[k], x[k], n, n);
            }
            if (r < n) {
                moves[n + r + moves_ld] = alive[k] ? (int)position[k] : -1;
                moves[n + r + 2L * moves_ld] = r;
            }
        }
    }
}
