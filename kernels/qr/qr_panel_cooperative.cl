// A = Q R, A being m x n with m >= n, by work-groups that run at once and keep the panel in registers: what they tell each
// other costs one exchange a column.
//
//   SPREAD work-items of a group share HELD rows: each has some columns of all of them. All groups do the same in step j,
//   with x for column j below the diagonal:
//
//     add up the products of x with all columns over the group's rows, and publish the sums; the first group
//     publishes row j, too
//     wait for the sums of all groups, and add them up in the groups' order
//     make of them the reflector of column j, what it takes from the columns behind, and V^H v for T
//     subtract
//
//   Columns are divided by powers of 2 before, so that no square overflows. What powers is found by one more exchange.
//
//   Column j is element e of those items that have it; the loop over e is unrolled. So the compiler knows all indices into
//   rows, and rows stay in registers.
//
// qr_exchange.cl stands before this source and tells how groups agree.
//
// Launch: ceil(m / (ITEMS * ROWS)) groups of ITEMS in one dimension, at most MOST_GROUPS. All of them must run at once.
// n <= WIDTH <= 32, ITEMS is a multiple of 32 and of WIDTH, and at least 8 WIDTH. Operands and scalar as
// kernels/qr/qr_panel.hpp says.

#ifndef ROWS
#define ROWS 1
#endif

#define HELD (ROWS * SPREAD)      // rows of an item, ITEMS / SPREAD apart
#define APART (ITEMS / SPREAD)  // at least WIDTH: what stands above a diagonal is an item's first row

typedef struct {
    Element x[COLS];
} Row;

INLINE int row_of(Panel p, int k) {
    return (p.group * HELD + k) * APART + p.item / SPREAD;
}

INLINE void load_rows(private Row* row, Panel p, global const Element* a, int ld) {
#pragma unroll
    for (int e = 0; e < COLS; ++e) {
        const int c = column_of(p, e);
#pragma unroll
        for (int k = 0; k < HELD; ++k) {
            const int r = row_of(p, k);
            row[k].x[e] = r < p.m && c < p.n ? a[r + (long)c * ld] : number(0);
        }
    }
}

// Divides columns by powers of 2.
INLINE void scale_columns(private Row* row, Panel p) {
    Element largest[COLS];
#pragma unroll
    for (int e = 0; e < COLS; ++e) {
        largest[e] = number(0);
#pragma unroll
        for (int k = 0; k < HELD; ++k) largest[e] = fmax(largest[e], fabs(row[k].x[e]));
    }
    agree_on_powers(p, largest);
#pragma unroll
    for (int e = 0; e < COLS; ++e) {
        const Part factor = 1 / p.shared->powers[column_of(p, e)];
#pragma unroll
        for (int k = 0; k < HELD; ++k) row[k].x[e] *= factor;
    }
}

// Column j of this item's rows from row j on; it is element e of some items.
INLINE void find_column(private const Row* row, Panel p, int j, int e, private Element* x) {
    const int lane = p.item % LANES / SPREAD * SPREAD + j % SPREAD;
#pragma unroll
    for (int k = 0; k < HELD; ++k) x[k] = of_lane(row[k].x[e], lane);
    if (row_of(p, 0) < j) x[0] = number(0);
}

// The reflector of column j, of its products with all columns.
INLINE void reflect(private const Row* row, Panel p, int j, private const Element* x) {
    Element product[COLS];
    const Element first = row_of(p, 0) == j ? number(0) : x[0];
#pragma unroll
    for (int e = 0; e < COLS; ++e) product[e] = multiply(conjugate(first), row[0].x[e]);
#pragma unroll
    for (int k = 1; k < HELD; ++k)
#pragma unroll
        for (int e = 0; e < COLS; ++e) product[e] = multiply_add(conjugate(x[k]), row[k].x[e], product[e]);
    if (row_of(p, 0) == j) {
#pragma unroll
        for (int e = 0; e < COLS; ++e) p.shared->row[column_of(p, e)] = row[0].x[e];
    }
    agree_on_reflector(p, product, j);
}

INLINE void subtract(private Row* row, Panel p, int j, int e, private const Element* x) {
    const Reflector h = p.shared->h;
    const bool has_column = p.item % SPREAD == j % SPREAD;
    Element taken[COLS];
#pragma unroll
    for (int f = 0; f < COLS; ++f) taken[f] = p.shared->taken[column_of(p, f)];
#pragma unroll
    for (int k = 0; k < HELD; ++k) {
        const int r = row_of(p, k);
        if (k == 0 && r < j) continue;
        const bool on_diagonal = k == 0 && r == j;
        const Element v = on_diagonal ? number(1) : below_diagonal(h, x[k]);
#pragma unroll
        for (int f = 0; f < COLS; ++f)
            if (f >= e) row[k].x[f] = multiply_add(-v, taken[f], row[k].x[f]);
        if (has_column) row[k].x[e] = on_diagonal ? number(h.beta) : v;
    }
}

INLINE void store_rows(private const Row* row, Panel p, global Element* a, int ld, global Element* v, int v_ld) {
#pragma unroll
    for (int e = 0; e < COLS; ++e) {
        const int c = column_of(p, e);
        if (c < p.n) {
            const Part power = p.shared->powers[c];
#pragma unroll
            for (int k = 0; k < HELD; ++k) {
                const int r = row_of(p, k);
                const Element x = row[k].x[e];
                if (r < p.m) {
                    a[r + (long)c * ld] = r <= c ? x * power : x;
                    v[r + (long)c * v_ld] = r < c ? number(0) : r == c ? number(1) : x;
                }
            }
        }
    }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void qr_panel(global Element* restrict a, long a_first, int m, int n, int a_ld,
              global Element* restrict v, long v_first, int v_rows, int v_cols, int v_ld,
              global Element* restrict tau, long tau_first, int tau_rows, int tau_cols, int tau_ld,
              global Element* restrict t, long t_first, int t_rows, int t_cols, int t_ld,
              global int* scratch, long scratch_first, int scratch_rows, int scratch_cols, int scratch_ld, int epoch) {
    local Shared shared __attribute__((aligned(16)));
    const Panel p = {(global ulong*)(scratch + scratch_first), &shared, (uint)epoch, m, n,
                     (int)get_local_id(0), (int)get_group_id(0), (int)get_num_groups(0)};
    Row row[HELD];
    load_rows(row, p, a + a_first, a_ld);
    scale_columns(row, p);
#if PTX
#pragma unroll
#endif
    for (int e = 0; e < COLS; ++e)
        for (int j = e * SPREAD; j < min((e + 1) * SPREAD, n); ++j) {
            Element x[HELD];
            find_column(row, p, j, e, x);
            reflect(row, p, j, x);
            subtract(row, p, j, e, x);
        }
    store_rows(row, p, a + a_first, a_ld, v + v_first, v_ld);
    if (p.group == 0 && p.item < n) {
        tau[tau_first + p.item] = shared.taus[p.item];
        make_row_of_t(p.item, n, shared.taus, shared.products, t + t_first, t_ld);
    }
}
