// The kernels of triangles for devices whose work-groups are smaller: work-items are independent of each other, in any
// work-groups. Each kernel computes what the one does whose name it has before _alone: in triangle_inverse.cl,
// triangle_trust.cl, triangle_solve.cl or triangle_multiply.cl, which tell of operands and scalars.
//
// An upper triangle is the transpose of a lower one: indices are those of the lower one. element.cl stands before this source.

#ifndef LEFT
#define LEFT 0
#endif
#ifndef ONES
#define ONES 0
#endif

#define BLOCK 32
#define LANES 16

#define TRIANGLE(ld, which) ((which) * (long)n * (ld))
#define AT(ld, i, j) (upper ? (j) + (long)(i) * (ld) : (i) + (long)(j) * (ld))

static inline Element element_at(global const Element* a, long at, bool conjugated_too) {
    return conjugated_too ? conjugate(a[at]) : a[at];
}

// Launch: a work-item for each column of each triangle, which the second dimension counts.
kernel void triangle_blocks_alone(global const Element* restrict a, long a_first, int n, int a_cols, int a_ld,
                                  global Element* restrict t, long t_first, int t_rows, int t_cols, int t_ld,
                                  global Element* x, long x_first, int x_rows, int x_cols, int x_ld,
                                  int upper, int unit CONJUGATED_SCALAR) {
    const int c = (int)get_global_id(0);
    const int triangle = (int)get_global_id(1);
    if (c >= n) return;
    a += a_first + TRIANGLE(a_ld, triangle);
    t += t_first + TRIANGLE(t_ld, triangle);
    x += x_first + TRIANGLE(x_ld, triangle);
    const int end = min(c / BLOCK * BLOCK + BLOCK, n);
    for (int i = 0; i < n; ++i) {
        const Element diagonal = unit ? number(1) : element_at(a, AT(a_ld, i, i), CONJUGATES);
        t[AT(t_ld, i, c)] = i > c ? element_at(a, AT(a_ld, i, c), CONJUGATES) : i == c ? diagonal : number(0);
        Element sum = number(i == c);
        for (int k = c; k < i && i < end; ++k)
            sum = multiply_add(-element_at(a, AT(a_ld, i, k), CONJUGATES), x[AT(x_ld, k, c)], sum);
        x[AT(x_ld, i, c)] = i < c || i >= end ? number(0) : quotient(sum, diagonal);
    }
}

#if LEFT
#define FACTORS                                                                      \
    global const Element* restrict w, long w_first, int n, int w_cols, int w_ld, \
        global Element* x, long x_first, int x_rows, int x_cols, int x_ld
#else
#define FACTORS                                                                             \
    global const Element* restrict t, long t_first, int n, int t_cols, int t_ld,            \
        global const Element* restrict x, long x_first, int x_rows, int x_cols, int x_ld,   \
        global Element* restrict w, long w_first, int w_rows, int w_cols, int w_ld
#endif

// Launch: a work-item for each element of each block 21; the third dimension counts the pairs, triangle by triangle.
kernel void triangle_product_alone(FACTORS, int block, int upper) {
    const int pairs = (n + block - 1) / (2 * block);  // of a triangle
    const int triangle = (int)get_global_id(2) / pairs;
    const int first = (int)get_global_id(2) % pairs * 2 * block;  // of block 11
    const int second = first + block;                             // of block 22
    const int i = second + (int)get_global_id(upper);
    const int j = first + (int)get_global_id(1 - upper);
    if (i >= min(second + block, n) || j >= second) return;
    w += w_first + TRIANGLE(w_ld, triangle);
    x += x_first + TRIANGLE(x_ld, triangle);
    Element sum = number(0);
#if LEFT
    for (int k = second; k <= i; ++k) sum = multiply_add(x[AT(x_ld, i, k)], w[AT(w_ld, k, j)], sum);
    x[AT(x_ld, i, j)] = -sum;
#else
    t += t_first + TRIANGLE(t_ld, triangle);
    for (int k = j; k < second; ++k) sum = multiply_add(t[AT(t_ld, i, k)], x[AT(x_ld, k, j)], sum);
    w[AT(w_ld, i, j)] = sum;
#endif
}

// Launch: a work-item for each row; the second dimension counts the triangles.
kernel void triangle_sums_alone(global const Element* restrict f, long f_first, int n, int f_cols, int f_ld,
                                global const Element* restrict g, long g_first, int g_rows, int g_cols, int g_ld,
#if !ONES
                                global const Part* restrict s, long s_first, int s_rows, int s_cols, int s_ld,
#endif
                                global Part* restrict p, long p_first, int p_rows, int p_cols, int p_ld) {
    const int i = (int)get_global_id(0);
    const long triangle = get_global_id(1);
    if (i >= n) return;
    f += f_first + triangle * n * f_ld;
    g += g_first + triangle * n * g_ld;
#if !ONES
    s += s_first + triangle * 2 * s_ld;
#endif
    p += p_first + triangle * 2 * p_ld;
    Part sums[2] = {0, 0};
    for (int lane = 0; lane < LANES; ++lane) {  // the order of triangle_sums
        Part of_f = 0;
        Part of_g = 0;
        for (int j = lane; j < n; j += LANES) {
#if ONES
            of_f += magnitude(f[i + (long)j * f_ld]);
            of_g += magnitude(g[i + (long)j * g_ld]);
#else
            of_f = fma(magnitude(f[i + (long)j * f_ld]), s[j], of_f);
            of_g = fma(magnitude(g[i + (long)j * g_ld]), s[j + s_ld], of_g);
#endif
        }
        sums[0] += of_f;
        sums[1] += of_g;
    }
    p[i] = sums[0];
    p[i + p_ld] = sums[1];
}

