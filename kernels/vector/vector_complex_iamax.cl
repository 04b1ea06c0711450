// The first place of the element of a complex vector x whose |re| + |im| is largest, counted from 0; NaN as in
// vector_iamax.cl.
//
//   vector_complex_iamax   work-group g's place           ->  places(g), or -1 if all its elements are NaN
//   vector_complex_first   one work-group: the best of the elements at these places  ->  result
//
// Launch: vector_complex_iamax as many work-groups of ITEMS work-items in one dimension as places has rows,
// vector_complex_first one.

#ifndef TOTAL
#define TOTAL 0  // 1: vector_complex_first, else vector_complex_iamax
#endif

// The best so far: nothing, if its size is -1.
typedef struct {
    Part size;
    int place;
} Best;

static inline Best better(Best a, Best b) {
    return b.size > a.size || (b.size == a.size && b.size >= 0 && b.place < a.place) ? b : a;
}

static inline Best element(global const Element* x, long stride, int place) {
    Best found;
    found.size = magnitude(x[place * stride]);
    found.place = place;
    if (isnan(found.size)) found.size = place == 0 ? (Part)INFINITY : -1;
    return found;
}

// The place of the best of all work-items, for work-item 0.
static inline int place_of_best(local Part* sizes, local int* places, Best own) {
    const int item = (int)get_local_id(0);
    sizes[item] = own.size;
    places[item] = own.place;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int active = ITEMS / 2; active > 0; active /= 2) {
        if (item < active) {
            Best other;
            other.size = sizes[item + active];
            other.place = places[item + active];
            own = better(own, other);
            sizes[item] = own.size;
            places[item] = own.place;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return places[0];
}

#if !TOTAL

static inline Best best_of(global const Element* x, long stride, long n) {
    Best own;
    own.size = -1;
    own.place = -1;
    if (get_global_id(0) == 0 && n > 0) own = element(x, stride, 0);
    const long chunks = n / CHUNK;
    FOR_CHUNKS(chunk, chunks) {
        const long first = chunk * CHUNK + (long)get_local_id(0);
#pragma unroll
        for (int w = 0; w < WORK; ++w) own = better(own, element(x, stride, (int)(first + w * ITEMS)));
    }
    for (long e = chunks * CHUNK + (long)get_global_id(0); e < n; e += (long)get_global_size(0))
        own = better(own, element(x, stride, (int)e));
    return own;
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void vector_complex_iamax(OPERAND(const, Element, x), OPERAND(, int, places)) {
    local Part sizes[ITEMS];
    local int best[ITEMS];
    const long stride = STRIDE(x);
    x += x_first;
    const Best own = stride == 1 ? best_of(x, 1, LENGTH(x)) : best_of(x, stride, LENGTH(x));
    const int place = place_of_best(sizes, best, own);
    if (get_local_id(0) == 0) places[places_first + (long)get_group_id(0)] = place;
}

#else

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void vector_complex_first(OPERAND(const, Element, x), OPERAND(const, int, places), OPERAND(, int, result)) {
    local Part sizes[ITEMS];
    local int best[ITEMS];
    Best own;
    own.size = -1;
    own.place = -1;
    for (int g = (int)get_local_id(0); g < places_rows; g += ITEMS) {
        const int place = places[places_first + g];
        if (place >= 0) own = better(own, element(x + x_first, STRIDE(x), place));
    }
    const int place = place_of_best(sizes, best, own);
    if (get_local_id(0) == 0) result[result_first] = place;
}

#endif
