// Sums over vectors x and y of n elements:
//
//     DOT   sum of x(i) y(i), or of x(i) y(n - 1 - i) with `reversed`        ASUM   sum of |x(i)|
//     NRM2  square root of the sum of x(i)^2
//
//   vector_reduce   work-item    PIECE sums in WORK registers, then one sum
//                   work-group   a tree over its ITEMS sums            ->  sums(g, k): work-group g's sum number k
//   vector_total    one work-group: work-item t adds sums(t), sums(t + ITEMS), ...; then the same tree  ->  result
//
// With WHOLE vector_reduce runs as one work-group, which writes the result itself. The order of additions follows from
// n, VECTOR, WORK, ITEMS and the number of work-groups alone.
//
// NRM2 neither overflows nor underflows on the way and reads x once. As in LAPACK 3.10 (after J. Blue) there are three
// sums: of numbers of middle size as they are, and of those whose squares are too small or too large, scaled by powers
// of two.
//
// Launch: vector_reduce as many work-groups of ITEMS work-items in one dimension as sums has rows, vector_total one.

#define DOT 0
#define ASUM 1
#define NRM2 2

#ifndef OPERATION
#define OPERATION NRM2
#endif
#ifndef WHOLE
#define WHOLE 0
#endif
#ifndef TOTAL
#define TOTAL 0  // 1: vector_total, else vector_reduce
#endif
#ifndef DOUBLE
#define DOUBLE 1  // 0: REAL is float
#endif

#if DOUBLE
#define SMALL 0x1p-511  // squares of lesser numbers are below the normal ones
#define LARGE 0x1p486   // sums of squares of larger numbers may overflow
#define UP 0x1p537
#define DOWN 0x1p-538
#else
#define SMALL 0x1p-63f
#define LARGE 0x1p52f
#define UP 0x1p75f
#define DOWN 0x1p-76f
#endif

// Adds an element's terms to sums w, or a piece's if TYPE is PIECE. NaN counts as of middle size.
#if OPERATION == DOT
#define SUMS 1
#define ADD_TERMS(TYPE, sum, w, x, y) sum[0][w] += (x) * (y)
#elif OPERATION == ASUM
#define SUMS 1
#define ADD_TERMS(TYPE, sum, w, x, y) sum[0][w] += fabs(x)
#else
#define SUMS 3
#define ADD_TERMS(TYPE, sum, w, x, y)                                                    \
    do {                                                                                 \
        const TYPE size = fabs(x);                                                       \
        const TYPE not_small = size < (TYPE)(SMALL) ? (TYPE)(0) : size;                  \
        const TYPE middle = not_small > (TYPE)(LARGE) ? (TYPE)(0) : not_small;           \
        const TYPE small = size < (TYPE)(SMALL) ? size * (TYPE)(UP) : (TYPE)(0);         \
        const TYPE large = size > (TYPE)(LARGE) ? size * (TYPE)(DOWN) : (TYPE)(0);       \
        sum[0][w] += middle * middle;                                                    \
        sum[1][w] += small * small;                                                      \
        sum[2][w] += large * large;                                                      \
    } while (0)
#endif

// The routine's value of its sums.
static inline REAL finish(const REAL* sum) {
#if OPERATION != NRM2
    return sum[0];
#else
    const REAL middle = sum[0];
    const REAL small = sum[1];
    const REAL large = sum[2];
    const bool has_middle = middle > 0 || isnan(middle);
    if (large > 0) return sqrt(has_middle ? large + middle * DOWN * DOWN : large) / DOWN;
    if (!(small > 0)) return sqrt(middle);
    if (!has_middle) return sqrt(small) / UP;
    const REAL a = sqrt(middle);
    const REAL b = sqrt(small) / UP;
    const REAL greater = b > a ? b : a;  // NaN if a is
    const REAL ratio = (b > a ? a : b) / greater;
    return greater * sqrt(1 + ratio * ratio);
#endif
}

