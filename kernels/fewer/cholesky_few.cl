// The kernels of cholesky.cl for devices whose work-groups are smaller: they need no certain number of work-items.
//
// element.cl stands before this source.

#ifndef LARGEST
#define LARGEST 128  // the largest diagonal block
#endif
#ifndef ITEMS
#define ITEMS 1
#endif

#if COMPLEX
#define REAL_PART(element) (element).x
#else
#define REAL_PART(element) (element)
#endif

// As cholesky_diagonal, column by column in global memory: work-item t has rows t, t + ITEMS, ... A column is reduced by
// those before it, so that later ones stay as they were if it fails.
//
// Launch: one work-group of ITEMS. n <= LARGEST.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void cholesky_diagonal_few(global Element* a, long a_first, int n, int a_cols, int a_ld,
                           global int* info, long info_first, int info_rows, int info_cols, int info_ld, int first) {
    a += a_first;
    info += info_first;
    local Element column[LARGEST];
    const int item = (int)get_local_id(0);
    int end = *info == 0 ? n : 0;
    for (int j = 0; j < end; ++j) {
        for (int r = item; r < n; r += ITEMS) {
            if (r < j) continue;
            Element x = a[r + (long)j * a_ld];
            for (int p = 0; p < j; ++p) x = multiply_add(-a[r + (long)p * a_ld], conjugate(a[j + (long)p * a_ld]), x);
            column[r] = x;
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const Part pivot = REAL_PART(column[j]);
        const bool fails = !(pivot > 0);
        for (int r = item; r < n; r += ITEMS) {
            if (r == j) a[r + (long)j * a_ld] = number(fails ? pivot : sqrt(pivot));
            if (r > j && !fails) a[r + (long)j * a_ld] = column[r] * rsqrt(pivot);
        }
        if (fails && item == 0) *info = first + j + 1;
        if (fails) end = 0;
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
}

// As cholesky_solve: a work-item solves for a row of A.
//
// Launch: at least m work-items in any work-groups.
kernel void cholesky_solve_alone(global const int* restrict info, long info_first, int info_rows, int info_cols, int info_ld,
                                 global const Element* restrict l, long l_first, int l_rows, int l_cols, int l_ld,
                                 global Element* a, long a_first, int a_rows, int k, int a_ld) {
    const int r = (int)get_global_id(0);
    if (info[info_first] != 0 || r >= a_rows) return;
    l += l_first;
    a += a_first + r;
    for (int c = 0; c < k; ++c) {
        Element x = a[(long)c * a_ld];
        for (int p = 0; p < c; ++p) x = multiply_add(-a[(long)p * a_ld], conjugate(l[c + (long)p * l_ld]), x);
        a[(long)c * a_ld] = x * (1 / REAL_PART(l[c + (long)c * l_ld]));
    }
}
