// Sums of the elements of a vector, by work-groups; elements are whole numbers, and sums are theirs modulo 2^32.
//
// CONTIGUOUS  every element once. Chunks as in memory_write.cl: work-group g takes the chunks g, g + groups, ...
// STRIDED     element after element, STRIDE apart; then those beside them, until each was read once.
// GATHERED    each element once, in an order without a pattern that is computed, not read.
// SHARED      all whole chunks, by every work-group, `sweeps` times. Group g of G begins after g / G of them, so that
//             two groups do not read one chunk at the same time. Caches that hold the vector serve all of it.
//
// STRIDED and GATHERED read the first 2^k elements: as many as a power of two lets there be.
//
// Launch: any number of work-groups of ITEMS work-items in one dimension; sums has an element for each.
// Needs: a vector of n = rows x cols elements without gaps (ld = rows); sums of less than 2^24 per lane of a work-item.

#define CONTIGUOUS 0
#define STRIDED 1
#define GATHERED 2
#define SHARED 3

#ifndef PATTERN
#define PATTERN CONTIGUOUS
#endif
#ifndef REAL
#define REAL double  // element type: float or double
#endif
#ifndef VECTOR
#define VECTOR 2  // 1, 2, 4, 8 or 16; 1 for STRIDED and GATHERED
#endif
#ifndef UNROLL
#define UNROLL 4
#endif
#ifndef ITEMS
#define ITEMS 256  // a power of two
#endif
#ifndef STRIDE_BITS
#define STRIDE_BITS 5  // elements between those read one after the other: 2^STRIDE_BITS
#endif

#define JOIN_(x, y) x##y
#define JOIN(x, y) JOIN_(x, y)
#if VECTOR == 1
typedef REAL PIECE;
#else
typedef JOIN(REAL, VECTOR) PIECE;
#endif

#define CHUNK (UNROLL * ITEMS)  // pieces

// The sum of a piece's elements.
static inline int total(PIECE piece) {
#if VECTOR == 1
    return (int)piece;
#else
    REAL lanes[VECTOR];
    JOIN(vstore, VECTOR)(piece, 0, lanes);
    int sum = 0;
#pragma unroll
    for (int i = 0; i < VECTOR; ++i) sum += (int)lanes[i];
    return sum;
#endif
}

// Which element is read as number e of 2^bits.
static inline long place(long e, int bits) {
    const ulong mask = ((ulong)1 << bits) - 1;
#if PATTERN == STRIDED
    const int shift = min(STRIDE_BITS, bits);
    return (long)((((ulong)e << shift) & mask) | ((ulong)e >> (bits - shift)));
#else
    ulong x = ((ulong)e * 0x9e3779b97f4a7c15UL) & mask;
    x ^= x >> ((bits + 1) / 2);
    return (long)((x * 0xd1342543de82ef95UL) & mask);
#endif
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void memory_read(global const REAL* restrict a, long a_first, int a_rows, int a_cols, int a_ld,
                 global int* restrict sums, long sums_first, int sums_rows, int sums_cols, int sums_ld
#if PATTERN == SHARED
                 , int sweeps
#endif
) {
    a += a_first;
    sums += sums_first;
    local int totals[ITEMS];
    const int item = (int)get_local_id(0);
    const long group = (long)get_group_id(0);
    const long groups = (long)get_num_groups(0);
    const long n = (long)a_rows * a_cols;
    global const PIECE* pieces = (global const PIECE*)a;
    PIECE sum[UNROLL];
    REAL rest = 0;
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) sum[u] = (PIECE)(0);

#if PATTERN == SHARED
    const int chunks = (int)(n / (VECTOR * CHUNK));
    const int begin = (int)(group * chunks / groups);
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        int chunk = begin;
        for (int i = 0; i < chunks; ++i) {
#pragma unroll
            for (int u = 0; u < UNROLL; ++u) sum[u] += pieces[(long)chunk * CHUNK + u * ITEMS + item];
            chunk = chunk + 1 == chunks ? 0 : chunk + 1;
        }
    }
#elif PATTERN == CONTIGUOUS
    const long chunks = n / (VECTOR * CHUNK);
    for (long chunk = group; chunk < chunks; chunk += groups) {
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) sum[u] += pieces[chunk * CHUNK + u * ITEMS + item];
    }
    for (long e = chunks * VECTOR * CHUNK + (long)get_global_id(0); e < n; e += (long)get_global_size(0)) rest += a[e];
#else
    const int bits = 63 - (int)clz((ulong)n);
    const long used = (long)1 << bits;
    const long chunks = used / CHUNK;
    for (long chunk = group; chunk < chunks; chunk += groups) {
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) sum[u] += a[place(chunk * CHUNK + u * ITEMS + item, bits)];
    }
    for (long e = chunks * CHUNK + (long)get_global_id(0); e < used; e += (long)get_global_size(0))
        rest += a[place(e, bits)];
#endif

    int own = (int)rest;
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) own += total(sum[u]);
    totals[item] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int active = ITEMS / 2; active > 0; active /= 2) {
        if (item < active) totals[item] += totals[item + active];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) sums[group] = totals[0];
}
