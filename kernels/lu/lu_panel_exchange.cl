// How the work-groups of lu_panel_cooperative.cl talk with each other, by the words of group_words.cl; stands before that
// source.
//
// Steps use the two halves of scratch in turns: a group begins step j + 2 after all groups have published their candidates
// of step j + 1, and so have read all of step j.
//
// A half holds the magnitudes of all groups' candidates, COPIES times: group g reads copy g mod COPIES. Behind them stand
// the candidates' rows, each with its position. The position decides if magnitudes are equal.

#ifndef WIDTH
#define WIDTH 64  // elements of a row
#endif
#ifndef ITEMS
#define ITEMS 256
#endif
#ifndef ROWS
#define ROWS 1
#endif
#ifndef MOST_GROUPS
#define MOST_GROUPS 132
#endif
#define NOWHERE 0xffffffffu  // the position of no row
#define PARTS (1 + COMPLEX)  // of an element
#define PARTS_OF_ROW (WIDTH * PARTS)
#define HEADER 2                       // words of a candidate's magnitude
#define SLOT ((PARTS_OF_ROW + 1) * 2)  // words of its row and, behind it, its position
#define COPIES 16               // of all headers, so that not all groups wait for the same lines of the cache
#define HALF (MOST_GROUPS * (COPIES * HEADER + SLOT))
#define EACH(x) (((x) + LANES - 1) / LANES)  // of x things, those of a lane

typedef struct {
    uint high, low;  // of its magnitude's bits, plus one in high: ordered as the magnitudes are, above zero
    uint position;
    uint unused;
} __attribute__((aligned(16))) Candidate;

// Lanes and barriers ------------------------------------------------------------------------------------------------

#if PTX
INLINE uint largest(uint x) {
    uint result;
    asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(result) : "r"(x));
    return result;
}

INLINE uint smallest(uint x) {
    uint result;
    asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(result) : "r"(x));
    return result;
}

// The lanes for which x holds, a bit each.
INLINE uint lanes_where(bool x) {
    uint result;
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %1, 0;\n\tvote.sync.ballot.b32 %0, p, 0xffffffff;\n\t}"
                 : "=r"(result)
                 : "r"((uint)x));
    return result;
}

INLINE uint of_lane(uint x, uint lane) {
    uint result;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(result) : "r"(x), "r"(lane));
    return result;
}

INLINE void meet_lanes(void) {
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
}

// Barriers 1, 2, 3: to arrive tells the others, to wait includes to arrive.
INLINE void arrive(int id) {
    asm volatile("bar.warp.sync 0xffffffff;\n\tbar.arrive %0, %1;" : : "r"(id), "r"(ITEMS + LANES) : "memory");
}

INLINE void wait(int id) {
    asm volatile("bar.warp.sync 0xffffffff;\n\tbar.sync %0, %1;" : : "r"(id), "r"(ITEMS + LANES) : "memory");
}

// x, computed anew: keeps what depends on it from being computed ahead of a loop, and kept in registers.
INLINE int anew(int x) {
    int result;
    asm volatile("mov.b32 %0, %1;" : "=r"(result) : "r"(x));
    return result;
}

#else
INLINE uint largest(uint x) {
    return x;
}

INLINE uint smallest(uint x) {
    return x;
}

INLINE uint lanes_where(bool x) {
    return x;
}

INLINE uint of_lane(uint x, uint lane) {
    return x;
}

INLINE void meet_lanes(void) {}

INLINE int anew(int x) {
    return x;
}
#endif

// Candidates --------------------------------------------------------------------------------------------------------

INLINE Candidate no_candidate(void) {
    const Candidate none = {0, 0, NOWHERE, 0};
    return none;
}

INLINE Candidate candidate(Element x, uint position) {
#if DOUBLE
    const ulong bits = as_ulong(weight(x));
    const Candidate c = {(uint)(bits >> 32) + 1, (uint)bits, position, 0};
#else
    const Candidate c = {as_uint(weight(x)) + 1, 0, position, 0};
#endif
    return c;
}

// Its magnitude; it is one.
INLINE Part magnitude_of(Candidate c) {
#if DOUBLE
    return as_double((ulong)(c.high - 1) << 32 | c.low);
#else
    return as_float(c.high - 1);
#endif
}

INLINE bool same_magnitude(Candidate x, Candidate y) {
    return x.high == y.high && x.low == y.low;
}

INLINE bool larger(Candidate x, Candidate y) {
    return ((ulong)x.high << 32 | x.low) > ((ulong)y.high << 32 | y.low);
}

INLINE Candidate better(Candidate x, Candidate y) {
    return larger(x, y) || (same_magnitude(x, y) && x.position < y.position) ? x : y;
}

// The lane of LANES that has the best of their candidates; any lane if there is none.
INLINE uint best_lane(Candidate c) {
    const uint high = largest(c.high);
    uint lanes = lanes_where(c.high == high);
    if ((lanes & (lanes - 1)) != 0) {  // seldom
        const uint low = largest(c.high == high ? c.low : 0);
        const bool equal = c.high == high && c.low == low;
        const uint position = smallest(equal ? c.position : NOWHERE);
        lanes = lanes_where(equal && c.position == position);
    }
    return 31 - clz(lanes);
}