// The sums of all work-items, for work-item 0.
static inline void add_up(local REAL* totals, REAL* own) {
    const int item = (int)get_local_id(0);
    for (int k = 0; k < SUMS; ++k) totals[k * ITEMS + item] = own[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int active = ITEMS / 2; active > 0; active /= 2) {
        if (item < active)
            for (int k = 0; k < SUMS; ++k) totals[k * ITEMS + item] += totals[k * ITEMS + item + active];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int k = 0; k < SUMS; ++k) own[k] = totals[k * ITEMS];
}

#if !TOTAL

static inline void sum_up(global const REAL* x, long x_stride, global const REAL* y, long y_stride, bool unit, long n,
                          REAL* own) {
    PIECE sum[SUMS][WORK];
    REAL rest[SUMS][1];
    for (int k = 0; k < SUMS; ++k) {
        rest[k][0] = 0;
#pragma unroll
        for (int w = 0; w < WORK; ++w) sum[k][w] = (PIECE)(0);
    }
    const long chunks = n / (VECTOR * CHUNK);
    FOR_CHUNKS(chunk, chunks) {
        const long first = chunk * CHUNK + (long)get_local_id(0);
        PIECE of_x[WORK];
#if OPERATION == DOT
        PIECE of_y[WORK];
#endif
#pragma unroll
        for (int w = 0; w < WORK; ++w) {
            of_x[w] = load(x, x_stride, unit, first + w * ITEMS);
#if OPERATION == DOT
            of_y[w] = load(y, y_stride, unit, first + w * ITEMS);
#endif
        }
#pragma unroll
        for (int w = 0; w < WORK; ++w) ADD_TERMS(PIECE, sum, w, of_x[w], of_y[w]);
    }
    for (long e = chunks * VECTOR * CHUNK + (long)get_global_id(0); e < n; e += (long)get_global_size(0))
        ADD_TERMS(REAL, rest, 0, x[e * x_stride], y[e * y_stride]);
    for (int k = 0; k < SUMS; ++k) {
        own[k] = rest[k][0];
#pragma unroll
        for (int w = 0; w < WORK; ++w) {
            REAL lanes[VECTOR];
            TO_LANES(sum[k][w], lanes);
#pragma unroll
            for (int lane = 0; lane < VECTOR; ++lane) own[k] += lanes[lane];
        }
    }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void vector_reduce(OPERAND(const, REAL, x),
#if OPERATION == DOT
                   OPERAND(const, REAL, y),
#endif
                   OPERAND(, REAL, sums)
#if OPERATION == DOT
                   , int reversed
#endif
) {
    local REAL totals[SUMS * ITEMS];
    REAL own[SUMS];
    const long n = LENGTH(x);
    const long x_stride = STRIDE(x);
    x += x_first;
#if OPERATION == DOT
    const long y_stride = reversed ? -STRIDE(y) : STRIDE(y);
    y += y_first + (reversed ? (n - 1) * STRIDE(y) : 0);
#else
    const long y_stride = x_stride;
    global const REAL* y = x;
#endif
    if (x_stride == 1 && y_stride == 1)
        sum_up(x, 1, y, 1, true, n, own);
    else
        sum_up(x, x_stride, y, y_stride, false, n, own);
    add_up(totals, own);
    if (get_local_id(0) != 0) return;
#if WHOLE
    sums[sums_first] = finish(own);
#else
    for (int k = 0; k < SUMS; ++k) sums[sums_first + (long)get_group_id(0) + (long)k * sums_ld] = own[k];
#endif
}

#else

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void vector_total(OPERAND(const, REAL, sums), OPERAND(, REAL, result)) {
    local REAL totals[SUMS * ITEMS];
    REAL own[SUMS];
    for (int k = 0; k < SUMS; ++k) {
        own[k] = 0;
        for (int g = (int)get_local_id(0); g < sums_rows; g += ITEMS) own[k] += sums[sums_first + g + (long)k * sums_ld];
    }
    add_up(totals, own);
    if (get_local_id(0) == 0) result[result_first] = finish(own);
}

#endif
