// Changes of vectors x and y of n elements, element by element:
//
//     COPY   y := x               SCAL   x := p x           ROT    x := p x + q y
//     SWAP   x, y := y, x         AXPY   y := p x + y              y := p y - q x
//                            REAL_SCAL   x := p x
//
// p and q are numbers (NUMBER), or numbers times elements of the device's memory: p = alpha a (ELEMENT), and for ROT
// q = s b too; or p = alpha a / b (QUOTIENT). In ROT and REAL_SCAL they are real even if elements are complex. AXPY does
// nothing if p is 0, as BLAS has it. With `reversed` x(i) meets y(n - 1 - i).
//
// Launch: any number of work-groups of ITEMS work-items in one dimension.

#define COPY 0
#define SWAP 1
#define SCAL 2
#define AXPY 3
#define ROT 4
#define REAL_SCAL 9

#ifndef OPERATION
#define OPERATION AXPY
#endif
#ifndef COEFFICIENT
#define COEFFICIENT NUMBER
#endif

#if OPERATION == COPY || OPERATION == AXPY
#define X_ACCESS const
#define WRITES_X 0
#else
#define X_ACCESS
#define WRITES_X 1
#endif
#define HAS_Y (OPERATION != SCAL && OPERATION != REAL_SCAL)
#define READS_Y (OPERATION == SWAP || OPERATION == AXPY || OPERATION == ROT)

#if OPERATION == ROT || OPERATION == REAL_SCAL
typedef Part Coefficient;
#define TIMES(p, a) ((p) * (a))
#define OVER(p, b) ((p) / (b))
#else
typedef Element Coefficient;
#define TIMES(p, a) multiply(p, a)
#define OVER(p, b) quotient(p, b)
#endif

// For elements, or pieces if TYPE is PIECE.
#if OPERATION == COPY
#define CHANGE(TYPE, x, y) y = x
#elif OPERATION == SWAP
#define CHANGE(TYPE, x, y)  \
    const TYPE old = x;     \
    x = y;                  \
    y = old
#elif OPERATION == SCAL
#define CHANGE(TYPE, x, y) x = SCALED(p, x)
#elif OPERATION == REAL_SCAL
#define CHANGE(TYPE, x, y) x = p * x
#elif OPERATION == AXPY
#define CHANGE(TYPE, x, y) y = ADDED_PRODUCT(p, x, y)
#else
#define CHANGE(TYPE, x, y)           \
    const TYPE turned = p * x + q * y; \
    y = p * y - q * x;               \
    x = turned
#endif

static inline void store(global Element* x, long stride, bool unit, long piece, PIECE value) {
    if (unit) {
        ((global PIECE*)x)[piece] = value;
        return;
    }
    Element lanes[VECTOR];
    TO_LANES(value, lanes);
#pragma unroll
    for (int lane = 0; lane < VECTOR; ++lane) x[(piece * VECTOR + lane) * stride] = lanes[lane];
}

static inline void map(global X_ACCESS Element* x, long x_stride, global Element* y, long y_stride, bool unit, long n,
                       Coefficient p, Coefficient q) {
    const long chunks = n / (VECTOR * CHUNK);
    FOR_CHUNKS(chunk, chunks) {
        const long first = chunk * CHUNK + (long)get_local_id(0);
        PIECE of_x[WORK];
        PIECE of_y[WORK];
#pragma unroll
        for (int w = 0; w < WORK; ++w) {
            of_x[w] = load(x, x_stride, unit, first + w * ITEMS);
#if READS_Y
            of_y[w] = load(y, y_stride, unit, first + w * ITEMS);
#endif
        }
#pragma unroll
        for (int w = 0; w < WORK; ++w) {
            CHANGE(PIECE, of_x[w], of_y[w]);
#if WRITES_X
            store(x, x_stride, unit, first + w * ITEMS, of_x[w]);
#endif
#if HAS_Y
            store(y, y_stride, unit, first + w * ITEMS, of_y[w]);
#endif
        }
    }
    const long rest = chunks * VECTOR * CHUNK;
    for (long e = rest + (long)get_global_id(0); e < n; e += (long)get_global_size(0)) {
#if WRITES_X
        CHANGE(Element, x[e * x_stride], y[e * y_stride]);
#else
        const Element of_x = x[e * x_stride];
        CHANGE(Element, of_x, y[e * y_stride]);
#endif
    }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void vector_map(OPERAND(X_ACCESS, Element, x)
#if HAS_Y
                , OPERAND(, Element, y)
#endif
#if COEFFICIENT != NUMBER
                , OPERAND(const, Coefficient, a)
#endif
#if COEFFICIENT == QUOTIENT || (COEFFICIENT == ELEMENT && OPERATION == ROT)
                , OPERAND(const, Coefficient, b)
#endif
#if OPERATION == ROT
                , Coefficient p, Coefficient q
#elif OPERATION != COPY && OPERATION != SWAP
                , Coefficient p
#endif
#if HAS_Y
                , int reversed
#endif
) {
#if OPERATION == COPY || OPERATION == SWAP
    const Coefficient p = 1;
#endif
#if OPERATION != ROT
    const Coefficient q = 0;
#endif
#if COEFFICIENT != NUMBER
    p = TIMES(p, a[a_first]);
#endif
#if COEFFICIENT == QUOTIENT
    p = OVER(p, b[b_first]);
#elif COEFFICIENT == ELEMENT && OPERATION == ROT
    q = TIMES(q, b[b_first]);
#endif
#if OPERATION == AXPY
    if (is_zero(p)) return;
#endif
    const long n = LENGTH(x);
    const long x_stride = STRIDE(x);
    x += x_first;
#if HAS_Y
    const long y_stride = reversed ? -STRIDE(y) : STRIDE(y);
    y += y_first + (reversed ? (n - 1) * STRIDE(y) : 0);
    if (x_stride == 1 && y_stride == 1)
        map(x, 1, y, 1, true, n, p, q);
    else
        map(x, x_stride, y, y_stride, false, n, p, q);
#else
    if (x_stride == 1)
        map(x, 1, x, 1, true, n, p, q);
    else
        map(x, x_stride, x, x_stride, false, n, p, q);
#endif
}
