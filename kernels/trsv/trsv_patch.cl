// Blocks times vectors, for trsv_solve.cl; stands behind trsv_common.cl.
//
// Blocks of op(A) and of scratch are patches of BLOCK x BLOCK, in memory as columns. A work-item has VECTOR neighbours of
// each of EACH columns; AHEAD patches are on their way to registers at any time:
//
//                 SIDE sets of columns
//            | set 0 1 2 .. | set 0 1 2 ..| ...            item = lane + set * LANES
//     lane 0 |                            |                has rows lane * VECTOR ... of the columns
//     lane 1 |                            |                set, set + SIDE, set + 2 SIDE, ...
//      ...   |                            |
//
// Its sums stay in registers until the last patch: VECTOR of rows, or with ACROSS EACH of columns. Then those of all
// work-items are added up in local memory.

#ifndef AHEAD
#define AHEAD 2  // 0: patches are read where they are needed
#endif
#define LANES (BLOCK / VECTOR)
#define SIDE (ITEMS / LANES)
#define EACH (BLOCK / SIDE)
#define MOST (ACROSS && EACH > VECTOR ? EACH : VECTOR)  // sums of a work-item
#define SHARES (ACROSS && LANES > SIDE ? LANES : SIDE)  // sums of a row

// Where a patch is, and how much of it.
typedef struct {
    global const Element* from;
    long ld;
    int rows, cols;
    bool vectors;
    bool flip, unit;  // of a diagonal block
} Patch;

static inline Patch patch_at(global const Element* from, long ld, int rows, int cols) {
    Patch p;
    p.from = from;
    p.ld = ld;
    p.rows = rows;
    p.cols = cols;
    p.vectors = ld % VECTOR == 0;
    p.flip = false;
    p.unit = false;
    return p;
}

// op(A)(i, j) as it lies in memory.
static inline Patch patch_of(Triangle t, int i, int j) {
    const int row = ACROSS ? j : i;
    const int col = ACROSS ? i : j;
    return patch_at(t.a + first_of(t, row) + first_of(t, col) * t.ld, t.ld, rows_of(t, row), rows_of(t, col));
}

static inline Patch diagonal_block(Triangle t, int b) {
    Patch p = patch_of(t, b, b);
    p.flip = t.flip;
    p.unit = t.unit;
    return p;
}

#define WHOLE_VECTORS 0
#define WHOLE 1
#define GUARDED 2
#define DIAGONAL 3

static inline int way_of(Patch p) {
    return p.rows < BLOCK || p.cols < BLOCK ? GUARDED : p.vectors ? WHOLE_VECTORS : WHOLE;
}

// The work-item's elements of its column number k.
static inline PIECE load_column(Patch p, int way, int k, int item) {
    const int lane = item % LANES;
    const int col = item / LANES + k * SIDE;
    global const Element* from = p.from + col * p.ld;
    if (way == WHOLE_VECTORS || way == WHOLE) return load(from, 1, way == WHOLE_VECTORS, lane);
    Element lanes[VECTOR];
#pragma unroll
    for (int v = 0; v < VECTOR; ++v) {
        const int row = lane * VECTOR + v;
        const bool one = way == DIAGONAL && p.unit && row == col;
        const bool inside = way == GUARDED || row == col || (row > col) != (p.flip != (ACROSS != 0));
        lanes[v] = one ? number(1) : inside && row < p.rows && col < p.cols ? from[row] : number(0);
    }
    return FROM_LANES(lanes);
}

static inline void load_all(PIECE* to, Patch p, int way, int item) {
#pragma unroll
    for (int k = 0; k < EACH; ++k) to[k] = load_column(p, way, k, item);
}

static inline void load_patch(PIECE* to, Patch p, int item) {
    const int way = way_of(p);
    if (way == WHOLE_VECTORS)
        load_all(to, p, WHOLE_VECTORS, item);
    else if (way == WHOLE)
        load_all(to, p, WHOLE, item);
    else
        load_all(to, p, GUARDED, item);
}

// sum := sum + column number k of a patch times x; `across`: its transpose.
static inline void add_column(Element* sum, PIECE column, local const Element* x, bool across, int k, int item) {
    Element lanes[VECTOR];
    TO_LANES(column, lanes);
    if (across) {
        const int first = item % LANES * VECTOR;
#pragma unroll
        for (int v = 0; v < VECTOR; ++v) sum[k] = multiply_add(lanes[v], x[first + v], sum[k]);
        return;
    }
    const Element factor = x[item / LANES + k * SIDE];
#pragma unroll
    for (int v = 0; v < VECTOR; ++v)
        sum[v] = ACROSS || !is_zero(factor) ? multiply_add(lanes[v], factor, sum[v]) : sum[v];
}

#if AHEAD
static inline void add_patch(Element* sum, const PIECE* patch, local const Element* x, bool across, int item) {
#pragma unroll
    for (int k = 0; k < EACH; ++k) add_column(sum, patch[k], x, across, k, item);
}
#define LOAD(u, place) load_patch(patch[(u) % AHEAD], place, item)
#define LOAD_DIAGONAL(u, place) load_all(patch[(u) % AHEAD], place, DIAGONAL, item)
#define ADD(u, place, x, across) add_patch(sum, patch[(u) % AHEAD], x, across, item)
#define ADD_DIAGONAL ADD
#else
static inline void add_all(Element* sum, Patch p, int way, local const Element* x, bool across, int item) {
#pragma unroll 2
    for (int k = 0; k < EACH; ++k) add_column(sum, load_column(p, way, k, item), x, across, k, item);
}

static inline void add_patch(Element* sum, Patch p, local const Element* x, bool across, int item) {
    const int way = way_of(p);
    if (way == WHOLE_VECTORS)
        add_all(sum, p, WHOLE_VECTORS, x, across, item);
    else if (way == WHOLE)
        add_all(sum, p, WHOLE, x, across, item);
    else
        add_all(sum, p, GUARDED, x, across, item);
}
#define LOAD(u, place)
#define LOAD_DIAGONAL(u, place)
#define ADD(u, place, x, across) add_patch(sum, place, x, across, item)
#define ADD_DIAGONAL(u, place, x, across) add_all(sum, place, DIAGONAL, x, across, item)
#endif

static inline void clear(Element* sum) {
#pragma unroll
    for (int m = 0; m < MOST; ++m) sum[m] = number(0);
}

// The sums of all work-items, for add_up() behind a barrier.
static inline void share(local Element* shares, const Element* sum, bool across, int item) {
    const int lane = item % LANES;
    const int set = item / LANES;
    if (across) {
#pragma unroll
        for (int k = 0; k < EACH; ++k) shares[lane * (BLOCK + 1) + set + k * SIDE] = sum[k];
    } else {
#pragma unroll
        for (int v = 0; v < VECTOR; ++v) shares[set * (BLOCK + 1) + lane * VECTOR + v] = sum[v];
    }
}

static inline Element add_up(local const Element* shares, bool across, int row) {
    const int count = across ? LANES : SIDE;
    Element total = number(0);
    int q = 0;
#pragma unroll
    for (; q + 4 <= count; q += 4)
        total += (shares[q * (BLOCK + 1) + row] + shares[(q + 1) * (BLOCK + 1) + row]) +
                 (shares[(q + 2) * (BLOCK + 1) + row] + shares[(q + 3) * (BLOCK + 1) + row]);
    for (; q < count; ++q) total += shares[q * (BLOCK + 1) + row];
    return total;
}
