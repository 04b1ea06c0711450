// A = P L U with partial pivoting, A being m x n with m >= n, by work-groups that run at once and keep the panel in
// registers: what they tell each other costs one exchange a column.
//
//   Each of ITEMS work-items of a group holds ROWS rows of A. Rows stay where they are: an interchange changes the
//   `position` of a row. Rows that are not pivot rows are written to A at the end, each at its position. LANES more
//   work-items, the messenger, hold no rows. They talk with the other groups.
//
//   Step j      rows                                            messenger
//               find their candidate for pivot j ------- 1 ---> chooses the group's candidate, publishes its magnitude
//               subtract the rest of step j - 1
//               (the candidate) publishes its row <----- 2 ---- tells whose it is
//                                                               waits for the candidates of all groups, chooses the
//                                                               pivot, waits for its row and position
//               divide by the pivot               <----- 3 ---- copies it to local memory; one group's writes it to A
//
//   1, 2 and 3 are barriers within the group. The side at the arrow's tail does not wait. While a candidate travels, the
//   rest of the last step is subtracted. In each step all groups wait for the slowest one. So no group gets more to do
//   than the others if its row becomes a pivot row.
//
//   Steps are taken CHUNK at a time, unrolled: x[c] of a row is then the element of column (first + c) mod WIDTH, with
//   the column `first` of the first step. So the compiler knows all indices into a row, and rows stay in registers.
//
// lu_panel_exchange.cl stands before this source and tells how groups talk with each other.
//
// Launch: ceil(m / (ITEMS * ROWS)) groups of ITEMS + LANES in one dimension, at most MOST_GROUPS. All of them must run at
// once. n <= WIDTH. With PTX 1 it needs an NVIDIA device of compute capability 8.0 or more. With PTX 0 it is plain OpenCL
// C and relies on aligned accesses of 64 bits to be atomic.

#define CHUNK (WIDTH < 8 ? WIDTH : 8)
#define CHUNKS (WIDTH / CHUNK)

// What a group's work-items share.
typedef struct {
    Element pivot_rows[2][WIDTH + CHUNK];  // of this step and of the last
    Element candidate_row[WIDTH];
    Part reciprocals[2];  // of the pivots' magnitudes
    uint pivot_position;
    uint own_candidate;  // position of the group's candidate
    Candidate candidates[ITEMS / LANES];
} Shared;

// What a work-item knows of the panel.
typedef struct {
    global Element* a;
    global int* moves;
    global ulong* scratch;
    local Shared* shared;
    uint epoch;
    int n, ld, moves_ld, group, groups, lane;
} Panel;

INLINE uint tag_of(Panel p, int j) {
    return p.epoch * 256 + (uint)j + 1;
}

INLINE global ulong* headers_of(Panel p, int j) {
    return p.scratch + (j & 1) * HALF;
}

INLINE global ulong* slots_of(Panel p, int j) {
    return headers_of(p, j) + COPIES * MOST_GROUPS * HEADER;
}

// The column of x[c].
INLINE int column_of(int c, int first) {
    return first + c < WIDTH ? first + c : first + c - WIDTH;
}

// The messenger's part of step j ------------------------------------------------------------------------------------

INLINE void send_candidate(Panel p, int j) {
    Candidate best = no_candidate();
#pragma unroll
    for (int e = 0; e < EACH(ITEMS / LANES); ++e)
        if (p.lane + e * LANES < ITEMS / LANES) best = better(best, p.shared->candidates[p.lane + e * LANES]);
    best = best_of_lanes(best);
    publish_candidate(headers_of(p, j), tag_of(p, j), best, p.group, p.lane);
    if (p.lane == 0) p.shared->own_candidate = best.position;
}

INLINE bool stores_pivot_row(Panel p, int j) {
    return p.group == j % p.groups;
}

