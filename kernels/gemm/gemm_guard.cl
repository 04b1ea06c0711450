// Stands before every GEMM source: with GUARDED, a kernel takes one operand and one scalar more and does nothing
// where the operand's only element is not the scalar's value. So a program, which is static, can leave a product
// out by what it has computed before.

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

