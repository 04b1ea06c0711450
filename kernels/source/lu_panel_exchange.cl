// How the work-groups of lu_panel_cooperative.cl talk with each other; stands before that source.
//
// What is published lies in scratch: words of 64 bits, 32 of them a tag that no other step of the program has. Each word
// is written and read as a whole, so that one that carries the tag expected is complete, and nothing else is needed to
// order memory. A step uses the one half of scratch, the next step the other: a group begins step j + 2 after all have
// published their candidates of step j + 1, and so have read all of step j.

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
#ifndef PTX
#define PTX 0
#endif
#ifndef DOUBLE
#define DOUBLE 1  // REAL is double, not float
#endif

// Rows are in registers only where functions that take them are part of the kernel.
#define INLINE static inline __attribute__((always_inline))

#if PTX
#define LANES 32  // work-items that advance together and choose by redux
#else
#define LANES 1
#endif
#define CHUNK (WIDTH < 8 ? WIDTH : 8)  // elements of a row that are handled alike
#define NOWHERE 0xffffffffu  // the position of no row
#define HEADER 4             // words of a candidate: its magnitude, its position
#define SLOT (WIDTH * 2)     // words of its row
#define HALF (MOST_GROUPS * (HEADER + SLOT))

typedef struct {
    uint high, low;  // of its magnitude's bits, plus one in high: ordered as the magnitudes are, above zero
    uint position;
} Candidate;

// Words and barriers ------------------------------------------------------------------------------------------------

#if PTX
INLINE ulong2 load_words(global const ulong* p) {
    ulong2 words;
    asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];" : "=l"(words.x), "=l"(words.y) : "l"(p) : "memory");
    return words;
}

INLINE void store_words(global ulong* p, ulong2 words) {
    asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" : : "l"(p), "l"(words.x), "l"(words.y) : "memory");
}

INLINE void fence(void) {
    asm volatile("fence.acq_rel.gpu;" : : : "memory");
}

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

#define BARRIER_FOR_MESSENGER(id) (messenger ? wait(id) : arrive(id))
#define BARRIER_FOR_ROWS(id) (messenger ? arrive(id) : wait(id))
#define BARRIER_FOR_ALL(id) wait(id)
#else
INLINE ulong2 load_words(volatile global const ulong* p) {
    return (ulong2)(p[0], p[1]);
}

INLINE void store_words(volatile global ulong* p, ulong2 words) {
    p[0] = words.x;
    p[1] = words.y;
}

INLINE void fence(void) {
    mem_fence(CLK_GLOBAL_MEM_FENCE);
}

INLINE uint largest(uint x) {
    return x;
}

INLINE uint smallest(uint x) {
    return x;
}

INLINE int anew(int x) {
    return x;
}

#define BARRIER_FOR_MESSENGER(id) barrier(CLK_LOCAL_MEM_FENCE)
#define BARRIER_FOR_ROWS(id) barrier(CLK_LOCAL_MEM_FENCE)
#define BARRIER_FOR_ALL(id) barrier(CLK_LOCAL_MEM_FENCE)
#endif

INLINE ulong word(uint tag, uint content) {
    return (ulong)tag << 32 | content;
}

INLINE bool has(ulong x, uint tag) {
    return (uint)(x >> 32) == tag;
}

// Candidates --------------------------------------------------------------------------------------------------------

INLINE Candidate no_candidate(void) {
    const Candidate none = {0, 0, NOWHERE};
    return none;
}

INLINE Candidate candidate(REAL x, uint position) {
#if DOUBLE
    const ulong bits = as_ulong(magnitude(x));
    const Candidate c = {(uint)(bits >> 32) + 1, (uint)bits, position};
#else
    const Candidate c = {as_uint(magnitude(x)) + 1, 0, position};
#endif
    return c;
}

// Its magnitude; it is one.
INLINE REAL magnitude_of(Candidate c) {
#if DOUBLE
    return as_double((ulong)(c.high - 1) << 32 | c.low);
#else
    return as_float(c.high - 1);
#endif
}

INLINE Candidate better(Candidate x, Candidate y) {
    const bool first = x.high != y.high ? x.high > y.high : x.low != y.low ? x.low > y.low : x.position < y.position;
    return first ? x : y;
}

