// Sums of what work-items read from local memory, or from private memory that no register can hold.
//
// LOCAL    a work-group has ITEMS x UNROLL pieces of VECTOR elements; piece x holds 1 + x mod 4 in each of its lanes.
//          In each step a work-item reads UNROLL pieces, those beside its neighbours'; from step to step they move on
//          by one, so that every piece is read once in as many steps as there are pieces of UNROLL.
// PRIVATE  a work-item has PRIVATE_PIECES pieces and reads UNROLL of them in each step, at places that are known only
//          when it runs: what is indexed so lies in memory, not in registers.
//
// Launch: any number of work-groups of ITEMS work-items in one dimension; sums has an element for each work-item.
// Needs: sums of less than 2^24 per lane of a work-item.

#ifndef REAL
#define REAL double  // element type: float or double
#endif
#ifndef VECTOR
#define VECTOR 2  // 2, 4
#endif
#ifndef UNROLL
#define UNROLL 4
#endif
#ifndef ITEMS
#define ITEMS 256  // a power of two
#endif
#ifndef PRIVATE
#define PRIVATE 0
#endif
#define PRIVATE_PIECES 32  // a power of two

#define JOIN_(x, y) x##y
#define JOIN(x, y) JOIN_(x, y)
typedef JOIN(REAL, VECTOR) PIECE;

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void memory_on_chip(global int* restrict sums, long sums_first, int sums_rows, int sums_cols, int sums_ld, int steps,
                    int stride) {
    sums += sums_first;
    const int item = (int)get_local_id(0);
    PIECE sum[UNROLL];
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) sum[u] = (PIECE)(0);

#if PRIVATE
    PIECE pieces[PRIVATE_PIECES];
    for (int x = 0; x < PRIVATE_PIECES; ++x) pieces[x] = (PIECE)((REAL)(1 + (x * stride) % 4));
    int at = item;
#pragma unroll 1
    for (int step = 0; step < steps; ++step, at += UNROLL * stride) {
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) sum[u] += pieces[(at + u * stride) & (PRIVATE_PIECES - 1)];
    }
#else
    local PIECE pieces[ITEMS * UNROLL];
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) pieces[u * ITEMS + item] = (PIECE)((REAL)(1 + item % 4));
    barrier(CLK_LOCAL_MEM_FENCE);
    int at = item;
#pragma unroll 1
    for (int step = 0; step < steps; ++step, at = (at + stride) & (ITEMS - 1)) {
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) sum[u] += pieces[u * ITEMS + at];
    }
#endif

    REAL lanes[VECTOR];
    int own = 0;
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
        JOIN(vstore, VECTOR)(sum[u], 0, lanes);
#pragma unroll
        for (int i = 0; i < VECTOR; ++i) own += (int)lanes[i];
    }
    sums[get_global_id(0)] = own;
}
