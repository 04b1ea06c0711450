// What the kernels that factor panels share; stands before the source of each, and element.cl before it.

#ifndef SMALLEST
#define SMALLEST 2.2250738585072014e-308  // the smallest normal number
#endif
#ifndef ITEMS
#define ITEMS 256  // a power of 2
#endif

// What an element counts for in the choice of a pivot.
static inline Part weight(Element x) {
    return isnan(magnitude(x)) ? (Part)0 : magnitude(x);
}

// 1 / pivot, with the reciprocal of its magnitude.
static inline Element reciprocal_of(Element pivot, Part of_magnitude) {
#if COMPLEX
    const Element scaled = pivot * of_magnitude;  // |scaled|^2 is neither above 1 nor much below
    return conjugate(scaled) * (of_magnitude / fma(scaled.x, scaled.x, scaled.y * scaled.y));
#else
    return copysign(of_magnitude, pivot);
#endif
}

// An element divided by a pivot: times the reciprocal if the pivot is a normal number, not at all if the pivot is zero.
static inline Element divide_by_pivot(Element x, Element pivot, Element reciprocal) {
    return magnitude(pivot) >= (Part)SMALLEST ? multiply(x, reciprocal) : magnitude(pivot) == 0 ? x : quotient(x, pivot);
}

// The work-group's choice among its items' candidates: the largest, of several the uppermost. All items get it.
static inline int choose(local Part* value, local int* row, int item) {
    for (int distance = ITEMS / 2; distance > 0; distance /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < distance) {
            const Part other = value[item + distance];
            const int other_row = row[item + distance];
            if (other > value[item] || (other == value[item] && other_row < row[item])) {
                value[item] = other;
                row[item] = other_row;
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);  // who has read A is done when rows are exchanged
    return row[0];
}

// Writes the list of `count` interchanges, column 0 and what they do together in columns 1 and 2, an item an entry.
static inline void list_interchanges(local const int* pivots, int count, global int* moves, int ld, int item) {
    for (int e = item; e < count; e += ITEMS) {
        int source = e;
        int target = e;
        for (int j = 0; j < count; ++j) {
            const int k = count - 1 - j;
            source = source == k ? pivots[k] : source == pivots[k] ? k : source;
            target = target == j ? pivots[j] : target == pivots[j] ? j : target;
        }
        moves[e] = pivots[e];
        moves[e + ld] = source == e ? -1 : e;
        moves[e + 2L * ld] = source;
        moves[count + e + ld] = target < count ? -1 : target;
        moves[count + e + 2L * ld] = e;
    }
}
