// As qr_panel.cl, for devices whose work-groups have fewer work-items than a panel has columns: work-item t has the columns
// t, t + ITEMS, ...
//
// Launch: one work-group of ITEMS. n <= WIDTH.

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void qr_panel_few(global Element* a, long a_first, int m, int n, int a_ld,
                  global Element* restrict v, long v_first, int v_rows, int v_cols, int v_ld,
                  global Element* restrict tau, long tau_first, int tau_rows, int tau_cols, int tau_ld,
                  global Element* restrict t, long t_first, int t_rows, int t_cols, int t_ld,
                  global int* restrict scratch, long scratch_first, int scratch_rows, int scratch_cols, int scratch_ld,
                  int epoch) {
    local Element sums[WIDTH];
    local Element row[WIDTH];  // row j
    local Element products[WIDTH][WIDTH];
    local Element taus[WIDTH];
    local Element scales[WIDTH];
    local Part powers[WIDTH];
    const int item = (int)get_local_id(0);
    a += a_first;
    for (int c = item; c < n; c += ITEMS) {
        global Element* column = a + (long)c * a_ld;
        Element largest = number(0);
        for (int r = 0; r < m; ++r) largest = fmax(largest, fabs(column[r]));
        powers[c] = power_of(largest_part(largest));
        for (int r = 0; r < m; ++r) column[r] *= 1 / powers[c];
        scales[c] = number(1);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

    for (int j = 0; j < n; ++j) {
        global const Element* x = a + (long)j * a_ld;
        for (int c = item; c < n; c += ITEMS) {
            global const Element* column = a + (long)c * a_ld;
            Element sum = number(0);
            for (int r = j + 1; r < m; ++r) sum = multiply_add(conjugate(x[r]), column[r], sum);
            sums[c] = sum;
            row[c] = column[j];
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const Reflector h = reflector(row[j], real_part(sums[j]));
        for (int c = item; c < n; c += ITEMS) {
            global Element* column = a + (long)c * a_ld;
            const Element product = multiply_add(conjugate(h.scale), sums[c], row[c]);
            if (c > j) {
                const Element w = multiply(conjugate(h.tau), product);
                for (int r = j + 1; r < m; ++r) column[r] = multiply_add(multiply(-w, h.scale), x[r], column[r]);
                column[j] = row[c] - w;
            }
            if (c < j) products[j][c] = conjugate(multiply(scales[c], product));
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (item == 0) {
            a[j + (long)j * a_ld] = number(h.beta);
            taus[j] = h.tau;
            scales[j] = h.scale;
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }

    for (int c = item; c < n; c += ITEMS) {
        global Element* column = a + (long)c * a_ld;
        for (int r = 0; r < m; ++r) {
            const Element below = is_zero(scales[c]) ? number(0) : multiply(scales[c], column[r]);
            v[v_first + r + (long)c * v_ld] = r < c ? number(0) : r == c ? number(1) : below;
            column[r] = r <= c ? column[r] * powers[c] : below;
        }
        tau[tau_first + c] = taus[c];
        make_row_of_t(c, n, taus, products, t + t_first, t_ld);
    }
}
