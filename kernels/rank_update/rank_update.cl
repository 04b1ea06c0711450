// Products of vectors added to a matrix A, whose elements are real, or complex with COMPLEX:
//
//     GER    A := p x y^T + A             A is m x n; with y_conjugated y stands for conj(y)
//     SYR    A := p x x^H + A             one triangle of n x n: the upper one if UPPER, else the lower one
//     SYR2   A := p x y^H + conj(p) y x^H + A            likewise
//
// p is alpha (NUMBER), alpha of (ELEMENT), or alpha of / over (QUOTIENT). Nothing happens if p is 0. As in the reference
// BLAS column j stays as it is if y(j) is 0; for SYR if x(j) is 0, for SYR2 if both are.
//
// Complex elements: p is real for SYR, and for GER with p_real: then its real part counts. With `conjugated` A stands for
// its conjugate: what is added is conjugated. Diagonals of hermitian matrices are real: their imaginary parts are not read,
// and become 0 even if column j stays as it is otherwise.
//
// A work-group has a block of ROWS rows and COLUMNS columns. It walks over the columns, UNROLL of them at a time. In a
// whole block a work-item has a piece of VECTOR neighbouring rows. Otherwise it has single rows, ITEMS apart:
// elements outside of the matrix or of the triangle are neither read nor written.
//
// Work-groups count down the rows of a block of columns, then go to the next one. In a triangle, blocks of ROWS x ROWS
// that touch it are divided into columns in this way:
//
//     GER   0 3 6 ...       SYR, SYR2   0 . .        a digit: a block of ROWS x COLUMNS;
//           1 4 7                       1 6 .        for UPPER the picture is turned by 180 degrees, blocks of
//           2 5 8                       2 7 9        columns too
//
// Launch: a work-group of ITEMS work-items for each block.

#define GER 0
#define SYR 1
#define SYR2 2

#ifndef OPERATION
#define OPERATION SYR2
#endif
#ifndef UPPER
#define UPPER 0
#endif
#ifndef COEFFICIENT
#define COEFFICIENT NUMBER
#endif
#ifndef COLUMNS
#define COLUMNS 32  // divides ROWS
#endif
#ifndef UNROLL
#define UNROLL 4  // divides COLUMNS
#endif

#define ROWS (VECTOR * ITEMS)

#if OPERATION == GER
#define IN_TRIANGLE(i, j) true
#elif UPPER
#define IN_TRIANGLE(i, j) ((i) <= (j))
#else
#define IN_TRIANGLE(i, j) ((i) >= (j))
#endif

#define INSIDE(i, j) ((i) < rows && (j) < cols && IN_TRIANGLE(i, j))

#define HERMITIAN (COMPLEX && OPERATION != GER)

// For elements, or pieces.
#if OPERATION == SYR2
#define UPDATED(old, x, y, terms) ADDED_PRODUCT(y, (terms).of_y, ADDED_PRODUCT(x, (terms).of_x, old))
#else
#define UPDATED(old, x, y, terms) ADDED_PRODUCT(x, (terms).of_x, old)
#endif

// The vectors, from their first elements on.
typedef struct {
    global const Element* x;
    global const Element* y;
    long x_stride;
    long y_stride;
    Element p;
    bool p_real, y_conjugated, conjugated;  // of complex elements
} Vectors;

// Row i of a column changes by x(i) of_x + y(i) of_y, with conjugates of x and y if `conjugated`.
typedef struct {
    Element of_x;
    Element of_y;
    bool none;
} Terms;

static inline Element times_p(const Vectors* v, Element x) {
#if COMPLEX
    if (v->p_real) return v->p.x * x;
#endif
    return multiply(v->p, x);
}

static inline Terms terms_of(const Vectors* v, int j) {
    Terms terms;
    const Element y = v->y[j * v->y_stride];
    terms.of_x = CONJUGATED_IF(v->conjugated, times_p(v, CONJUGATED_IF(v->y_conjugated, y)));
    terms.of_y = number(0);
    terms.none = is_zero(y);
#if OPERATION == SYR2
    const Element x = v->x[j * v->x_stride];
    terms.of_y = CONJUGATED_IF(v->conjugated, multiply(conjugate(v->p), conjugate(x)));
    terms.none = terms.none && is_zero(x);
#endif
    return terms;
}

static inline Element without_imaginary_part(bool wanted, Element x) {
#if COMPLEX
    if (wanted) x.y = 0;
#endif
    return x;
}

