// What a triangular solve needs of each diagonal block: its inverse, whether that can be trusted, and coupling(b). Makes
// scratch and state (trsv_common.cl).
//
// In local memory rows and columns are counted in the order of the solve, so that the block T is lower triangular. T and
// its inverse X share one array:
//
//     T(i, j) at [i][j], X(i, j) at [j][i + 1], for j <= i
//
//   1. Inverses of diagonal blocks of order INNER by substitution; a work-item solves for one column.
//   2. Pairs of inverses become one of twice the order, until it is BLOCK:   X21 := -X22 (T21 X11)
//   3. The growth of errors: the largest row sum of |T| |X| or of |X| |T|, the smaller one of the two. The inverse is
//      trusted as it is up to ALONE, with a step of refinement up to REFINED. NaN and Inf are above both.
//   4. coupling(b) := X op(A)(b, b - 1), by pieces of SLAB rows of op(A).
//
// A work-item alone solves by substitution, without all that: then only the room for x, and the number of the next block,
// are made ready.
//
// Launch: a work-group of ITEMS work-items in one dimension for each block.

#ifndef INNER
#define INNER 8  // a power of two, at most BLOCK
#endif
#ifndef DOWN
#define DOWN 16  // work-items along a column of the coupling; a power of two
#endif
#ifndef ALONE
#define ALONE 64
#endif
#ifndef REFINED
#define REFINED 1e9
#endif
#define INVERTS (ITEMS > 1)
#define SLAB 16
#define ALONG (ITEMS / DOWN)
#define AT_MOST(work) ((work) / ITEMS > 0 ? (work) / ITEMS : 1)
#define MOST AT_MOST(BLOCK * BLOCK / 4)  // elements of X21 of a work-item

#if INVERTS

#define ROW_OF(e) (ACROSS ? (e) / BLOCK : (e) % BLOCK)  // neighbours in memory go to neighbouring work-items
#define COL_OF(e) (ACROSS ? (e) % BLOCK : (e) / BLOCK)
#define LOADS (AT_MOST(BLOCK * BLOCK) < 16 ? AT_MOST(BLOCK * BLOCK) : 16)  // of a work-item, under way at once

#define T(i, j) both[(i) * (BLOCK + 1) + (j)]
#define X(i, j) both[(j) * (BLOCK + 1) + (i) + 1]

// Of the block, an element of memory in its place.
static inline Element element_of_block(Triangle t, int first, int rows, int r, int c) {
    const int i = in_order(t, rows, r);
    const int j = in_order(t, rows, c);
    const bool read = r < rows && c < rows && (i > j || (i == j && !t.unit));
    return read ? element_of(t, first + r, first + c) : number(i == j ? 1 : 0);
}

static inline void load_block(local Element* both, Triangle t, int first, int rows, int item) {
    Element got[LOADS];
    for (int start = item; start < BLOCK * BLOCK; start += LOADS * ITEMS) {
#pragma unroll
        for (int q = 0; q < LOADS; ++q) {
            const int e = start + q * ITEMS;
            got[q] = e < BLOCK * BLOCK ? element_of_block(t, first, rows, ROW_OF(e), COL_OF(e)) : number(0);
        }
#pragma unroll
        for (int q = 0; q < LOADS; ++q) {
            const int e = start + q * ITEMS;
            const int i = in_order(t, rows, ROW_OF(e));
            const int j = in_order(t, rows, COL_OF(e));
            if (e < BLOCK * BLOCK && j <= i) T(i, j) = got[q];
        }
    }
}

static inline void invert_inner(local Element* both, int item) {
    for (int c = item; c < BLOCK; c += ITEMS) {
        const int end = (c / INNER + 1) * INNER;
        for (int i = c; i < end; ++i) {
            Element sum = number(i == c ? 1 : 0);
            for (int k = c; k < i; ++k) sum = multiply_add(-T(i, k), X(k, c), sum);
            X(i, c) = quotient(sum, T(i, i));
        }
    }
}

