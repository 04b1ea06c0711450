// How the work-groups that factor a panel of QR agree on reflectors; stands before the sources of such kernels, and behind
// group_words.cl.
//
// Steps use the two halves of scratch in turns: a group begins step j + 2 after all groups have published what is theirs in
// step j + 1, and so have read all of step j.
//
// Values have places: that of c belongs to column (first + c) mod WIDTH, with `first` the column of place 0.

#ifndef MOST_GROUPS
#define MOST_GROUPS 132
#endif

#define SHARES (ITEMS / WIDTH)
#define EACH ((MOST_GROUPS + SHARES - 1) / SHARES)  // groups whose sums a work-item adds up
#define HALF ((MOST_GROUPS + 1) * WIDTH * 2)        // words; the last of them are for row j

// What a group's work-items share.
typedef struct {
    REAL of_lanes[ITEMS / LANES][WIDTH];  // sums over the rows of work-items that advance together
    REAL shares[SHARES][WIDTH];           // sums over some groups
    REAL row[WIDTH];                      // row j
    REAL taken[WIDTH];                    // what row j loses, a place each
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

// The column of place c.
INLINE int column_of(int c, int first) {
    return first + c < WIDTH ? first + c : first + c - WIDTH;
}

INLINE REAL combined(REAL a, REAL b, bool largest) {
    return largest ? fmax(a, b) : a + b;
}

#if PTX
INLINE REAL of_partner(REAL x, int distance) {
#if DOUBLE
    const ulong bits = as_ulong(x);
    uint low, high;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(low) : "r"((uint)bits), "r"(distance));
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(high) : "r"((uint)(bits >> 32)), "r"(distance));
    return as_double((ulong)high << 32 | low);
#else
    uint result;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(result) : "r"(as_uint(x)), "r"(distance));
    return as_float(result);
#endif
}

// Stores the values of LANES work-items combined, a place a lane: a lane gives half of its places to a partner and gets
// the partner's half of the others, until it has one.
INLINE void combine_lanes(Panel p, private REAL* value, bool largest) {
    const int lane = p.item % LANES;
#pragma unroll
    for (int distance = WIDTH / 2; distance > 0; distance /= 2) {
        const bool upper = (lane & distance) != 0;
#pragma unroll
        for (int c = 0; c < distance; ++c) {
            // Copies first: elements that are chosen by their places would not be registers.
            const REAL low = value[c];
            const REAL high = value[c + distance];
            const REAL given = upper ? low : high;
            const REAL kept = upper ? high : low;
            value[c] = combined(kept, of_partner(given, distance), largest);
        }
    }
#pragma unroll
    for (int distance = WIDTH; distance < LANES; distance *= 2)
        value[0] = combined(value[0], of_partner(value[0], distance), largest);
    if (lane < WIDTH) p.shared->of_lanes[p.item / LANES][lane] = value[0];
}
#else
INLINE void combine_lanes(Panel p, private REAL* value, bool largest) {
    for (int c = 0; c < WIDTH; ++c) p.shared->of_lanes[p.item][c] = value[c];
}
#endif

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
    bool missing;
    do {
        missing = false;
#pragma unroll
        for (int e = 0; e < EACH; ++e)  // all loads are under way at once
            if (share + e * SHARES < p.groups) of_group[e] = load_words(words + (share + e * SHARES) * WIDTH * 2);
#pragma unroll
        for (int e = 0; e < EACH; ++e)
            if (share + e * SHARES < p.groups) missing = missing || !has(of_group[e].x, tag) || !has(of_group[e].y, tag);
    } while (missing);
    REAL value = 0;
#pragma unroll
    for (int e = 0; e < EACH; ++e)
        if (share + e * SHARES < p.groups) value = combined(value, element(of_group[e]), largest);
    p.shared->shares[share][c] = value;
    if (share > 0) return;
    ulong2 of_row;
    do of_row = load_words(words + MOST_GROUPS * WIDTH * 2);
    while (!has(of_row.x, tag) || !has(of_row.y, tag));
    p.shared->row[c] = element(of_row);
}

// Brings values together: shared.shares has them afterwards, of some groups each.
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
    for (int s = 1; s < SHARES; ++s) value = combined(value, p.shared->shares[s][c], largest);
    return value;
}

// The reflector of column j, what row j loses by it, and V^T v.
INLINE void reflect(Panel p, int j, int s) {
    if (p.item < WIDTH) {
        const int c = p.item;
        const int column = column_of(c, j - s);
        const Reflector h = reflector(p.shared->row[s], of_all_groups(p, s, false));
        const REAL product = fma(h.scale, of_all_groups(p, c, false), p.shared->row[c]);
        p.shared->taken[c] = column > j ? h.tau * product : 0;
        if (column < j) p.shared->products[j][column] = product;
        if (column == j) {
            p.shared->h = h;
            p.shared->taus[j] = h.tau;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}
