// The first place of the element of a vector x that is largest in magnitude, counted from 0. As in BLAS NaN is larger
// than nothing, but nothing is larger than NaN in x(0). Of a complex element the sum of both parts' magnitudes counts.
//
//   vector_iamax   work-group g's place           ->  places(g), or -1 if all its elements are NaN
//   vector_first   one work-group: the best of the elements at these places  ->  result
//
// With WHOLE vector_iamax runs as one work-group, whose place is the result.
//
// Launch: vector_iamax as many work-groups of ITEMS work-items in one dimension as places has rows, vector_first one.

#ifndef TOTAL
#define TOTAL 0  // 1: vector_first, else vector_iamax
#endif
#ifndef PLACE
#define PLACE long  // a whole number as long as Part
#endif
#if VECTOR == 1
typedef PLACE PLACES;
typedef Part SIZES;
#else
typedef JOIN(PLACE, VECTOR) PLACES;
typedef PIECE SIZES;
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

static inline Best best_of(global const Element* x, long stride, bool unit, long n) {
    SIZES size[WORK];
    PLACES piece[WORK];
#pragma unroll
    for (int w = 0; w < WORK; ++w) {
        size[w] = (SIZES)(-1);
        piece[w] = (PLACES)(0);
    }
    const long chunks = n / (VECTOR * CHUNK);
    FOR_CHUNKS(chunk, chunks) {
        const long first = chunk * CHUNK + (long)get_local_id(0);
#pragma unroll
        for (int w = 0; w < WORK; ++w) {
            const SIZES found = MAGNITUDE(load(x, stride, unit, first + w * ITEMS));
            piece[w] = found > size[w] ? (PLACES)((PLACE)(first + w * ITEMS)) : piece[w];
            size[w] = found > size[w] ? found : size[w];
        }
    }
    Best own;
    own.size = -1;
    own.place = -1;
    if (get_global_id(0) == 0 && n > 0) own = element(x, stride, 0);
    for (int w = 0; w < WORK; ++w) {
        Part sizes[VECTOR];
        PLACE pieces[VECTOR];
        TO_LANES(size[w], sizes);
        TO_LANES(piece[w], pieces);
        for (int lane = 0; lane < VECTOR; ++lane) {
            Best found;
            found.size = sizes[lane];
            found.place = (int)(pieces[lane] * VECTOR) + lane;
            own = better(own, found);
        }
    }
    for (long e = chunks * VECTOR * CHUNK + (long)get_global_id(0); e < n; e += (long)get_global_size(0))
        own = better(own, element(x, stride, (int)e));
    return own;
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void vector_iamax(OPERAND(const, Element, x), OPERAND(, int, places)) {
    local Part sizes[ITEMS];
    local int best[ITEMS];
    const long stride = STRIDE(x);
    x += x_first;
    const Best own = stride == 1 ? best_of(x, 1, true, LENGTH(x)) : best_of(x, stride, false, LENGTH(x));
    const int place = place_of_best(sizes, best, own);
    if (get_local_id(0) == 0) places[places_first + (long)get_group_id(0)] = place;
}

#else

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void vector_first(OPERAND(const, Element, x), OPERAND(const, int, places), OPERAND(, int, result)) {
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