// All pairs of inverses of order h.
static inline void join_pairs(local Element* both, int h, int item) {
    Element out[MOST];
#pragma unroll
    for (int q = 0; q < MOST; ++q) {
        const int e = item + q * ITEMS;
        const int i = e % h;
        const int j = e / h % h;
        const int base = e / (h * h) * 2 * h;
        if (e < BLOCK / 2 * h) {
            Element sum = number(0);
            for (int k = j; k < h; ++k) sum = multiply_add(T(base + h + i, base + k), X(base + k, base + j), sum);
            X(base + h + i, base + j) = sum;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int q = 0; q < MOST; ++q) {
        const int e = item + q * ITEMS;
        const int i = e % h;
        const int j = e / h % h;
        const int base = e / (h * h) * 2 * h;
        Element sum = number(0);
        if (e < BLOCK / 2 * h)
            for (int k = 0; k <= i; ++k)
                sum = multiply_add(-X(base + h + i, base + h + k), X(base + h + k, base + j), sum);
        out[q] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int q = 0; q < MOST; ++q) {
        const int e = item + q * ITEMS;
        if (e < BLOCK / 2 * h) X(e / (h * h) * 2 * h + h + e % h, e / (h * h) * 2 * h + e / h % h) = out[q];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// The largest row sums of |T| |X| and of |X| |T|, as bits of floats, which are ordered as the numbers are.
static inline void find_growths(local const Element* both, local Part* sums, local uint* growths, int item) {
    for (int e = item; e < 2 * BLOCK; e += ITEMS) {
        const int i = e % BLOCK;
        Part sum = 0;
        for (int k = 0; k <= i; ++k) sum += magnitude(e < BLOCK ? X(i, k) : T(i, k));
        sums[e] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int e = item; e < 2 * BLOCK; e += ITEMS) {
        const int i = e % BLOCK;
        const int from = e - i;
        Part sum = 0;
        for (int k = 0; k <= i; ++k) sum = fma(magnitude(e < BLOCK ? T(i, k) : X(i, k)), sums[from + k], sum);
        atomic_max(&growths[e / BLOCK], as_uint(isnan(sum) ? INFINITY : (float)sum));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

static inline void store_inverse(local const Element* both, Triangle t, int rows, global Element* to, int ld, int item) {
    for (int e = item; e < BLOCK * BLOCK; e += ITEMS) {
        const int r = e % BLOCK;
        const int c = e / BLOCK;
        const int i = in_order(t, rows, r);
        const int j = in_order(t, rows, c);
        to[r + (long)c * ld] = r < rows && c < rows && j <= i ? X(i, j) : number(0);
    }
}

// Rows step ... step + SLAB - 1 of op(A)(b, b - 1), in the order of the solve: those of a work-item, SLAB_LOADS of them.
#define SLAB_LOADS AT_MOST(SLAB * BLOCK)
#define SLAB_ROW(e) (ACROSS ? (e) / BLOCK : (e) % SLAB)
#define SLAB_COL(e) (ACROSS ? (e) % BLOCK : (e) / SLAB)

static inline void load_slab(Element* got, Triangle t, int b, int step, int item) {
    const int rows = rows_of(t, b);
    const int first = first_of(t, b);
    const int cols = b > 0 ? rows_of(t, b - 1) : 0;
    const int first_col = b > 0 ? first_of(t, b - 1) : 0;
#pragma unroll
    for (int q = 0; q < SLAB_LOADS; ++q) {
        const int e = item + q * ITEMS;
        const int r = in_order(t, rows, step + SLAB_ROW(e));
        const int c = SLAB_COL(e);
        got[q] = r < rows && c < cols ? element_of(t, first + r, first_col + c) : number(0);
    }
}

// A work-item has the rows down, down + DOWN, ... and the columns along, along + ALONG, ... `got` is of the first slab.
static inline void store_coupling(local const Element* both, local Element* slab, Element* got, Triangle t, int b,
                                  global Element* to, int ld, int item) {
    const int down = item % DOWN;
    const int along = item / DOWN;
    Element sum[BLOCK / DOWN][BLOCK / ALONG];
#pragma unroll
    for (int u = 0; u < BLOCK / DOWN; ++u)
#pragma unroll
        for (int w = 0; w < BLOCK / ALONG; ++w) sum[u][w] = number(0);
    for (int step = 0; step < BLOCK; step += SLAB) {
#pragma unroll
        for (int q = 0; q < SLAB_LOADS; ++q) {
            const int e = item + q * ITEMS;
            if (e < SLAB * BLOCK) slab[SLAB_ROW(e) * (BLOCK + 1) + SLAB_COL(e)] = got[q];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (step + SLAB < BLOCK) load_slab(got, t, b, step + SLAB, item);
        for (int k = 0; k < SLAB; ++k) {
            Element of_x[BLOCK / DOWN];
#pragma unroll
            for (int u = 0; u < BLOCK / DOWN; ++u)
                of_x[u] = step + k <= down + u * DOWN ? X(down + u * DOWN, step + k) : number(0);
#pragma unroll
            for (int w = 0; w < BLOCK / ALONG; ++w) {
                const Element of_a = slab[k * (BLOCK + 1) + along + w * ALONG];
#pragma unroll
                for (int u = 0; u < BLOCK / DOWN; ++u) sum[u][w] = multiply_add(of_x[u], of_a, sum[u][w]);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const int rows = rows_of(t, b);
#pragma unroll
    for (int w = 0; w < BLOCK / ALONG; ++w)
#pragma unroll
        for (int u = 0; u < BLOCK / DOWN; ++u)
            to[in_order(t, rows, down + u * DOWN) + (long)(along + w * ALONG) * ld] = sum[u][w];
}

#endif

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void trsv_inverses(OPERAND(const, Element, a), OPERAND(, Element, scratch), OPERAND(, int, state), int upper, int unit) {
    const int item = (int)get_local_id(0);
    const int b = (int)get_group_id(0);
    const Triangle t = triangle(a + a_first, a_rows, a_ld, upper, unit);
    global Element* const told = scratch + scratch_first + told_of(t, scratch_ld) + (long)b * scratch_ld;
    for (int e = item; e < BLOCK; e += ITEMS) {
        told[e] = (Element)(TO_REAL(ABSENT));
        told[e + (long)t.blocks * scratch_ld] = (Element)(TO_REAL(ABSENT));
    }
    if (item == 0 && b == 0) state[state_first] = 0;
#if INVERTS
    local Element both[BLOCK * (BLOCK + 1)];
    local Element slab[SLAB * (BLOCK + 1)];
    local uint growths[2];
    const int rows = rows_of(t, b);
    global Element* const own = scratch + scratch_first + 2L * b * BLOCK * scratch_ld;
    Element got[SLAB_LOADS];
    load_slab(got, t, b, 0, item);
    if (item < 2) growths[item] = 0;
    load_block(both, t, first_of(t, b), rows, item);
    barrier(CLK_LOCAL_MEM_FENCE);
    invert_inner(both, item);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int h = INNER; h < BLOCK; h *= 2) join_pairs(both, h, item);
    find_growths(both, (local Part*)slab, growths, item);
    if (item == 0) {
        const float growth = as_float(min(growths[0], growths[1]));
        state[state_first + 1 + b] = growth <= (float)ALONE ? 2 : growth <= (float)REFINED ? 1 : 0;
    }
    store_inverse(both, t, rows, own, scratch_ld, item);
    store_coupling(both, slab, got, t, b, own + (long)BLOCK * scratch_ld, scratch_ld, item);
#endif
}