INLINE void receive_pivot(Panel p, int j) {
    const uint tag = tag_of(p, j);
    const int count = (stores_pivot_row(p, j) ? WIDTH : WIDTH - j / CHUNK * CHUNK) * PARTS;
    global const ulong* slots = slots_of(p, j);
    Candidate of_group[EACH(MOST_GROUPS)];
    wait_for_candidates(of_group, headers_of(p, j) + p.group % COPIES * MOST_GROUPS * HEADER, p.groups, tag, p.lane);
    if (j == 0) fence();
    Candidate pivot = choose_group(of_group, p.groups, p.lane);
    Incoming incoming = read_row(slots + (int)pivot.position * SLOT, count, p.lane);
    // While it is on its way:
    if (p.lane == 0) p.shared->reciprocals[j & 1] = 1 / magnitude_of(pivot);
    if (is_tie(of_group, pivot, p.groups, p.lane)) {
        pivot.position = uppermost_group(of_group, pivot, slots, p.groups, tag, p.lane);
        incoming = read_row(slots + (int)pivot.position * SLOT, count, p.lane);
    }
    while (!has_arrived(incoming, tag)) incoming = read_row(slots + (int)pivot.position * SLOT, count, p.lane);
    local Part* row = (local Part*)p.shared->pivot_rows[j & 1];
#pragma unroll
    for (int e = 0; e < EACH(PARTS_OF_ROW); ++e)
        if (p.lane + e * LANES < count) row[p.lane + e * LANES] = element(incoming.parts[e]);
    if (p.lane == 0) p.shared->pivot_position = (uint)incoming.position.x;
}

INLINE void store_pivot_row(Panel p, int j) {
    if (p.group == 0 && p.lane == 0) p.moves[j] = (int)p.shared->pivot_position;
    if (!stores_pivot_row(p, j)) return;
    local const Element* row = p.shared->pivot_rows[j & 1];
    for (int c = p.lane; c < WIDTH; c += LANES) {
        const int column = column_of(c, j / CHUNK * CHUNK);
        if (column < p.n) p.a[j + (long)column * p.ld] = row[c];
    }
}

// The rows' part of step j = first + s ------------------------------------------------------------------------------

typedef struct {
    Element x[WIDTH];
    Element l;  // its multiplier in the last step
    uint position;
    bool alive;  // not a pivot row yet
} Row;

// The pivot row of the step before. Its elements have the places of those of x.
INLINE local const Element* last_pivot_row(Panel p, int j, int s) {
    return p.shared->pivot_rows[(j & 1) ^ 1] + (s == 0 ? CHUNK : 0);
}

INLINE void load_rows(private Row* row, Panel p, int rows, int item) {
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
        const int r = (p.group * ROWS + k) * ITEMS + item;
        row[k].position = (uint)r;
        row[k].alive = r < rows;
        row[k].l = number(0);
#pragma unroll
        for (int c = 0; c < WIDTH; ++c) row[k].x[c] = r < rows && c < p.n ? p.a[r + (long)c * p.ld] : number(0);
    }
    fence();  // what is read is read before another group learns of a candidate and writes to A
}

// The elements of a chunk that is done go behind the others.
INLINE void turn(private Row* row) {
    Element done[CHUNK];
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
#pragma unroll
        for (int c = 0; c < CHUNK; ++c) done[c] = row[k].x[c];
#pragma unroll
        for (int c = 0; c < WIDTH; ++c) row[k].x[c] = c + CHUNK < WIDTH ? row[k].x[c + CHUNK] : done[c + CHUNK - WIDTH];
    }
}

INLINE void find_candidate(private Row* row, Panel p, int j, int s, int item) {
    Candidate best = no_candidate();
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
        if (j > 0) row[k].x[s] = multiply_add(-row[k].l, last_pivot_row(p, j, s)[s], row[k].x[s]);
        if (row[k].alive) best = better(best, candidate(row[k].x[s], row[k].position));
    }
    if (best_lane(best) == (uint)p.lane) p.shared->candidates[item / LANES] = best;
}

// What the last step subtracts from the columns behind this one's.
INLINE void subtract(private Row* row, Panel p, int j, int s) {
    if (j == 0) return;
    local const Element* pivot_row = last_pivot_row(p, j, s);
    const int live = CHUNKS - j / CHUNK;  // chunks that have such columns
#pragma unroll
    for (int q = 0; q < CHUNKS; ++q)
        if (q < live) {
#pragma unroll
            for (int k = 0; k < ROWS; ++k)
#pragma unroll
                for (int c = q * CHUNK; c < (q + 1) * CHUNK; ++c)
                    if (c > s) row[k].x[c] = multiply_add(-row[k].l, pivot_row[c], row[k].x[c]);
        }
}

