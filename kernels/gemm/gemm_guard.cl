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

