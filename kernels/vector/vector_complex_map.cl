// Changes of complex vectors x and y of n elements, element by element:
//
//     COPY   y := x               SCAL   x := p x           ROT    x := p x + q y
//     SWAP   x, y := y, x         AXPY   y := p x + y              y := p y - q x
//                            REAL_SCAL   x := p x
//
// p and q are real in ROT and REAL_SCAL, and complex else. Where they come from, and `reversed`, are as in vector_map.cl.
// Elements are as wide as pieces: VECTOR is 1.
//
// Launch: any number of work-groups of ITEMS work-items in one dimension.

#define COPY 0
#define SWAP 1
#define SCAL 2
#define AXPY 3
#define ROT 4
#define REAL_SCAL 9

#define NUMBER 0
#define ELEMENT 1
#define QUOTIENT 2

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
#define HAS_ALPHA (OPERATION == SCAL || OPERATION == REAL_SCAL || OPERATION == AXPY)

// A coefficient, its product with another number, and its quotient.
#if OPERATION == ROT || OPERATION == REAL_SCAL
typedef Part Coefficient;
#define TIMES(p, a) ((p) * (a))
#define OVER(p, b) ((p) / (b))
#else
typedef Element Coefficient;
#define TIMES(p, a) multiply(p, a)
#define OVER(p, b) quotient(p, b)
#endif

static inline void change(Element* x, Element* y, Coefficient p, Coefficient q) {
#if OPERATION == COPY
    *y = *x;
#elif OPERATION == SWAP
    const Element old = *x;
    *x = *y;
    *y = old;
#elif OPERATION == SCAL
    // 0, the imaginary part of p = 1, times Inf would make NaN of the other part.
    if (p.x != 1 || p.y != 0) *x = TIMES(p, *x);
#elif OPERATION == REAL_SCAL
    *x = TIMES(p, *x);
#elif OPERATION == AXPY
    *y = multiply_add(p, *x, *y);
#else
    const Element turned = p * *x + q * *y;
    *y = p * *y - q * *x;
    *x = turned;
#endif
}

static inline void map(global X_ACCESS Element* x, long x_stride, global Element* y, long y_stride, long n, Coefficient p,
                       Coefficient q) {
    const long chunks = n / CHUNK;
    FOR_CHUNKS(chunk, chunks) {
        const long first = chunk * CHUNK + (long)get_local_id(0);
        Element of_x[WORK];
        Element of_y[WORK];
#pragma unroll
        for (int w = 0; w < WORK; ++w) {
            of_x[w] = x[(first + w * ITEMS) * x_stride];
#if READS_Y
            of_y[w] = y[(first + w * ITEMS) * y_stride];
#endif
        }
#pragma unroll
        for (int w = 0; w < WORK; ++w) {
            change(&of_x[w], &of_y[w], p, q);
#if WRITES_X
            x[(first + w * ITEMS) * x_stride] = of_x[w];
#endif
#if HAS_Y
            y[(first + w * ITEMS) * y_stride] = of_y[w];
#endif
        }
    }
    for (long e = chunks * CHUNK + (long)get_global_id(0); e < n; e += (long)get_global_size(0)) {
        Element of_x = x[e * x_stride];
        Element of_y;
#if READS_Y
        of_y = y[e * y_stride];
#endif
        change(&of_x, &of_y, p, q);
#if WRITES_X
        x[e * x_stride] = of_x;
#endif
#if HAS_Y
        y[e * y_stride] = of_y;
#endif
    }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void vector_complex_map(OPERAND(X_ACCESS, Element, x)
#if HAS_Y
                        , OPERAND(, Element, y)
#endif
#if COEFFICIENT != NUMBER
                        , OPERAND(const, Coefficient, a)
#endif
#if COEFFICIENT == QUOTIENT || (COEFFICIENT == ELEMENT && OPERATION == ROT)
                        , OPERAND(const, Coefficient, b)
#endif
#if HAS_ALPHA
                        , Coefficient alpha
#elif OPERATION == ROT
                        , Coefficient c, Coefficient s
#endif
#if HAS_Y
                        , int reversed
#endif
) {
    Coefficient p = (Coefficient)(0);
    Coefficient q = (Coefficient)(0);
#if HAS_ALPHA
    p = alpha;
#elif OPERATION == ROT
    p = c;
    q = s;
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
    if (p.x == 0 && p.y == 0) return;
#endif
    const long n = LENGTH(x);
    const long x_stride = STRIDE(x);
    x += x_first;
#if HAS_Y
    const long y_stride = reversed ? -STRIDE(y) : STRIDE(y);
    y += y_first + (reversed ? (n - 1) * STRIDE(y) : 0);
    if (x_stride == 1 && y_stride == 1)
        map(x, 1, y, 1, n, p, q);
    else
        map(x, x_stride, y, y_stride, n, p, q);
#else
    if (x_stride == 1)
        map(x, 1, x, 1, n, p, q);
    else
        map(x, x_stride, x, x_stride, n, p, q);
#endif
}
