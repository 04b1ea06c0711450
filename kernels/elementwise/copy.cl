// target := source, two m x n matrices, column-major, element (i, j) of X at X[i + j * X_ld].
//
// A column is divided into pieces of VECTOR elements. A work-item copies one piece, and its neighbours copy the pieces
// beside it. A piece within the column is copied at once if both matrices begin on boundaries of 16 bytes and both
// leading dimensions are multiples of VECTOR.
//
// Launch: in one dimension, at least n ceil(m / VECTOR) work-items in any work-groups.

#ifndef REAL
#define REAL double  // element type: float, double or int; float2 or double2 for complex ones
#endif
#ifndef VECTOR
#define VECTOR 2  // elements of 16 bytes
#endif
#ifndef WORD
#define WORD REAL  // of a piece
#endif
#ifndef WORDS
#define WORDS VECTOR
#endif
#define JOIN_(x, y) x##y
#define JOIN(x, y) JOIN_(x, y)
typedef JOIN(WORD, WORDS) PIECE;

static inline bool aligned(global const REAL* p, int ld) {
    return ((ulong)p & 15) == 0 && ld % VECTOR == 0;
}

kernel void copy(global const REAL* restrict source, long source_first, int source_rows, int source_cols, int source_ld,
                 global REAL* restrict target, long target_first, int target_rows, int target_cols, int target_ld) {
    source += source_first;
    target += target_first;
    const int pieces = (source_rows + VECTOR - 1) / VECTOR;
    const ulong id = get_global_id(0);
    const int j = (int)(id / (ulong)pieces);
    const int i = (int)(id % (ulong)pieces) * VECTOR;
    if (j >= source_cols) return;
    global const REAL* from = source + i + (long)j * source_ld;
    global REAL* to = target + i + (long)j * target_ld;
    if (i + VECTOR <= source_rows && aligned(source, source_ld) && aligned(target, target_ld))
        *(global PIECE*)to = *(global const PIECE*)from;
    else
        for (int e = 0; e < min(VECTOR, source_rows - i); ++e) to[e] = from[e];
}