// The best of the candidates of LANES work-items; all of them get it.
INLINE Candidate best_of_lanes(Candidate c) {
    const uint lane = best_lane(c);
    const Candidate best = {of_lane(c.high, lane), of_lane(c.low, lane), of_lane(c.position, lane), 0};
    return best;
}

// Exchange ----------------------------------------------------------------------------------------------------------

INLINE void publish_candidate(global ulong* headers, uint tag, Candidate c, int group, int lane) {
#pragma unroll
    for (int e = 0; e < EACH(COPIES); ++e) {
        const int copy = lane + e * LANES;
        if (copy < COPIES)
            store_words(headers + (copy * MOST_GROUPS + group) * HEADER, (ulong2)(word(tag, c.high), word(tag, c.low)));
    }
}

// A row, from local memory, and its position.
INLINE void publish_row(global ulong* slot, uint tag, local const Part* row, uint position, int lane) {
#pragma unroll
    for (int e = 0; e < EACH(PARTS_OF_ROW); ++e) {
        const int c = lane + e * LANES;
        if (c < PARTS_OF_ROW) publish_element(slot + 2 * c, tag, row[c]);
    }
    if (lane == 0) store_words(slot + 2 * PARTS_OF_ROW, (ulong2)(word(tag, position), 0));
}

INLINE uint wait_for_position(global const ulong* slot, uint tag) {
    ulong2 words;
    do words = load_words(slot + 2 * PARTS_OF_ROW);
    while (!has(words.x, tag));
    return (uint)words.x;
}

// The headers of all groups, those of a lane to of_group.
INLINE void wait_for_candidates(private Candidate* of_group, global const ulong* headers, int groups, uint tag,
                                int lane) {
    bool missing;
    do {
        missing = false;
#pragma unroll
        for (int x = 0; x < EACH(MOST_GROUPS); ++x) {  // without branches, so that all loads are under way at once
            const ulong2 words = load_words(headers + min(lane + x * LANES, groups - 1) * HEADER);
            missing = missing || !has(words.x, tag) || !has(words.y, tag);
            of_group[x].high = (uint)words.x;
            of_group[x].low = (uint)words.y;
        }
    } while (missing);
}

// The largest of them; its position is the group's.
INLINE Candidate choose_group(private const Candidate* of_group, int groups, int lane) {
    Candidate best = of_group[0];
    best.position = (uint)min(lane, groups - 1);
#pragma unroll
    for (int x = 1; x < EACH(MOST_GROUPS); ++x)
        if (larger(of_group[x], best)) {
            best = of_group[x];
            best.position = (uint)min(lane + x * LANES, groups - 1);
        }
    return best_of_lanes(best);
}

// Whether another group's is as large.
INLINE bool is_tie(private const Candidate* of_group, Candidate pivot, int groups, int lane) {
    bool tie = false;
#pragma unroll
    for (int x = 0; x < EACH(MOST_GROUPS); ++x) {
        const int group = min(lane + x * LANES, groups - 1);
        tie = tie || (same_magnitude(of_group[x], pivot) && group != (int)pivot.position);
    }
    return lanes_where(tie) != 0;
}

// Of the groups with such a candidate the one whose row is uppermost.
INLINE uint uppermost_group(private const Candidate* of_group, Candidate pivot, global const ulong* slots, int groups,
                            uint tag, int lane) {
    uint best = NOWHERE;
    uint best_group = 0;
#pragma unroll
    for (int x = 0; x < EACH(MOST_GROUPS); ++x)
        if (lane + x * LANES < groups && same_magnitude(of_group[x], pivot)) {
            const uint position = wait_for_position(slots + (lane + x * LANES) * SLOT, tag);
            if (position < best) {
                best = position;
                best_group = (uint)(lane + x * LANES);
            }
        }
    const uint uppermost = smallest(best);
    return smallest(best == uppermost ? best_group : NOWHERE);
}

// A row on its way, or not published yet: parts of its elements, those of a lane, and its position.
typedef struct {
    ulong2 parts[EACH(PARTS_OF_ROW)];
    ulong2 position;
} Incoming;

// Of the parts of the row's elements the first `count`; those of other lanes are copies.
INLINE Incoming read_row(global const ulong* slot, int count, int lane) {
    Incoming row;
#pragma unroll
    for (int e = 0; e < EACH(PARTS_OF_ROW); ++e)
        row.parts[e] = load_words(slot + 2 * min(lane + e * LANES, count - 1));
    row.position = load_words(slot + 2 * PARTS_OF_ROW);
    return row;
}

INLINE bool has_arrived(Incoming row, uint tag) {
    bool there = has(row.position.x, tag);
#pragma unroll
    for (int e = 0; e < EACH(PARTS_OF_ROW); ++e)
        there = there && has(row.parts[e].x, tag) && has(row.parts[e].y, tag);
    return there;
}
