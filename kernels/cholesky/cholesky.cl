// Cholesky factorization, A = L L^H: a diagonal block in one work-group, and the rows below it.
//
// All kernels do nothing if `info`, one element, is not 0: then a column before has failed.
//
// element.cl stands before this source.

#ifndef LARGEST
#define LARGEST 128  // the largest diagonal block
#endif

#define SHARES 4  // work-items of a row of the diagonal block
#define SHARE (LARGEST / SHARES)

// Elements are registers if positions among them are known to the compiler. CPUs have none to win by that, and their compilers
// take minutes.
#ifdef cl_nv_pragma_unroll
#define STEPS_KNOWN _Pragma("unroll")
#else
#define STEPS_KNOWN
#endif

static inline Part real_part(Element x) {
#if COMPLEX
    return x.x;
#else
    return x;
#endif
}

// A = L L^H, A being n x n, in registers. Work-item r + q LARGEST has the elements of row r in columns q, q + SHARES,
// q + 2 SHARES, ...: those that are still to be reduced are evenly divided at any time.
//
//          j                    Step j: the items with column j (x) show it to all, and each reduces its elements right
//      +-------+                of it (o) by
//      | .     |
//      | . x   |                    A(r, c) := A(r, c) - A(r, j) conj(A(c, j)) / A(j, j)
//      | . x o |
//      +-------+                The column itself is divided by the square root of the pivot A(j, j) at last. Of a
//                             pivot, as of all of the diagonal, the imaginary part counts for nothing.
//
// If a pivot is not positive, or NaN, info is set to `first` + j + 1, A(j, j) to the pivot, and columns from j on stay as
// they were: what later steps make of them is not stored.
//
// Launch: one work-group of SHARES * LARGEST. n <= LARGEST.
kernel __attribute__((reqd_work_group_size(SHARES * LARGEST, 1, 1)))
void cholesky_diagonal(global Element* restrict a, long a_first, int n, int a_cols, int a_ld,
                       global int* restrict info, long info_first, int info_rows, int info_cols, int info_ld,
                       int first) {
    a += a_first;
    info += info_first;
    // Column c of a step stands at [c % SHARES][c / SHARES]: what a work-item reads follows each other.
    local Element columns[2][SHARES][SHARE] __attribute__((aligned(16)));
    local Part reciprocals[LARGEST];  // of the roots of the pivots
    const int item = (int)get_local_id(0);
    const int r = item % LARGEST;
    const int share = item / LARGEST;
    const int columns_to_do = *info == 0 ? n : 0;
    Element x[SHARE];
#pragma unroll
    for (int i = 0; i < SHARE; ++i) {
        const int c = i * SHARES + share;
        x[i] = c <= r && r < n ? a[r + (long)c * a_ld] : number(0);
    }
    int done = columns_to_do;
    STEPS_KNOWN
    for (int own = 0; own < SHARE; ++own) {  // column j is element `own` of those who have it
        const int steps = clamp(columns_to_do - own * SHARES, 0, SHARES);
        for (int s = 0; s < steps; ++s) {
            const int j = own * SHARES + s;
            local Element(*column)[SHARE] = columns[s & 1];
            if (share == s) column[r % SHARES][r / SHARES] = x[own];
            barrier(CLK_LOCAL_MEM_FENCE);
            const Part pivot = real_part(column[s][own]);
            if (!(pivot > 0)) done = min(done, j);
            const Part reciprocal = rsqrt(pivot);
            if (item == 0) reciprocals[j] = reciprocal;
            const Element factor = column[r % SHARES][r / SHARES] * reciprocal * reciprocal;
            local const Element* other = column[share];
            if (share > s) x[own] = multiply_add(-factor, conjugate(other[own]), x[own]);
#pragma unroll
            for (int i = own + 1; i < SHARE; ++i) x[i] = multiply_add(-factor, conjugate(other[i]), x[i]);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);  // all have read info, too
#pragma unroll
    for (int i = 0; i < SHARE; ++i) {
        const int c = i * SHARES + share;
        if (r < n && c < r && c < done) a[r + (long)c * a_ld] = x[i] * reciprocals[c];
        if (r < n && c == r && c < done) a[r + (long)c * a_ld] = number(sqrt(real_part(x[i])));
        if (r < n && c == r && c == done && columns_to_do > 0) a[r + (long)c * a_ld] = number(real_part(x[i]));
    }
    if (item == 0 && done < columns_to_do) *info = first + done + 1;
}

#define BLOCK 16
#ifndef ITEMS
#define ITEMS 256
#endif
#ifndef PARTS
#define PARTS 8  // work-items of a row of A, a power of 2
#endif

#define ROWS (ITEMS / PARTS)  // of A in a work-group
#define SLOTS (PARTS / 2)

// A := A inv(L)^H, L being k x k lower triangular and A m x k: BLOCK columns at a time, the rows of L that belong to them in
// local memory, conjugated. Work-item r + q ROWS is part q of row r.
//
//                d
//      +---------+---+------+
//      | 0 1 2 0 | x |      |    The parts of a row (here 3) share the columns before d, which are known, each by its number
//      |         |   |      |    (q), and reduce the block (x) by them. Their sums are added in pairs, always the same ones.
//      +---------+---+------+    Part 0 solves with the triangle of L that is on the diagonal.
//
// `a` is not `restrict`: parts read what part 0 has stored.
//
// Launch: at least m * PARTS work-items in groups of ITEMS in one dimension. k <= LARGEST.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void cholesky_solve(global const int* restrict info, long info_first, int info_rows, int info_cols, int info_ld,
                    global const Element* restrict l, long l_first, int l_rows, int l_cols, int l_ld,
                    global Element* a, long a_first, int a_rows, int k, int a_ld) {
    l += l_first;
    a += a_first;
    if (info[info_first] != 0) return;
    local Element block[LARGEST][BLOCK] __attribute__((aligned(16)));  // reciprocals on the diagonal
    local Element sums[SLOTS][BLOCK][ROWS];
    const int item = (int)get_local_id(0);
    const int row = item % ROWS;
    const int part = item / ROWS;
    const int r = (int)get_group_id(0) * ROWS + row;
    for (int d = 0; d < k; d += BLOCK) {
        const int size = min(BLOCK, k - d);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);  // the block before is stored
#pragma unroll 8
        for (int e = item; e < (d + BLOCK) * BLOCK; e += ITEMS) {
            const int c = e % BLOCK;
            const int p = e / BLOCK;
            const bool inside = c < size && p <= d + c;
            const Element element = inside ? l[d + c + (long)p * l_ld] : number(p == d + c);
            block[p][c] = p == d + c ? number(1 / real_part(element)) : conjugate(element);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        Element x[BLOCK];
#pragma unroll
        for (int c = 0; c < BLOCK; ++c) x[c] = part == 0 && r < a_rows && c < size ? a[r + (long)(d + c) * a_ld] : number(0);
        const int known_columns = r < a_rows ? d : 0;
#pragma unroll 8
        for (int p = part; p < known_columns; p += PARTS) {
            const Element known = a[r + (long)p * a_ld];
#pragma unroll
            for (int c = 0; c < BLOCK; ++c) x[c] = multiply_add(-known, block[p][c], x[c]);
        }
        // What stood in a slot was read by the part that writes it next, so that a barrier a round is enough.
        for (int distance = SLOTS; distance > 0; distance /= 2) {
            if (part >= distance && part < 2 * distance)
#pragma unroll
                for (int c = 0; c < BLOCK; ++c) sums[part % SLOTS][c][row] = x[c];
            barrier(CLK_LOCAL_MEM_FENCE);
            if (part < distance)
#pragma unroll
                for (int c = 0; c < BLOCK; ++c) x[c] += sums[(part + distance) % SLOTS][c][row];
        }
        if (part == 0 && r < a_rows) {
#pragma unroll
            for (int p = 0; p < BLOCK; ++p) {
                x[p] *= real_part(block[d + p][p]);
#pragma unroll
                for (int c = p + 1; c < BLOCK; ++c) x[c] = multiply_add(-x[p], block[d + p][c], x[c]);
            }
#pragma unroll
            for (int c = 0; c < BLOCK; ++c)
                if (c < size) a[r + (long)(d + c) * a_ld] = x[c];
        }
    }
}

// If info is not 0: T := I, X := 0, trusted := 2, which is a triangle with its inverse, without the diagonal, by which
// solves leave everything as it is.
//
// Launch: global size at least n x n in any work-groups; a work-item takes one element.
kernel void cholesky_skip(global const int* restrict info, long info_first, int info_rows, int info_cols, int info_ld,
                          global Element* restrict t, long t_first, int n, int t_cols, int t_ld,
                          global Element* restrict x, long x_first, int x_rows, int x_cols, int x_ld,
                          global int* restrict trusted, long trusted_first, int f_rows, int f_cols, int f_ld) {
    const int i = (int)get_global_id(0);
    const int j = (int)get_global_id(1);
    if (info[info_first] == 0 || i >= n || j >= n) return;
    t[t_first + i + (long)j * t_ld] = number(i == j);
    x[x_first + i + (long)j * x_ld] = number(0);
    if (i < 2 && j == 0) trusted[trusted_first + i] = 2;
    if (n == 1) trusted[trusted_first + 1] = 2;
}