// All elements are inside, and pieces lie on boundaries of their size.
static inline void update_whole(const Vectors* v, global Element* A, int ld, int row, int col) {
    const int item = (int)get_local_id(0);
    global PIECE* piece = (global PIECE*)(A + row + (long)col * ld) + item;
    const long step = ld / VECTOR;
    const PIECE x = CONJUGATED_IF(v->conjugated, load(v->x + row * v->x_stride, v->x_stride, v->x_stride == 1, item));
#if OPERATION == SYR2
    const PIECE y = CONJUGATED_IF(v->conjugated, load(v->y + row * v->y_stride, v->y_stride, v->y_stride == 1, item));
#endif
    for (int c = 0; c < COLUMNS; c += UNROLL) {
        PIECE old[UNROLL];
        Terms terms[UNROLL];
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) {
            old[u] = piece[(c + u) * step];
            terms[u] = terms_of(v, col + c + u);
        }
#pragma unroll
        for (int u = 0; u < UNROLL; ++u)
            if (!terms[u].none) piece[(c + u) * step] = UPDATED(old[u], x, y, terms[u]);
    }
}

static inline void update_inside(const Vectors* v, global Element* A, int ld, int rows, int cols, int row, int col) {
    Element x[VECTOR];
    Element y[VECTOR];
    row += (int)get_local_id(0);
#pragma unroll
    for (int lane = 0; lane < VECTOR; ++lane) {
        const int i = row + lane * ITEMS;
        x[lane] = i < rows ? CONJUGATED_IF(v->conjugated, v->x[i * v->x_stride]) : number(0);
#if OPERATION == SYR2
        y[lane] = i < rows ? CONJUGATED_IF(v->conjugated, v->y[i * v->y_stride]) : number(0);
#endif
    }
    for (int c = col; c < min(col + COLUMNS, cols); c += UNROLL) {
        Element old[UNROLL][VECTOR];
        Terms terms[UNROLL];
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) {
            terms[u] = terms_of(v, min(c + u, cols - 1));
#pragma unroll
            for (int lane = 0; lane < VECTOR; ++lane) {
                const int i = row + lane * ITEMS;
                if (INSIDE(i, c + u)) old[u][lane] = A[i + (long)(c + u) * ld];
            }
        }
#pragma unroll
        for (int u = 0; u < UNROLL; ++u)
#pragma unroll
            for (int lane = 0; lane < VECTOR; ++lane) {
                const int i = row + lane * ITEMS;
                const bool on_diagonal = HERMITIAN && i == c + u;
                if (!INSIDE(i, c + u) || (terms[u].none && !on_diagonal)) continue;
                Element element = without_imaginary_part(on_diagonal, old[u][lane]);
                if (!terms[u].none) element = UPDATED(element, x[lane], y[lane], terms[u]);
                A[i + (long)(c + u) * ld] = without_imaginary_part(on_diagonal, element);
            }
    }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void rank_update(OPERAND(const, Element, x),
#if OPERATION != SYR
                 OPERAND(const, Element, y),
#endif
                 OPERAND(, Element, A),
#if COEFFICIENT != NUMBER
                 OPERAND(const, Element, of),
#endif
#if COEFFICIENT == QUOTIENT
                 OPERAND(const, Element, over),
#endif
                 Element alpha, int x_reversed
#if OPERATION != SYR
                 , int y_reversed
#endif
#if COMPLEX && OPERATION == GER
                 , int y_conjugated, int p_real
#endif
                 CONJUGATED_SCALAR
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
#if COMPLEX && OPERATION == GER
    v.y_conjugated = y_conjugated != 0;
    v.p_real = p_real != 0;
#else
    v.y_conjugated = true;
    v.p_real = OPERATION == SYR;
#endif
    v.conjugated = CONJUGATES != 0;
#if COEFFICIENT == QUOTIENT
    v.p = quotient(multiply(alpha, of[of_first]), over[over_first]);
#elif COEFFICIENT == ELEMENT
    v.p = multiply(alpha, of[of_first]);
#else
    v.p = alpha;
#endif
#if COMPLEX
    if (v.p.x == 0 && (v.p_real || v.p.y == 0)) return;
#else
    if (v.p == 0) return;
#endif
    const int blocks = (A_rows + ROWS - 1) / ROWS;
    int group = (int)get_group_id(0);
#if OPERATION == GER
    const int row = group % blocks * ROWS;
    const int col = group / blocks * COLUMNS;
    const bool whole = row + ROWS <= A_rows && col + COLUMNS <= A_cols;
#else
    // `group` counts from the first block of block column c.
    int c = 0;
    for (; group >= (blocks - c) * (ROWS / COLUMNS); ++c) group -= (blocks - c) * (ROWS / COLUMNS);
    const int r = c + group % (blocks - c);
    const int slice = group / (blocks - c) * COLUMNS;
    const int row = (UPPER ? blocks - 1 - r : r) * ROWS;
    const int col = (UPPER ? blocks - 1 - c : c) * ROWS + slice;
    const bool whole = r != c && row + ROWS <= A_rows && col + COLUMNS <= A_cols;
#endif
    if (whole && A_ld % VECTOR == 0)
        update_whole(&v, A + A_first, A_ld, row, col);
    else
        update_inside(&v, A + A_first, A_ld, A_rows, A_cols, row, col);
}