INLINE void send_row(private const Row* row, Panel p, int j) {
    const uint own = p.shared->own_candidate;
    bool mine = false;
#pragma unroll
    for (int k = 0; k < ROWS; ++k)
        if (row[k].alive && row[k].position == own) {
            mine = true;
#pragma unroll
            for (int c = 0; c < WIDTH; ++c) p.shared->candidate_row[c] = row[k].x[c];
        }
    if (lanes_where(mine) == 0) return;
    meet_lanes();
    publish_row(slots_of(p, j) + p.group * SLOT, tag_of(p, j), (local const Part*)p.shared->candidate_row, own, p.lane);
}

INLINE void divide(private Row* row, Panel p, int j, int s, int item) {
    const uint pivot_position = p.shared->pivot_position;
    const Element pivot = p.shared->pivot_rows[j & 1][s];
    const Element reciprocal = reciprocal_of(pivot, p.shared->reciprocals[j & 1]);
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
        row[k].l = divide_by_pivot(row[k].x[s], pivot, reciprocal);
        if (!row[k].alive) continue;
        if (row[k].position == pivot_position) {
            row[k].alive = false;
            const int r = (p.group * ROWS + k) * ITEMS + item;
            p.moves[j + p.moves_ld] = r == j ? -1 : j;
            p.moves[j + 2L * p.moves_ld] = r;
        } else {
            row[k].x[s] = row[k].l;
            if (row[k].position == (uint)j) row[k].position = pivot_position;
        }
    }
}

INLINE void store_rows(private const Row* row, Panel p, int item) {
    const int first = (p.n - 1) / CHUNK * CHUNK;
    const long stride = anew(p.ld);
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
        const int r = (p.group * ROWS + k) * ITEMS + item;
        if (row[k].alive) {
#pragma unroll
            for (int c = 0; c < WIDTH; ++c)
                if (column_of(c, first) < p.n) p.a[row[k].position + column_of(c, first) * stride] = row[k].x[c];
        }
        if (r < p.n) {
            p.moves[p.n + r + p.moves_ld] = row[k].alive ? (int)row[k].position : -1;
            p.moves[p.n + r + 2L * p.moves_ld] = r;
        }
    }
}

// -------------------------------------------------------------------------------------------------------------------

kernel __attribute__((reqd_work_group_size(ITEMS + LANES, 1, 1)))
void lu_panel(global Element* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
              global int* restrict moves, long moves_first, int moves_rows, int moves_cols, int moves_ld,
              global int* scratch, long scratch_first, int scratch_rows, int scratch_cols, int scratch_ld,
              int epoch) {
    local Shared shared __attribute__((aligned(16)));
    const int item = (int)get_local_id(0);
    const bool messenger = item >= ITEMS;
    const Panel p = {a + a_first, moves + moves_first, (global ulong*)(scratch + scratch_first), &shared, (uint)epoch,
                     a_cols, a_ld, moves_ld, (int)get_group_id(0), (int)get_num_groups(0), item % LANES};
    Row row[ROWS];

#if PTX
    // Apart, so that registers that hold rows are not taken from the messenger's.
    if (messenger) {
        for (int j = 0; j < p.n; ++j) {
            wait(1);
            send_candidate(p, j);
            arrive(2);
            receive_pivot(p, j);
            wait(3);
            store_pivot_row(p, j);
        }
        return;
    }
    load_rows(row, p, a_rows, item);
    for (int first = 0; first < p.n; first += CHUNK) {
        if (first > 0) turn(row);
#pragma unroll
        for (int s = 0; s < CHUNK; ++s)
            if (first + s < p.n) {
                find_candidate(row, p, first + s, s, item);
                arrive(1);
                subtract(row, p, first + s, s);
                wait(2);
                send_row(row, p, first + s);
                wait(3);
                divide(row, p, first + s, s, item);
            }
    }
    store_rows(row, p, item);
#else
    if (!messenger) load_rows(row, p, a_rows, item);
    for (int j = 0; j < p.n; ++j) {
        const int s = j % CHUNK;
        if (!messenger) {
            if (s == 0 && j > 0) turn(row);
            find_candidate(row, p, j, s, item);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (messenger)
            send_candidate(p, j);
        else
            subtract(row, p, j, s);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (messenger)
            receive_pivot(p, j);
        else
            send_row(row, p, j);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (messenger)
            store_pivot_row(p, j);
        else
            divide(row, p, j, s, item);
    }
    if (!messenger) store_rows(row, p, item);
#endif
}
