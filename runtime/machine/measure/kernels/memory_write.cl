// C := s, A, s A, A + B or A + s B for vectors of n elements: what BabelStream calls fill, copy, mul, add and triad.
//
// Pieces of VECTOR elements. A chunk is ITEMS x UNROLL pieces; neighbouring work-items take neighbouring pieces.
//
//          |<- ITEMS pieces ->|<- ITEMS pieces ->| ... UNROLL times |
//   chunk  | item 0 1 2 3 ... | item 0 1 2 3 ... |
//
// Work-group g takes the chunks g, g + groups, g + 2 groups, ... Elements behind the last whole chunk are done one by
// one, by all work-items.
//
// Launch: any number of work-groups of ITEMS work-items in one dimension.
// Needs: operands of n = rows x cols elements without gaps (ld = rows).

#define SET 0
#define COPY 1
#define SCALE 2
#define ADD 3
#define TRIAD 4

#ifndef OPERATION
#define OPERATION COPY
#endif
#ifndef REAL
#define REAL double  // element type: float or double
#endif
#ifndef VECTOR
#define VECTOR 2  // 1, 2, 4, 8 or 16
#endif
#ifndef UNROLL
#define UNROLL 4
#endif
#ifndef ITEMS
#define ITEMS 256
#endif

#define JOIN_(x, y) x##y
#define JOIN(x, y) JOIN_(x, y)
#if VECTOR == 1
typedef REAL PIECE;
#else
typedef JOIN(REAL, VECTOR) PIECE;
#endif

#define SOURCE(x) global const REAL *restrict x, long x##_first, int x##_rows, int x##_cols, int x##_ld,
#define AT(TYPE, x, e) (((global const TYPE*)(x))[e])

// Element e of the result, or piece e if TYPE is PIECE.
#if OPERATION == SET
#define SOURCES
#define BEGIN_SOURCES
#define FACTOR , REAL s
#define RESULT(TYPE, e) ((TYPE)(s))
#elif OPERATION == COPY
#define SOURCES SOURCE(a)
#define BEGIN_SOURCES a += a_first
#define FACTOR
#define RESULT(TYPE, e) AT(TYPE, a, e)
#elif OPERATION == SCALE
#define SOURCES SOURCE(a)
#define BEGIN_SOURCES a += a_first
#define FACTOR , REAL s
#define RESULT(TYPE, e) (s * AT(TYPE, a, e))
#elif OPERATION == ADD
#define SOURCES SOURCE(a) SOURCE(b)
#define BEGIN_SOURCES a += a_first, b += b_first
#define FACTOR
#define RESULT(TYPE, e) (AT(TYPE, a, e) + AT(TYPE, b, e))
#else
#define SOURCES SOURCE(a) SOURCE(b)
#define BEGIN_SOURCES a += a_first, b += b_first
#define FACTOR , REAL s
#define RESULT(TYPE, e) (AT(TYPE, a, e) + s * AT(TYPE, b, e))
#endif

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void memory_write(SOURCES global REAL* restrict c, long c_first, int c_rows, int c_cols, int c_ld FACTOR) {
    BEGIN_SOURCES;
    c += c_first;
    const long n = (long)c_rows * c_cols;
    const long chunks = n / ((long)VECTOR * UNROLL * ITEMS);
    for (long chunk = (long)get_group_id(0); chunk < chunks; chunk += (long)get_num_groups(0)) {
        const long first = chunk * (UNROLL * ITEMS) + (long)get_local_id(0);
        PIECE pieces[UNROLL];
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) pieces[u] = RESULT(PIECE, first + u * ITEMS);
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) ((global PIECE*)c)[first + u * ITEMS] = pieces[u];
    }
    const long rest = chunks * VECTOR * UNROLL * ITEMS;
    for (long e = rest + (long)get_global_id(0); e < n; e += (long)get_global_size(0)) c[e] = RESULT(REAL, e);
}
