// Stands before every GEMM source. With GUARDED, a kernel takes one operand and one scalar more. It does nothing if the
// operand's only element differs from the scalar. So a program, which is static, can leave out a product because of what
// it has computed before.

#ifndef GUARDED
#define GUARDED 0
#endif

#if GUARDED
#define GUARD_OPERAND , global const int* restrict guard, long guard_first, int guard_rows, int guard_cols, int guard_ld
#define GUARD_SCALAR , int wanted
#define RETURN_UNLESS_WANTED \
    if (guard[guard_first] != wanted) return
#else
#define GUARD_OPERAND
#define GUARD_SCALAR
#define RETURN_UNLESS_WANTED
#endif

// Stands before every GEMM source. With TRIANGLE, one of op(A), op(B) and C is a triangle, and what its other triangle
// asks for is left out: of C whole tiles, of op(A) and op(B) steps of k in which all products are with stored zeros.
//
//   C, lower      op(A), lower     op(B), upper
//   x . .         x .              x x x     A tile of C in its triangle (x) is computed, another one (.) is not. A
//   x x .         x x .              x x     tile of rows of op(A), or of columns of op(B), is multiplied as far as it
//   x x x         x x x                x     touches the triangle (x).
//
// A tile is `rows` x `cols` elements of C from (row, col) on. Without TRIANGLE, the macros leave kernels as they are.

// By the numbers of hg::kernels::GemmTriangle.
#define NO_TRIANGLE 0
#define C_LOWER 1
#define C_UPPER 2
#define A_LOWER 3
#define A_UPPER 4
#define B_LOWER 5
#define B_UPPER 6

#ifndef TRIANGLE
#define TRIANGLE NO_TRIANGLE
#endif

// Returns if the tile has no element in C's triangle.
#if TRIANGLE == C_LOWER
#define RETURN_OUTSIDE_TRIANGLE(row, rows, col, cols) \
    if ((col) >= (row) + (rows)) return
#elif TRIANGLE == C_UPPER
#define RETURN_OUTSIDE_TRIANGLE(row, rows, col, cols) \
    if ((row) >= (col) + (cols)) return
#else
#define RETURN_OUTSIDE_TRIANGLE(row, rows, col, cols)
#endif

// The first step that the tile needs, or one before it: a multiple of `step`.
#if TRIANGLE == A_UPPER
#define FIRST_STEP(row, col, step) ((row) / (step) * (step))
#elif TRIANGLE == B_LOWER
#define FIRST_STEP(row, col, step) ((col) / (step) * (step))
#else
#define FIRST_STEP(row, col, step) 0
#endif

// The end of the steps that the tile needs; k is the end of all.
#if TRIANGLE == A_LOWER
#define END_OF_STEPS(k, row, rows, col, cols) min(k, (row) + (rows))
#elif TRIANGLE == B_UPPER
#define END_OF_STEPS(k, row, rows, col, cols) min(k, (col) + (cols))
#else
#define END_OF_STEPS(k, row, rows, col, cols) (k)
#endif

// The number of this work-group's tile if the launch has one dimension. Tiles with few steps come last, so that the
// devices' multiprocessors end at about the same time.
#if TRIANGLE == A_LOWER || TRIANGLE == B_UPPER
#define TILE_NUMBER ((int)get_num_groups(0) - 1 - (int)get_group_id(0))
#else
#define TILE_NUMBER (int)get_group_id(0)
#endif
