// Sums over vectors x and y of n elements:
//
//     DOT    sum of x(i) y(i), or of x(i) y(n - 1 - i) with `reversed`       ASUM   sum of |x(i)|
//     DOTC   the same with the conjugates of x                               NRM2   square root of the sum of |x(i)|^2
//
// Of complex elements |x(i)| in ASUM is |re x(i)| + |im x(i)|; sums of ASUM and NRM2 are real.
//
//   vector_reduce   work-item    SUM_PIECE sums in WORK registers, then one sum
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

#define DOT 5
#define ASUM 6
#define NRM2 7
#define DOTC 10

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
#define DOUBLE 1  // 0: Part is float
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

#define HAS_Y (OPERATION == DOT || OPERATION == DOTC)
#define SUMS (OPERATION == NRM2 ? 3 : 1)

#if COMPLEX && !HAS_Y
typedef Part Sum;
typedef Part SUM_PIECE;
#else
typedef Element Sum;
typedef PIECE SUM_PIECE;
#endif

// Adds the square of a real number to the sum of its size. NaN counts as of middle size.
#define ADD_SQUARE(TYPE, sum, w, x)                                                      \
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

// Adds an element's terms to sums w of TYPE, or a piece's if that is SUM_PIECE.
#if OPERATION == DOT
#define ADD_TERMS(TYPE, sum, w, x, y) sum[0][w] = ADDED_PRODUCT(x, y, sum[0][w])
#elif OPERATION == DOTC
#define ADD_TERMS(TYPE, sum, w, x, y) sum[0][w] = ADDED_PRODUCT(conjugate(x), y, sum[0][w])
#elif OPERATION == ASUM
#define ADD_TERMS(TYPE, sum, w, x, y) sum[0][w] += MAGNITUDE(x)
#elif COMPLEX
#define ADD_TERMS(TYPE, sum, w, of_x, of_y)  \
    do {                                     \
        const Element element = of_x;        \
        ADD_SQUARE(TYPE, sum, w, element.x); \
        ADD_SQUARE(TYPE, sum, w, element.y); \
    } while (0)
#else
#define ADD_TERMS(TYPE, sum, w, x, y) ADD_SQUARE(TYPE, sum, w, x)
#endif

// The routine's value of its sums.
static inline Sum finish(const Sum* sum) {
#if OPERATION != NRM2
    return sum[0];
#else
    const Sum middle = sum[0];
    const Sum small = sum[1];
    const Sum large = sum[2];
    const bool has_middle = middle > 0 || isnan(middle);
    if (large > 0) return sqrt(has_middle ? large + middle * DOWN * DOWN : large) / DOWN;
    if (!(small > 0)) return sqrt(middle);
    if (!has_middle) return sqrt(small) / UP;
    const Sum a = sqrt(middle);
    const Sum b = sqrt(small) / UP;
    const Sum greater = b > a ? b : a;  // NaN if a is
    const Sum ratio = (b > a ? a : b) / greater;
    return greater * sqrt(1 + ratio * ratio);
#endif
}

// The sums of all work-items, for work-item 0.
static inline void add_up(local Sum* totals, Sum* own) {
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

static inline void sum_up(global const Element* x, long x_stride, global const Element* y, long y_stride, bool unit, long n,
                          Sum* own) {
    SUM_PIECE sum[SUMS][WORK];
    Sum rest[SUMS][1];
    for (int k = 0; k < SUMS; ++k) {
        rest[k][0] = 0;
#pragma unroll
        for (int w = 0; w < WORK; ++w) sum[k][w] = (SUM_PIECE)(0);
    }
    const long chunks = n / (VECTOR * CHUNK);
    FOR_CHUNKS(chunk, chunks) {
        const long first = chunk * CHUNK + (long)get_local_id(0);
        PIECE of_x[WORK];
#if HAS_Y
        PIECE of_y[WORK];
#endif
#pragma unroll
        for (int w = 0; w < WORK; ++w) {
            of_x[w] = load(x, x_stride, unit, first + w * ITEMS);
#if HAS_Y
            of_y[w] = load(y, y_stride, unit, first + w * ITEMS);
#endif
        }
#pragma unroll
        for (int w = 0; w < WORK; ++w) ADD_TERMS(SUM_PIECE, sum, w, of_x[w], of_y[w]);
    }
    for (long e = chunks * VECTOR * CHUNK + (long)get_global_id(0); e < n; e += (long)get_global_size(0))
        ADD_TERMS(Sum, rest, 0, x[e * x_stride], y[e * y_stride]);
    for (int k = 0; k < SUMS; ++k) {
        own[k] = rest[k][0];
#pragma unroll
        for (int w = 0; w < WORK; ++w) {
            Sum lanes[VECTOR];
            TO_LANES(sum[k][w], lanes);
#pragma unroll
            for (int lane = 0; lane < VECTOR; ++lane) own[k] += lanes[lane];
        }
    }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void vector_reduce(OPERAND(const, Element, x),
#if HAS_Y
                   OPERAND(const, Element, y),
#endif
                   OPERAND(, Sum, sums)
#if HAS_Y
                   , int reversed
#endif
) {
    local Sum totals[SUMS * ITEMS];
    Sum own[SUMS];
    const long n = LENGTH(x);
    const long x_stride = STRIDE(x);
    x += x_first;
#if HAS_Y
    const long y_stride = reversed ? -STRIDE(y) : STRIDE(y);
    y += y_first + (reversed ? (n - 1) * STRIDE(y) : 0);
#else
    const long y_stride = x_stride;
    global const Element* y = x;
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
void vector_total(OPERAND(const, Sum, sums), OPERAND(, Sum, result)) {
    local Sum totals[SUMS * ITEMS];
    Sum own[SUMS];
    for (int k = 0; k < SUMS; ++k) {
        own[k] = 0;
        for (int g = (int)get_local_id(0); g < sums_rows; g += ITEMS) own[k] += sums[sums_first + g + (long)k * sums_ld];
    }
    add_up(totals, own);
    if (get_local_id(0) == 0) result[result_first] = finish(own);
}

#endif
