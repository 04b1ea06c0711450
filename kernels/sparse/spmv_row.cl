// What a work-item adds up of a row of which LANES work-items take each LANES-th element; then a tree over these. It follows
// spmv_common.cl. UNROLL elements are loaded before any product is added.

#ifndef LANES
#define LANES 1  // a power of two up to 64
#endif
#ifndef UNROLL
#define UNROLL 4
#endif
#ifndef LANE_STEP
#define LANE_STEP 1
#endif

// Element j of the row is at place j `step` of `column`, and at j `value_step` of `value`. Places with column -1 do not count.
static inline void add_elements(global const int* restrict column, long step, global const Element* restrict value,
                                long value_step, uint count, uint lane, global const Element* restrict x, int x_cols,
                                int x_ld, bool conjugated, Element* sum) {
    for (uint first = lane; first < count; first += UNROLL * LANES) {
        int at[UNROLL];
        Element factor[UNROLL];
        Element of_x[UNROLL][COLUMNS];
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) {
            const uint j = first + u * LANES;
            at[u] = j < count ? index_at(column + j * step) : -1;
            factor[u] = j < count ? element_at(value + j * value_step) : number(0);
        }
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) {
#pragma unroll
            for (int c = 0; c < COLUMNS; ++c) of_x[u][c] = number(0);
            if (at[u] >= 0) row_of_x(x, x_cols, x_ld, at[u], of_x[u]);
        }
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) {
            if (conjugated) factor[u] = conjugate(factor[u]);
#pragma unroll
            for (int c = 0; c < COLUMNS; ++c)
                sum[c] = at[u] >= 0 ? multiply_add(factor[u], of_x[u][c], sum[c]) : sum[c];
        }
    }
}

// The sum of a row's work-items, for that of lane 0; LANE_STEP is how far they stand apart.
#if LANES == 1

#define TREE_MEMORY
#define ADD_UP(sum, item, lane)

// In a warp, if a row has no more of the work-group.
#elif LANE_STEP == 1 && LANES <= 32 && ITEMS % 32 == 0 && defined(__NV_CL_C_VERSION)

#define TREE_MEMORY
#define ADD_UP(sum, item, lane) add_up(sum)

// That of the work-item `distance` behind this one in its warp.
static inline Element from_behind(Element own, int distance) {
    union {
        Element element;
        uint words[sizeof(Element) / 4];
    } all;
    all.element = own;
#pragma unroll
    for (int w = 0; w < (int)(sizeof(Element) / 4); ++w)
        asm volatile("shfl.sync.down.b32 %0, %0, %1, 31, 0xffffffff;" : "+r"(all.words[w]) : "r"(distance));
    return all.element;
}

static inline void add_up(Element* sum) {
#pragma unroll
    for (int active = LANES / 2; active > 0; active /= 2)
#pragma unroll
        for (int c = 0; c < COLUMNS; ++c) sum[c] += from_behind(sum[c], active);
}

#else

#define TREE_MEMORY local Element others[COLUMNS * ITEMS];
#define ADD_UP(sum, item, lane) add_up(others, sum, item, lane)

// A work-item writes its place once at most: one barrier a step is enough.
static inline void add_up(local Element* others, Element* sum, int item, int lane) {
    for (int active = LANES / 2; active > 0; active /= 2) {
        if (lane >= active && lane < 2 * active)
            for (int c = 0; c < COLUMNS; ++c) others[c * ITEMS + item] = sum[c];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < active)
            for (int c = 0; c < COLUMNS; ++c) sum[c] += others[c * ITEMS + item + active * LANE_STEP];
    }
}

#endif
