// rank_update.cl for complex elements, with element.cl before it. `conj` is there if the matrix is hermitian, or for GER if
// y_conjugated:
//
//     GER    A := p x conj(y)^T + A                          A is m x n; with p_real p is its real part
//     SYR    A := p x x^H + A                                one triangle of n x n; p is real
//     SYR2   A := p x y^H + conj(p) y x^H + A                likewise; p is complex
//
// With `conjugated` A stands for its conjugate: what is added is conjugated. Diagonals of hermitian matrices are real: their
// imaginary parts are not read, and become 0 even if column j stays as it is otherwise.
//
// Blocks of work-groups, and which columns stay as they are, are as in rank_update.cl. A work-item has a row of a block of
// ITEMS rows.
//
// Launch: a work-group of ITEMS work-items for each block.

#define GER 0
#define SYR 1
#define SYR2 2

#define NUMBER 0
#define ELEMENT 1
#define QUOTIENT 2

#define ROWS ITEMS

#if OPERATION == GER
#define IN_TRIANGLE(i, j) true
#elif UPPER
#define IN_TRIANGLE(i, j) ((i) <= (j))
#else
#define IN_TRIANGLE(i, j) ((i) >= (j))
#endif

// The vectors, from their first elements on.
typedef struct {
    global const Element* x;
    global const Element* y;
    long x_stride;
    long y_stride;
    Element p;
    bool p_real, y_conjugated, conjugated;
} Vectors;

// Row i of a column changes by x(i) of_x + y(i) of_y.
typedef struct {
    Element of_x;
    Element of_y;
    bool none;
} Terms;

static inline bool is_zero(Element x) {
    return x.x == 0 && x.y == 0;
}

static inline Element conjugate_if(bool wanted, Element x) {
    return (Element)(x.x, wanted ? -x.y : x.y);
}

static inline Terms terms_of(const Vectors* v, int j) {
    Terms terms;
    const Element y = v->y[j * v->y_stride];
    const Element factor = conjugate_if(v->y_conjugated, y);
    terms.of_x = conjugate_if(v->conjugated, v->p_real ? v->p.x * factor : multiply(v->p, factor));
    terms.of_y = number(0);
    terms.none = is_zero(y);
#if OPERATION == SYR2
    const Element x = v->x[j * v->x_stride];
    terms.of_y = conjugate_if(v->conjugated, multiply(conjugate(v->p), conjugate(x)));
    terms.none = terms.none && is_zero(x);
#endif
    return terms;
}

static inline Element updated(Element old, Element x, Element y, Terms terms) {
    Element sum = multiply_add(x, terms.of_x, old);
#if OPERATION == SYR2
    sum = multiply_add(y, terms.of_y, sum);
#endif
    return sum;
}

// Columns [col, end) of row i, UNROLL at a time. `whole` says that all of them are inside.
static inline void update_row(const Vectors* v, global Element* A, long ld, int i, int col, int end, const bool whole) {
    const Element x = conjugate_if(v->conjugated, v->x[i * v->x_stride]);
#if OPERATION == SYR2
    const Element y = conjugate_if(v->conjugated, v->y[i * v->y_stride]);
#else
    const Element y = x;
#endif
    for (int c = col; c < end; c += UNROLL) {
        Element old[UNROLL];
#pragma unroll
        for (int u = 0; u < UNROLL; ++u)
            if (whole || (c + u < end && IN_TRIANGLE(i, c + u))) old[u] = A[i + (c + u) * ld];
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) {
            if (!whole && (c + u >= end || !IN_TRIANGLE(i, c + u))) continue;
            const Terms terms = terms_of(v, c + u);
            const bool on_diagonal = OPERATION != GER && !whole && i == c + u;
            if (on_diagonal) old[u].y = 0;
            if (!terms.none) old[u] = updated(old[u], x, y, terms);
            if (on_diagonal) old[u].y = 0;
            if (on_diagonal || !terms.none) A[i + (c + u) * ld] = old[u];
        }
    }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void rank_update_complex(OPERAND(const, REAL, x),
#if OPERATION != SYR
                         OPERAND(const, REAL, y),
#endif
                         OPERAND(, REAL, A),
#if COEFFICIENT != NUMBER
                         OPERAND(const, REAL, of),
#endif
#if COEFFICIENT == QUOTIENT
                         OPERAND(const, REAL, over),
#endif
                         REAL alpha, int x_reversed
#if OPERATION != SYR
                         , int y_reversed
#endif
#if OPERATION == GER
                         , int y_conjugated, int p_real
#endif
                         , int conjugated
) {
    Vectors v;
    v.x = x + x_first + (x_reversed ? (LENGTH(x) - 1) * STRIDE(x) : 0);
    v.x_stride = x_reversed ? -STRIDE(x) : STRIDE(x);
#if OPERATION == SYR
    v.y = v.x;
    v.y_stride = v.x_stride;
#else
    v.y = y + y_first + (y_reversed ? (LENGTH(y) - 1) * STRIDE(y) : 0);
    v.y_stride = y_reversed ? -STRIDE(y) : STRIDE(y);
#endif
#if OPERATION == GER
    v.y_conjugated = y_conjugated != 0;
    v.p_real = p_real != 0;
#else
    v.y_conjugated = true;
    v.p_real = OPERATION == SYR;
#endif
    v.conjugated = conjugated != 0;
#if COEFFICIENT == QUOTIENT
    v.p = quotient(multiply(alpha, of[of_first]), over[over_first]);
#elif COEFFICIENT == ELEMENT
    v.p = multiply(alpha, of[of_first]);
#else
    v.p = alpha;
#endif
    if (v.p.x == 0 && (v.p_real || v.p.y == 0)) return;
    const int blocks = (A_rows + ROWS - 1) / ROWS;
    int group = (int)get_group_id(0);
#if OPERATION == GER
    const int row = group % blocks * ROWS;
    const int col = group / blocks * COLUMNS;
    const bool whole = col + COLUMNS <= A_cols;
#else
    // `group` counts from the first block of block column c.
    int c = 0;
    for (; group >= (blocks - c) * (ROWS / COLUMNS); ++c) group -= (blocks - c) * (ROWS / COLUMNS);
    const int r = c + group % (blocks - c);
    const int slice = group / (blocks - c) * COLUMNS;
    const int row = (UPPER ? blocks - 1 - r : r) * ROWS;
    const int col = (UPPER ? blocks - 1 - c : c) * ROWS + slice;
    const bool whole = r != c && col + COLUMNS <= A_cols;
#endif
    const int i = row + (int)get_local_id(0);
    if (i >= A_rows) return;
    if (whole)
        update_row(&v, A + A_first, A_ld, i, col, col + COLUMNS, true);
    else
        update_row(&v, A + A_first, A_ld, i, col, min(col + COLUMNS, A_cols), false);
}
