// Sums over complex vectors x and y of n elements:
//
//     DOT    sum of x(i) y(i), or of x(i) y(n - 1 - i) with `reversed`       ASUM   sum of |re x(i)| + |im x(i)|
//     DOTC   the same with the conjugates of x                               NRM2   sums of squares
//
//   vector_complex_reduce   as vector_reduce; a work-group leaves its sums, also if it is the only one
//   vector_complex_total    for DOT and DOTC, as vector_total
//
// Sums of ASUM and NRM2 are real: vector_total of vector_reduce.cl adds them up. Elements are as wide as pieces: VECTOR is 1.
//
// Launch: vector_complex_reduce as many work-groups of ITEMS work-items in one dimension as sums has rows,
// vector_complex_total one.

#define DOT 5
#define ASUM 6
#define NRM2 7
#define DOTC 10

#ifndef OPERATION
#define OPERATION NRM2
#endif
#ifndef TOTAL
#define TOTAL 0  // 1: vector_complex_total, else vector_complex_reduce
#endif
#ifndef DOUBLE
#define DOUBLE 1  // 0: Part is float
#endif

// Bounds and factors of numbers whose squares are too small or too large, as in vector_reduce.cl.
#if DOUBLE
#define SMALL 0x1p-511
#define LARGE 0x1p486
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
#if HAS_Y
typedef Element Sum;
#else
typedef Part Sum;
#endif

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

#if OPERATION == NRM2
// NaN counts as of middle size.
static inline void add_square(Sum* sum, Part x) {
    const Part size = fabs(x);
    if (size < SMALL)
        sum[1] += (size * UP) * (size * UP);
    else if (size > LARGE)
        sum[2] += (size * DOWN) * (size * DOWN);
    else
        sum[0] += size * size;
}
#endif

static inline void add_terms(Sum* sum, Element x, Element y) {
#if OPERATION == DOT
    sum[0] = multiply_add(x, y, sum[0]);
#elif OPERATION == DOTC
    sum[0] = multiply_add(conjugate(x), y, sum[0]);
#elif OPERATION == ASUM
    sum[0] += magnitude(x);
#else
    add_square(sum, x.x);
    add_square(sum, x.y);
#endif
}

static inline void sum_up(global const Element* x, long x_stride, global const Element* y, long y_stride, long n,
                          Sum* own) {
    Sum sum[WORK][SUMS];
    for (int k = 0; k < SUMS; ++k) {
        own[k] = (Sum)(0);
#pragma unroll
        for (int w = 0; w < WORK; ++w) sum[w][k] = (Sum)(0);
    }
    const long chunks = n / CHUNK;
    FOR_CHUNKS(chunk, chunks) {
        const long first = chunk * CHUNK + (long)get_local_id(0);
        Element of_x[WORK];
        Element of_y[WORK];
#pragma unroll
        for (int w = 0; w < WORK; ++w) {
            of_x[w] = x[(first + w * ITEMS) * x_stride];
            of_y[w] = HAS_Y ? y[(first + w * ITEMS) * y_stride] : of_x[w];
        }
#pragma unroll
        for (int w = 0; w < WORK; ++w) add_terms(sum[w], of_x[w], of_y[w]);
    }
    for (long e = chunks * CHUNK + (long)get_global_id(0); e < n; e += (long)get_global_size(0))
        add_terms(own, x[e * x_stride], y[e * y_stride]);
    for (int k = 0; k < SUMS; ++k) {
#pragma unroll
        for (int w = 0; w < WORK; ++w) own[k] += sum[w][k];
    }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void vector_complex_reduce(OPERAND(const, Element, x),
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
        sum_up(x, 1, y, 1, n, own);
    else
        sum_up(x, x_stride, y, y_stride, n, own);
    add_up(totals, own);
    if (get_local_id(0) != 0) return;
    for (int k = 0; k < SUMS; ++k) sums[sums_first + (long)get_group_id(0) + (long)k * sums_ld] = own[k];
}

#else

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void vector_complex_total(OPERAND(const, Element, sums), OPERAND(, Element, result)) {
    local Sum totals[ITEMS];
    Sum own = number(0);
    for (int g = (int)get_local_id(0); g < sums_rows; g += ITEMS) own += sums[sums_first + g];
    add_up(totals, &own);
    if (get_local_id(0) == 0) result[result_first] = own;
}

#endif
