// A = Q R, A being m x n with m >= n, by work-groups that run at once and keep the panel in registers: what they tell each
// other costs one exchange a column.
//
//   Each of ITEMS work-items of a group holds ROWS rows of A. All groups do the same in step j, with x for column j below
//   the diagonal:
//
//     add up the products of x with all columns over the group's rows, and publish the sums; the first group
//     publishes row j, too
//     wait for the sums of all groups, and add them up in the groups' order
//     make of them the reflector of column j, what it takes from the columns behind, and V^T v for T
//     subtract
//
//   Columns are divided by powers of 2 before, so that no square overflows. What powers is found by one more exchange.
//
//   Steps are taken CHUNK at a time, unrolled: x[c] of a row is then the element of column (first + c) mod WIDTH, with the
//   column `first` of the first step. So the compiler knows all indices into a row, and rows stay in registers. Sums have
//   the places of the elements that they belong to.
//
// qr_exchange.cl stands before this source and tells how groups agree.
//
// Launch: ceil(m / (ITEMS * ROWS)) groups of ITEMS in one dimension, at most MOST_GROUPS. All of them must run at once.
// n <= WIDTH <= 32, ITEMS is a multiple of 32 and of WIDTH, and at least 2 WIDTH. Operands and scalar as
// kernels/qr/qr_panel.hpp says.

#ifndef ROWS
#define ROWS 1
#endif

#ifndef CHUNK
#define CHUNK 2  // more steps do not stay in the cache of instructions
#endif
#define CHUNKS (WIDTH / CHUNK)

INLINE int row_of(Panel p, int k) {
    return (p.group * ROWS + k) * ITEMS + p.item;
}

typedef struct {
    REAL x[WIDTH];
} Row;

INLINE void load_rows(private Row* row, Panel p, global const REAL* a, int ld) {
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
        const int r = row_of(p, k);
#pragma unroll
        for (int c = 0; c < WIDTH; ++c) row[k].x[c] = r < p.m && c < p.n ? a[r + (long)c * ld] : 0;
    }
}

// Divides columns by powers of 2.
INLINE void scale_columns(private Row* row, Panel p) {
    REAL largest[WIDTH];
#pragma unroll
    for (int c = 0; c < WIDTH; ++c) {
        largest[c] = 0;
#pragma unroll
        for (int k = 0; k < ROWS; ++k) largest[c] = fmax(largest[c], fabs(row[k].x[c]));
    }
    if (p.item < WIDTH) p.shared->row[p.item] = 0;
    exchange(p, largest, 0, true);
    if (p.item < WIDTH) p.shared->powers[p.item] = power_of(of_all_groups(p, p.item, true));
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int c = 0; c < WIDTH; ++c) {
        const REAL factor = 1 / p.shared->powers[c];
#pragma unroll
        for (int k = 0; k < ROWS; ++k) row[k].x[c] *= factor;
    }
}

// The elements of a chunk that is done go behind the others.
INLINE void turn(private Row* row) {
    REAL done[CHUNK];
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
#pragma unroll
        for (int c = 0; c < CHUNK; ++c) done[c] = row[k].x[c];
#pragma unroll
        for (int c = 0; c < WIDTH; ++c) row[k].x[c] = c + CHUNK < WIDTH ? row[k].x[c + CHUNK] : done[c + CHUNK - WIDTH];
    }
}

// The products of x with all columns over this work-item's rows, exchanged.
INLINE void multiply(private const Row* row, Panel p, int j, int s) {
    REAL product[WIDTH];
#pragma unroll
    for (int c = 0; c < WIDTH; ++c) product[c] = 0;
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
        const REAL x = row_of(p, k) > j ? row[k].x[s] : 0;
#pragma unroll
        for (int c = 0; c < WIDTH; ++c) product[c] = fma(x, row[k].x[c], product[c]);
        if (row_of(p, k) == j) {
#pragma unroll
            for (int c = 0; c < WIDTH; ++c) p.shared->row[c] = row[k].x[c];
        }
    }
    exchange(p, product, j + 1, false);
}

INLINE void subtract(private Row* row, Panel p, int j, int s) {
    const Reflector h = p.shared->h;
    const int live = CHUNKS - j / CHUNK;  // chunks of columns that are not done
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
        const int r = row_of(p, k);
        if (r < j) continue;
        const REAL v = r == j ? 1 : h.scale == 0 ? 0 : h.scale * row[k].x[s];
        row[k].x[s] = r == j ? h.beta : v;
#pragma unroll
        for (int q = 0; q < CHUNKS; ++q)
            if (q < live) {
#pragma unroll
                for (int c = q * CHUNK; c < (q + 1) * CHUNK; ++c)
                    if (c > s) row[k].x[c] = fma(-v, p.shared->taken[c], row[k].x[c]);
            }
    }
}

INLINE void store_rows(private const Row* row, Panel p, global REAL* a, int ld, global REAL* v, int v_ld) {
    const int first = (p.n - 1) / CHUNK * CHUNK;
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
        const int r = row_of(p, k);
#pragma unroll
        for (int c = 0; c < WIDTH; ++c) {
            const int column = column_of(c, first);
            if (r < p.m && column < p.n) {
                const REAL x = row[k].x[c];
                a[r + (long)column * ld] = r <= column ? x * p.shared->powers[column] : x;
                v[r + (long)column * v_ld] = r < column ? 0 : r == column ? 1 : x;
            }
        }
    }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void qr_panel(global REAL* restrict a, long a_first, int m, int n, int a_ld,
              global REAL* restrict v, long v_first, int v_rows, int v_cols, int v_ld,
              global REAL* restrict tau, long tau_first, int tau_rows, int tau_cols, int tau_ld,
              global REAL* restrict t, long t_first, int t_rows, int t_cols, int t_ld,
              global int* scratch, long scratch_first, int scratch_rows, int scratch_cols, int scratch_ld, int epoch) {
    local Shared shared __attribute__((aligned(16)));
    const Panel p = {(global ulong*)(scratch + scratch_first), &shared, (uint)epoch, m, n,
                     (int)get_local_id(0), (int)get_group_id(0), (int)get_num_groups(0)};
    Row row[ROWS];
    load_rows(row, p, a + a_first, a_ld);
    scale_columns(row, p);
    for (int first = 0; first < n; first += CHUNK) {
        if (first > 0) turn(row);
#if PTX
#pragma unroll
#endif
        for (int s = 0; s < CHUNK; ++s)
            if (first + s < n) {
                multiply(row, p, first + s, s);
                reflect(p, first + s, s);
                subtract(row, p, first + s, s);
            }
    }
    store_rows(row, p, a + a_first, a_ld, v + v_first, v_ld);
    if (p.group == 0 && p.item < n) {
        tau[tau_first + p.item] = shared.taus[p.item];
        make_row_of_t(p.item, n, shared.taus, shared.products, t + t_first, t_ld);
    }
}
