// Whether solves with a triangle T may use its inverse X: by the largest row sums of |T| |X| and of |X| |T|, the
// factors by which errors of the inverse grow.
//
// They come from products with vectors: |T| (|X| e), e all ones. S and P are n x 2: a column for each of the two.
//
// Several triangles of one order may stand side by side. Then S and P have two columns for each of them, and `trusted` has one.
//
// Of complex elements the sums of the parts' magnitudes are taken. element.cl stands before this source.

#ifndef ONES
#define ONES 0  // 1: the vectors are all ones, and not read
#endif

#define ROWS 16   // rows of a work-group
#define LANES 16  // work-items that share a row
#define ITEMS 64  // of the work-group that looks at the results

// P(:, 0) := |F| S(:, 0), P(:, 1) := |G| S(:, 1); F and G are n x n.
//
//                     n                          A work-group of ROWS x LANES takes ROWS rows: work-item (x, y) adds
//          +----------------------+              up the columns y, y + LANES, .. of its row x in F and in G; the
//     ROWS |  . x . . . x . . . x |              LANES sums of a row are added up in order.
//          +----------------------+
//
// Launch: work-groups of ROWS x LANES, enough of them to cover n rows; the third dimension counts the triangles.
kernel __attribute__((reqd_work_group_size(ROWS, LANES, 1)))
void triangle_sums(global const Element* restrict f, long f_first, int n, int f_cols, int f_ld,
                   global const Element* restrict g, long g_first, int g_rows, int g_cols, int g_ld,
#if !ONES
                   global const Part* restrict s, long s_first, int s_rows, int s_cols, int s_ld,
#endif
                   global Part* restrict p, long p_first, int p_rows, int p_cols, int p_ld) {
    const long triangle = get_group_id(2);
    f += f_first + triangle * n * f_ld;
    g += g_first + triangle * n * g_ld;
#if !ONES
    s += s_first + triangle * 2 * s_ld;
#endif
    p += p_first + triangle * 2 * p_ld;
    local Part sums[2][LANES][ROWS];
    const int x = (int)get_local_id(0);
    const int y = (int)get_local_id(1);
    const int i = (int)get_group_id(0) * ROWS + x;
    Part of_f = 0;
    Part of_g = 0;
#pragma unroll 8  // many loads under way at once
    for (int j = y; j < (i < n ? n : 0); j += LANES) {
#if ONES
        of_f += magnitude(f[i + (long)j * f_ld]);
        of_g += magnitude(g[i + (long)j * g_ld]);
#else
        of_f = fma(magnitude(f[i + (long)j * f_ld]), s[j], of_f);
        of_g = fma(magnitude(g[i + (long)j * g_ld]), s[j + s_ld], of_g);
#endif
    }
    sums[0][y][x] = of_f;
    sums[1][y][x] = of_g;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (y < 2 && i < n) {
        Part sum = sums[y][0][x];
        for (int lane = 1; lane < LANES; ++lane) sum += sums[y][lane][x];
        p[i + (long)y * p_ld] = sum;
    }
}

// How far the inverse is trusted, by the larger of the growths of errors in P, the smaller of its two columns:
//
//     trusted[0] := 2 up to `alone`, 1 up to `refined`, else 0      if products may be refined by a step
//     trusted[1] := 2 up to `rough`, else 0                         if they may not
//
// NaN is above all limits. And X := X without its diagonal, which is that of 1 / T.
//
// Launch: work-groups of ITEMS, one for each triangle.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void triangle_trust(global const Part* restrict p, long p_first, int n, int p_cols, int p_ld,
                    global Element* restrict x, long x_first, int x_rows, int x_cols, int x_ld,
                    global int* restrict trusted, long trusted_first, int t_rows, int t_cols, int t_ld,
                    Part alone, Part refined, Part rough) {
    const long triangle = get_group_id(0);
    p += p_first + triangle * 2 * p_ld;
    x += x_first + triangle * n * x_ld;
    trusted += trusted_first + triangle * t_ld;
    local Part growths[2][ITEMS];
    const int item = (int)get_local_id(0);
    for (int column = 0; column < 2; ++column) {
        Part growth = 0;
        for (int i = item; i < n; i += ITEMS) {
            const Part value = p[i + (long)column * p_ld];
            growth = isnan(value) ? INFINITY : fmax(growth, value);
        }
        growths[column][item] = growth;
    }
    for (int i = item; i < n; i += ITEMS) x[i + (long)i * x_ld] = number(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) {
        Part largest[2] = {0, 0};
        for (int column = 0; column < 2; ++column)
            for (int other = 0; other < ITEMS; ++other) largest[column] = fmax(largest[column], growths[column][other]);
        const Part growth = fmin(largest[0], largest[1]);
        trusted[0] = growth <= alone ? 2 : growth <= refined ? 1 : 0;
        trusted[1] = growth <= rough ? 2 : 0;
    }
}
