// How the work-groups that factor a panel of QR agree on reflectors; stands before the sources of such kernels, and behind
// group_words.cl.
//
// SPREAD work-items share rows, as many as advance together or fewer: item i has the columns i mod SPREAD, i mod SPREAD +
// SPREAD, ..., COLS of them.
//
// Steps use the two halves of scratch in turns: a group begins step j + 2 after all groups have published what is theirs in
// step j + 1, and so have read all of step j.

#ifndef MOST_GROUPS
#define MOST_GROUPS 132
#endif

#ifndef SPREAD
#define SPREAD 8
#endif
#define COLS (WIDTH / SPREAD)
#define SHARES (ITEMS / WIDTH)
#define EACH ((MOST_GROUPS + SHARES - 1) / SHARES)  // groups whose sums a work-item adds up
#define HALF ((MOST_GROUPS + 1) * WIDTH * 2)        // words; the last of them are for row j

// What a group's work-items share.
typedef struct {
    REAL of_lanes[ITEMS / LANES][WIDTH];  // sums over the rows of work-items that advance together
    REAL shares[SHARES][WIDTH];           // sums over some groups
    REAL row[WIDTH];                      // row j
    REAL taken[WIDTH];                    // what row j loses
    REAL products[WIDTH][WIDTH];          // V^T V by columns
    REAL taus[WIDTH];
    REAL powers[WIDTH];  // that columns are divided by
    Reflector h;
} Shared;

// What a work-item knows of the panel.
typedef struct {
    global ulong* scratch;
    local Shared* shared;
    uint epoch;
    int m, n, item, group, groups;
} Panel;

// Column e of this item's.
INLINE int column_of(Panel p, int e) {
    return e * SPREAD + p.item % SPREAD;
}

INLINE REAL combined(REAL a, REAL b, bool largest) {
    return largest ? fmax(a, b) : a + b;
}

#if PTX
INLINE uint word_of_lane(uint x, int lane) {
    uint result;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(result) : "r"(x), "r"(lane));
    return result;
}

INLINE REAL of_lane(REAL x, int lane) {
#if DOUBLE
    const ulong bits = as_ulong(x);
    const uint low = word_of_lane((uint)bits, lane);
    return as_double((ulong)word_of_lane((uint)(bits >> 32), lane) << 32 | low);
#else
    return as_float(word_of_lane(as_uint(x), lane));
#endif
}
#else
INLINE REAL of_lane(REAL x, int lane) {
    return x;
}
#endif

// Stores the values of LANES work-items combined, a place a column.
INLINE void combine_lanes(Panel p, private REAL* value, bool largest) {
    const int lane = p.item % LANES;
#pragma unroll
    for (int distance = SPREAD; distance < LANES; distance *= 2) {
#pragma unroll
        for (int e = 0; e < COLS; ++e) value[e] = combined(value[e], of_lane(value[e], lane ^ distance), largest);
    }
    if (lane < SPREAD) {
#pragma unroll
        for (int e = 0; e < COLS; ++e) p.shared->of_lanes[p.item / LANES][column_of(p, e)] = value[e];
    }
}

INLINE uint tag_of(Panel p, int step) {
    return p.epoch * 64 + (uint)step + 1;
}

INLINE global ulong* half_of(Panel p, int step) {
    return p.scratch + (step & 1) * HALF;
}

// Publishes the group's values, and row j, if it is the first group's.
INLINE void publish(Panel p, int step, bool largest) {
    const int c = p.item % WIDTH;
    if (p.item < WIDTH) {
        REAL value = p.shared->of_lanes[0][c];
#pragma unroll
        for (int s = 1; s < ITEMS / LANES; ++s) value = combined(value, p.shared->of_lanes[s][c], largest);
        publish_element(half_of(p, step) + (p.group * WIDTH + c) * 2, tag_of(p, step), value);
    } else if (p.group == 0 && p.item < 2 * WIDTH) {
        publish_element(half_of(p, step) + (MOST_GROUPS * WIDTH + c) * 2, tag_of(p, step), p.shared->row[c]);
    }
}

// The values of the groups of a share combined, and row j.
INLINE void receive(Panel p, int step, bool largest) {
    const int c = p.item % WIDTH;
    const int share = p.item / WIDTH;
    const uint tag = tag_of(p, step);
    global const ulong* words = half_of(p, step) + c * 2;
    ulong2 of_group[EACH];
    ulong2 of_row = (ulong2)(word(tag, 0), word(tag, 0));
    bool missing;
    do {
        missing = false;
#pragma unroll
        for (int e = 0; e < EACH; ++e)  // all loads are under way at once
            if (share + e * SHARES < p.groups) of_group[e] = load_words(words + (share + e * SHARES) * WIDTH * 2);
        if (share == 0) of_row = load_words(words + MOST_GROUPS * WIDTH * 2);
#pragma unroll
        for (int e = 0; e < EACH; ++e)
            if (share + e * SHARES < p.groups) missing = missing || !has(of_group[e].x, tag) || !has(of_group[e].y, tag);
        missing = missing || !has(of_row.x, tag) || !has(of_row.y, tag);
    } while (missing);
    REAL value = 0;
#pragma unroll
    for (int e = 0; e < EACH; ++e)
        if (share + e * SHARES < p.groups) value = combined(value, element(of_group[e]), largest);
    p.shared->shares[share][c] = value;
    if (share == 0) p.shared->row[c] = element(of_row);
}

// Brings values of columns together, COLS from each item: shared.shares has them afterwards, of some groups each.
INLINE void exchange(Panel p, private REAL* value, int step, bool largest) {
    combine_lanes(p, value, largest);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    publish(p, step, largest);
#if !PTX
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);  // work-items that do not advance together must not wait before
#endif
    receive(p, step, largest);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

INLINE REAL of_all_groups(Panel p, int c, bool largest) {
    REAL value = p.shared->shares[0][c];
#pragma unroll
    for (int s = 1; s < SHARES; ++s) value = combined(value, p.shared->shares[s][c], largest);
    return value;
}

// Of the columns' largest magnitudes, COLS from each item, the powers of 2 that columns are to be divided by.
INLINE void agree_on_powers(Panel p, private REAL* largest) {
    if (p.item < WIDTH) p.shared->row[p.item] = 0;
    exchange(p, largest, 0, true);
    if (p.item < WIDTH) p.shared->powers[p.item] = power_of(of_all_groups(p, p.item, true));
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Of the products of x, column j below the diagonal, with all columns, COLS from each item: the reflector of column j, what
// row j loses by it, and V^T v.
INLINE void agree_on_reflector(Panel p, private REAL* product, int j) {
    exchange(p, product, j + 1, false);
    if (p.item < WIDTH) {
        const int c = p.item;
        const Reflector h = reflector(p.shared->row[j], of_all_groups(p, j, false));
        const REAL of_v = fma(h.scale, of_all_groups(p, c, false), p.shared->row[c]);
        p.shared->taken[c] = c > j ? h.tau * of_v : 0;
        if (c < j) p.shared->products[j][c] = of_v;
        if (c == j) {
            p.shared->h = h;
            p.shared->taus[j] = h.tau;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// v of an element below the diagonal.
INLINE REAL below_diagonal(Reflector h, REAL x) {
    return h.scale == 0 ? 0 : h.scale * x;
}
