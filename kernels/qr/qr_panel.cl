// A = Q R, A being m x n with m >= n, by one work-group: a column at a time, A in global memory.
//
//            j
//      +---------+     Step j: the products of x, column j below the diagonal, with all columns there. They give the
//      | R       |     reflector of column j, what it makes of the columns behind, and V^H v for T.
//    j |. r------|
//      |  x  A   |     Item c + q WIDTH has column c in rows q, q + SHARES, q + 2 SHARES, ...
//      |  x      |
//      +---------+     Columns are divided by powers of 2, so that no square overflows. Column j stays x: what v is of
//                      it, `scale`, is applied at the end.
//
// Launch: one work-group of ITEMS, a multiple of WIDTH. n <= WIDTH. Operands and scalar as kernels/qr/qr_panel.hpp says;
// scratch and epoch are for other kernels.

#define SHARES (ITEMS / WIDTH)

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void qr_panel(global Element* restrict a, long a_first, int m, int n, int a_ld,
              global Element* restrict v, long v_first, int v_rows, int v_cols, int v_ld,
              global Element* restrict tau, long tau_first, int tau_rows, int tau_cols, int tau_ld,
              global Element* restrict t, long t_first, int t_rows, int t_cols, int t_ld,
              global int* restrict scratch, long scratch_first, int scratch_rows, int scratch_cols, int scratch_ld, int epoch) {
    local Element shares[SHARES][WIDTH];
    local Element row[WIDTH];                // row j
    local Element products[WIDTH][WIDTH];
    local Element taus[WIDTH];
    local Element scales[WIDTH];
    const int item = (int)get_local_id(0);
    const int c = item % WIDTH;
    const int q = item / WIDTH;
    const int rows = c < n ? m : 0;  // that this item works on
    global Element* column = a + a_first + (long)c * a_ld;

    Element largest = number(0);
    for (int r = q; r < rows; r += SHARES) largest = fmax(largest, fabs(column[r]));
    shares[q][c] = largest;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (int s = 0; s < SHARES; ++s) largest = fmax(largest, shares[s][c]);
    const Part power = power_of(largest_part(largest));
    for (int r = q; r < rows; r += SHARES) column[r] *= 1 / power;
    if (q == 0) scales[c] = number(1);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

    for (int j = 0; j < n; ++j) {
        global const Element* x = a + a_first + (long)j * a_ld;
        const int first = j + 1 + (q - (j + 1) % SHARES + SHARES) % SHARES;  // this item's first row behind j
        Element sum = number(0);
        for (int r = first; r < rows; r += SHARES) sum = multiply_add(conjugate(x[r]), column[r], sum);
        shares[q][c] = sum;
        if (q == 0) row[c] = c < n ? column[j] : number(0);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        Part square = 0;
        Element product = number(0);
        for (int s = 0; s < SHARES; ++s) {
            square += real_part(shares[s][j]);
            product += shares[s][c];
        }
        const Reflector h = reflector(row[j], square);
        if (c > j && c < n) {
            const Element w = multiply(conjugate(h.tau), multiply_add(conjugate(h.scale), product, row[c]));
            for (int r = first; r < rows; r += SHARES) column[r] = multiply_add(multiply(-w, h.scale), x[r], column[r]);
            if (q == 0) column[j] = row[c] - w;
        }
        if (c < j && q == 0) products[j][c] = conjugate(multiply(scales[c], multiply_add(conjugate(h.scale), product, row[c])));
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (c == j && q == 0) {
            column[j] = number(h.beta);
            taus[j] = h.tau;
            scales[j] = h.scale;
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }

    if (c < n) {
        for (int r = q; r < rows; r += SHARES) {
            const Element below = is_zero(scales[c]) ? number(0) : multiply(scales[c], column[r]);
            v[v_first + r + (long)c * v_ld] = r < c ? number(0) : r == c ? number(1) : below;
            column[r] = r <= c ? column[r] * power : below;
        }
        if (q == 0) {
            tau[tau_first + c] = taus[c];
            make_row_of_t(c, n, taus, products, t + t_first, t_ld);
        }
    }
}
