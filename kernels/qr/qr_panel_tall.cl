// A = Q R, A being m x n with m >= n, by work-groups that run at once and leave the panel in global memory: for panels that
// are too tall for registers.
//
//   Step j goes over all rows once: each loses what the reflector of step j - 1 takes, and its products with column j are
//   added up. What groups tell each other in a step is as in qr_panel_cooperative.cl.
//
//   Columns keep the powers of 2 that they are divided by until the end, and what is below the diagonal is v at once.
//
// qr_exchange.cl stands before this source and tells how groups agree. SPREAD is 1: an item has whole rows.
//
// Launch: at most MOST_GROUPS groups of ITEMS in one dimension. All of them must run at once. n <= WIDTH <= 32, ITEMS is a
// multiple of 32 and of WIDTH, and at least 2 WIDTH. Operands and scalar as kernels/qr/qr_panel.hpp says.

// Rows of an item.
#define FIRST_ROW(p) ((p).group * ITEMS + (p).item)
#define STRIDE(p) ((p).groups * ITEMS)

// Divides columns by powers of 2.
INLINE void scale_columns(Panel p, global Element* a, int ld) {
    Element largest[WIDTH];
#pragma unroll
    for (int c = 0; c < WIDTH; ++c) largest[c] = number(0);
    for (int r = FIRST_ROW(p); r < p.m; r += STRIDE(p))
#pragma unroll
        for (int c = 0; c < WIDTH; ++c)
            if (c < p.n) largest[c] = fmax(largest[c], fabs(a[r + (long)c * ld]));
    agree_on_powers(p, largest);
    for (int r = FIRST_ROW(p); r < p.m; r += STRIDE(p))
#pragma unroll
        for (int c = 0; c < WIDTH; ++c)
            if (c < p.n) a[r + (long)c * ld] *= 1 / p.shared->powers[c];
}

// Takes from row r what the reflector of column j - 1 takes, and adds its products with column j.
INLINE void pass_row(Panel p, int j, int r, global Element* row, int ld, private Element* product) {
    const Reflector h = p.shared->h;
    const bool loses = j > 0 && r >= j - 1;
    Element v = number(0);
    if (loses) {
        v = r == j - 1 ? number(1) : below_diagonal(h, row[(long)(j - 1) * ld]);
        row[(long)(j - 1) * ld] = r == j - 1 ? number(h.beta) : v;
    }
    Element x = j < p.n && r > j ? row[(long)j * ld] : number(0);
    if (loses && j < p.n && r > j) x = multiply_add(-v, p.shared->taken[j], x);
#pragma unroll
    for (int c = 0; c < WIDTH; ++c)
        if (c < p.n) {
            Element element = row[(long)c * ld];
            if (loses && c >= j) {
                element = multiply_add(-v, p.shared->taken[c], element);
                row[(long)c * ld] = element;
            }
            product[c] = multiply_add(conjugate(x), element, product[c]);
            if (r == j) p.shared->row[c] = element;
        }
}

INLINE void pass_rows(Panel p, int j, global Element* a, int ld, private Element* product) {
#pragma unroll
    for (int c = 0; c < WIDTH; ++c) product[c] = number(0);
    for (int r = FIRST_ROW(p); r < p.m; r += STRIDE(p)) pass_row(p, j, r, a + r, ld, product);
}

INLINE void store_rows(Panel p, global Element* a, int ld, global Element* v, int v_ld) {
    for (int r = FIRST_ROW(p); r < p.m; r += STRIDE(p))
        for (int c = 0; c < p.n; ++c) {
            const Element x = a[r + (long)c * ld];
            if (r <= c) a[r + (long)c * ld] = x * p.shared->powers[c];
            v[r + (long)c * v_ld] = r < c ? number(0) : r == c ? number(1) : x;
        }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void qr_panel(global Element* a, long a_first, int m, int n, int a_ld,
              global Element* restrict v, long v_first, int v_rows, int v_cols, int v_ld,
              global Element* restrict tau, long tau_first, int tau_rows, int tau_cols, int tau_ld,
              global Element* restrict t, long t_first, int t_rows, int t_cols, int t_ld,
              global int* scratch, long scratch_first, int scratch_rows, int scratch_cols, int scratch_ld, int epoch) {
    local Shared shared __attribute__((aligned(16)));
    const Panel p = {(global ulong*)(scratch + scratch_first), &shared, (uint)epoch, m, n,
                     (int)get_local_id(0), (int)get_group_id(0), (int)get_num_groups(0)};
    a += a_first;
    scale_columns(p, a, a_ld);
    Element product[WIDTH];
    for (int j = 0; j < n; ++j) {
        pass_rows(p, j, a, a_ld, product);
        agree_on_reflector(p, product, j);
    }
    pass_rows(p, n, a, a_ld, product);
    store_rows(p, a, a_ld, v + v_first, v_ld);
    if (p.group == 0 && p.item < n) {
        tau[tau_first + p.item] = shared.taus[p.item];
        make_row_of_t(p.item, n, shared.taus, shared.products, t + t_first, t_ld);
    }
}
