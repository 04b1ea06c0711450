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
#define HALF ((MOST_GROUPS + 1) * WIDTH * WORDS)    // words; the last of them are for row j

// What is published of an element: two words for each of its parts.
#if COMPLEX
#define WORDS 4
typedef ulong4 Words;

INLINE Words load_element(global const ulong* p) {
    return (Words)(load_words(p), load_words(p + 2));
}

INLINE void publish_parts(global ulong* p, uint tag, Element x) {
    publish_element(p, tag, x.x);
    publish_element(p + 2, tag, x.y);
}

INLINE bool is_complete(Words words, uint tag) {
    return has(words.x, tag) && has(words.y, tag) && has(words.z, tag) && has(words.w, tag);
}

INLINE Element content(Words words) {
    return (Element)(element(words.xy), element(words.zw));
}
#else
#define WORDS 2
typedef ulong2 Words;

INLINE Words load_element(global const ulong* p) {
    return load_words(p);
}

INLINE void publish_parts(global ulong* p, uint tag, Element x) {
    publish_element(p, tag, x);
}

INLINE bool is_complete(Words words, uint tag) {
    return has(words.x, tag) && has(words.y, tag);
}

INLINE Element content(Words words) {
    return element(words);
}
#endif

// What a group's work-items share.
typedef struct {
    Element of_lanes[ITEMS / LANES][WIDTH];  // sums over the rows of work-items that advance together
    Element shares[SHARES][WIDTH];           // sums over some groups
    Element row[WIDTH];                      // row j
    Element taken[WIDTH];                    // what row j loses
    Element products[WIDTH][WIDTH];          // V^H V by columns
    Element taus[WIDTH];
    Part powers[WIDTH];  // that columns are divided by
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

// Of complex numbers by parts.
INLINE Element combined(Element a, Element b, bool largest) {
    return largest ? fmax(a, b) : a + b;
}

#if PTX
INLINE uint word_of_lane(uint x, int lane) {
    uint result;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(result) : "r"(x), "r"(lane));
    return result;
}

INLINE Part part_of_lane(Part x, int lane) {
#if DOUBLE
    const ulong bits = as_ulong(x);
    const uint low = word_of_lane((uint)bits, lane);
    return as_double((ulong)word_of_lane((uint)(bits >> 32), lane) << 32 | low);
#else
    return as_float(word_of_lane(as_uint(x), lane));
#endif
}
#else
INLINE Part part_of_lane(Part x, int lane) {
    return x;
}
#endif

INLINE Element of_lane(Element x, int lane) {
#if COMPLEX
    return (Element)(part_of_lane(x.x, lane), part_of_lane(x.y, lane));
#else
    return part_of_lane(x, lane);
#endif
}

// Stores the values of LANES work-items combined, a place a column.
INLINE void combine_lanes(Panel p, private Element* value, bool largest) {
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
        Element value = p.shared->of_lanes[0][c];
#pragma unroll
        for (int s = 1; s < ITEMS / LANES; ++s) value = combined(value, p.shared->of_lanes[s][c], largest);
        publish_parts(half_of(p, step) + (p.group * WIDTH + c) * WORDS, tag_of(p, step), value);
    } else if (p.group == 0 && p.item < 2 * WIDTH) {
        publish_parts(half_of(p, step) + (MOST_GROUPS * WIDTH + c) * WORDS, tag_of(p, step), p.shared->row[c]);
    }
}

// The values of the groups of a share combined, and row j.
INLINE void receive(Panel p, int step, bool largest) {
    const int c = p.item % WIDTH;
    const int share = p.item / WIDTH;
    const uint tag = tag_of(p, step);
    global const ulong* words = half_of(p, step) + c * WORDS;
    Words of_group[EACH];
    Words of_row = (Words)(word(tag, 0));
    bool missing;
    do {
        missing = false;
#pragma unroll
        for (int e = 0; e < EACH; ++e)  // all loads are under way at once
            if (share + e * SHARES < p.groups) of_group[e] = load_element(words + (share + e * SHARES) * WIDTH * WORDS);
        if (share == 0) of_row = load_element(words + MOST_GROUPS * WIDTH * WORDS);
#pragma unroll
        for (int e = 0; e < EACH; ++e)
            if (share + e * SHARES < p.groups) missing = missing || !is_complete(of_group[e], tag);
        missing = missing || !is_complete(of_row, tag);
    } while (missing);
    Element value = number(0);
#pragma unroll
    for (int e = 0; e < EACH; ++e)
        if (share + e * SHARES < p.groups) value = combined(value, content(of_group[e]), largest);
    p.shared->shares[share][c] = value;
    if (share == 0) p.shared->row[c] = content(of_row);
}

// Brings values of columns together, COLS from each item: shared.shares has them afterwards, of some groups each.
INLINE void exchange(Panel p, private Element* value, int step, bool largest) {
    combine_lanes(p, value, largest);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    publish(p, step, largest);
#if !PTX
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);  // work-items that do not advance together must not wait before
#endif
    receive(p, step, largest);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

INLINE Element of_all_groups(Panel p, int c, bool largest) {
    Element value = p.shared->shares[0][c];
#pragma unroll
    for (int s = 1; s < SHARES; ++s) value = combined(value, p.shared->shares[s][c], largest);
    return value;
}

// Of the columns' largest magnitudes, COLS from each item, the powers of 2 that columns are to be divided by.
INLINE void agree_on_powers(Panel p, private Element* largest) {
    if (p.item < WIDTH) p.shared->row[p.item] = number(0);
    exchange(p, largest, 0, true);
    if (p.item < WIDTH) p.shared->powers[p.item] = power_of(largest_part(of_all_groups(p, p.item, true)));
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Of the products of x, column j below the diagonal, with all columns, COLS from each item: the reflector of column j, what
// row j loses by it, and V^H v.
INLINE void agree_on_reflector(Panel p, private Element* product, int j) {
    exchange(p, product, j + 1, false);
    if (p.item < WIDTH) {
        const int c = p.item;
        const Reflector h = reflector(p.shared->row[j], real_part(of_all_groups(p, j, false)));
        const Element of_v = multiply_add(conjugate(h.scale), of_all_groups(p, c, false), p.shared->row[c]);
        p.shared->taken[c] = c > j ? multiply(conjugate(h.tau), of_v) : number(0);
        if (c < j) p.shared->products[j][c] = conjugate(of_v);
        if (c == j) {
            p.shared->h = h;
            p.shared->taus[j] = h.tau;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// v of an element below the diagonal.
INLINE Element below_diagonal(Reflector h, Element x) {
    return is_zero(h.scale) ? number(0) : multiply(h.scale, x);
}