// The best of the candidates of LANES work-items; all of them get it.
INLINE Candidate best_of_lanes(Candidate c) {
    Candidate best;
    best.high = largest(c.high);
#if DOUBLE
    best.low = largest(c.high == best.high ? c.low : 0);
#else
    best.low = 0;
#endif
    best.position = smallest(c.high == best.high && c.low == best.low ? c.position : NOWHERE);
    return best;
}

// Exchange ----------------------------------------------------------------------------------------------------------

INLINE void publish_candidate(global ulong* header, uint tag, Candidate c) {
#if DOUBLE
    store_words(header, (ulong2)(word(tag, c.high), word(tag, c.low)));
    store_words(header + 2, (ulong2)(word(tag, c.position), 0));
#else
    store_words(header, (ulong2)(word(tag, c.high), word(tag, c.position)));
#endif
}

// True where the candidate is there.
INLINE bool read_candidate(global const ulong* header, uint tag, private Candidate* c) {
    const ulong2 x = load_words(header);
#if DOUBLE
    const ulong2 y = load_words(header + 2);
    c->high = (uint)x.x;
    c->low = (uint)x.y;
    c->position = (uint)y.x;
    return has(x.x, tag) && has(x.y, tag) && has(y.x, tag);
#else
    c->high = (uint)x.x;
    c->low = 0;
    c->position = (uint)x.y;
    return has(x.x, tag) && has(x.y, tag);
#endif
}

// An element of a row takes two words, each with half of its bits; a float is in both.
INLINE void publish_element(global ulong* p, uint tag, REAL x) {
#if DOUBLE
    const ulong bits = as_ulong(x);
    store_words(p, (ulong2)(word(tag, (uint)bits), word(tag, (uint)(bits >> 32))));
#else
    store_words(p, (ulong2)(word(tag, as_uint(x)), word(tag, as_uint(x))));
#endif
}

INLINE bool read_element(global const ulong* p, uint tag, private REAL* x) {
    const ulong2 words = load_words(p);
#if DOUBLE
    *x = as_double((ulong)(uint)words.y << 32 | (uint)words.x);
#else
    *x = as_float((uint)words.x);
#endif
    return has(words.x, tag) && has(words.y, tag);
}

// The messenger's part of step j: the pivot among all groups' candidates, and its row's group.
INLINE Candidate choose_pivot(global const ulong* headers, int groups, uint tag, int lane,
                                     private uint* from_group) {
    Candidate best = no_candidate();
    uint group_of_best = NOWHERE;
    bool missing;
    do {
        missing = false;
#if PTX
#pragma unroll
#endif
        for (int x = 0; x < (MOST_GROUPS + LANES - 1) / LANES; ++x) {
            const int g = lane + x * LANES;
            if (g < groups) {
                Candidate c;
                if (!read_candidate(headers + g * HEADER, tag, &c)) missing = true;
                const Candidate chosen = better(c, best);
                if (chosen.position != best.position) group_of_best = (uint)g;
                best = chosen;
            }
        }
        if (missing) best = no_candidate();
    } while (missing);
    const Candidate pivot = best_of_lanes(best);
    *from_group = smallest(best.position == pivot.position ? group_of_best : NOWHERE);
    return pivot;
}

// The last n - j elements of the pivot row, zeros behind them.
INLINE void fetch_row(local REAL* row, global const ulong* slot, int count, uint tag, int lane) {
    REAL x[(WIDTH + LANES - 1) / LANES];
    bool missing;
    do {
        missing = false;
#if PTX
#pragma unroll
#endif
        for (int e = 0; e < (WIDTH + LANES - 1) / LANES; ++e) {
            const int c = lane + e * LANES;
            x[e] = 0;
            if (c < count && !read_element(slot + 2 * c, tag, &x[e])) missing = true;
        }
    } while (missing);
#if PTX
#pragma unroll
#endif
    for (int e = 0; e < (WIDTH + LANES - 1) / LANES; ++e)
        if (lane + e * LANES < WIDTH) row[lane + e * LANES] = x[e];
}