// Launch: a work-item for each triangle.
kernel void triangle_trust_alone(global const Part* restrict p, long p_first, int n, int p_cols, int p_ld,
                                 global Element* restrict x, long x_first, int x_rows, int x_cols, int x_ld,
                                 global int* restrict trusted, long trusted_first, int t_rows, int t_cols, int t_ld,
                                 Part alone, Part refined, Part rough) {
    const long triangle = get_global_id(0);
    if (triangle >= t_cols) return;
    p += p_first + triangle * 2 * p_ld;
    x += x_first + triangle * n * x_ld;
    trusted += trusted_first + triangle * t_ld;
    Part largest[2] = {0, 0};
    for (int column = 0; column < 2; ++column)
        for (int i = 0; i < n; ++i) {
            const Part value = p[i + (long)column * p_ld];
            largest[column] = isnan(value) ? INFINITY : fmax(largest[column], value);
        }
    for (int i = 0; i < n; ++i) x[i + (long)i * x_ld] = number(0);
    const Part growth = fmin(largest[0], largest[1]);
    trusted[0] = growth <= alone ? 2 : growth <= refined ? 1 : 0;
    trusted[1] = growth <= rough ? 2 : 0;
}

#define INDEX(i) (flip ? n - 1 - (i) : (i))
#define T_AT(i, j) (across ? INDEX(j) + (long)INDEX(i) * t_ld : INDEX(i) + (long)INDEX(j) * t_ld)
#define B_AT(ld, i) (right ? line + (long)INDEX(i) * (ld) : INDEX(i) + (long)line * (ld))
#define QUOTIENT(i) (unit ? v[B_AT(v_ld, i)] : quotient(v[B_AT(v_ld, i)], t[T_AT(i, i)]))
#define PRODUCT(i) (w[B_AT(w_ld, i)] + QUOTIENT(i))

// Launch: a work-item for each column of B (`right`: row).
kernel void triangle_solve_alone(global const int* restrict trusted, long trusted_first, int f_rows, int f_cols, int f_ld,
                                 global const Element* restrict t, long t_first, int n, int t_cols, int t_ld,
                                 global const Element* restrict w, long w_first, int w_rows, int w_cols, int w_ld,
                                 global const Element* residual, long residual_first, int r_rows, int r_cols, int r_ld,
                                 global Element* b, long b_first, int b_rows, int b_cols, int b_ld,
                                 int right, int upper, int transposed, int element, int unit) {
    const int line = (int)get_global_id(0);
    if (line >= (right ? b_rows : b_cols)) return;
    t += t_first;
    w += w_first;
    residual += residual_first;
    b += b_first;
    const bool across = transposed != right;
    const bool flip = upper != across;
    const int level = trusted[trusted_first + element];
    global const Element* v = level == 2 ? b : residual;
    const int v_ld = level == 2 ? b_ld : r_ld;
    bool usable = level > 0;
    for (int i = 0; i < n && usable; ++i) usable = is_finite(PRODUCT(i));
    for (int i = 0; i < n; ++i) {
        Element x = usable ? PRODUCT(i) : b[B_AT(b_ld, i)];
        for (int k = 0; k < i && !usable; ++k) x = multiply_add(-t[T_AT(i, k)], b[B_AT(b_ld, k)], x);
        b[B_AT(b_ld, i)] = usable ? x : quotient(x, t[T_AT(i, i)]);
    }
}

#define LINE_AT(ld, i) (right ? line + (long)(i) * (ld) : (i) + (long)line * (ld))

// Launch: a work-item for each column of B (`right`: row).
kernel void triangle_repair_alone(global const Element* restrict t, long t_first, int n, int t_cols, int t_ld,
                                  global const Element* restrict b, long b_first, int b_rows, int b_cols, int b_ld,
                                  global Element* restrict c, long c_first, int c_rows, int c_cols, int c_ld,
                                  Element alpha, int right, int upper, int transposed) {
    const int line = (int)get_global_id(0);
    if (line >= (right ? b_rows : b_cols)) return;
    t += t_first;
    b += b_first;
    c += c_first;
    bool finite = true;
    for (int i = 0; i < n; ++i) finite = finite && is_finite(b[LINE_AT(b_ld, i)]);
    const bool across = transposed != right;
    const bool lower = upper == across;
    for (int i = 0; i < n && !finite; ++i) {
        const int end = lower ? i + 1 : n;
        Element sum = number(0);
        for (int k = lower ? 0 : i; k < end; ++k)
            sum = multiply_add(t[across ? k + (long)i * t_ld : i + (long)k * t_ld], b[LINE_AT(b_ld, k)], sum);
        c[LINE_AT(c_ld, i)] = multiply(alpha, sum);
    }
}
