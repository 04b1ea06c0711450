// What the kernels that factor panels share; stands before the source of each.

#ifndef REAL
#define REAL double  // element type: float or double
#endif
#ifndef SMALLEST
#define SMALLEST 2.2250738585072014e-308  // the smallest normal number
#endif

// What an element counts for in the choice of a pivot.
static inline REAL magnitude(REAL x) {
    return isnan(x) ? (REAL)0 : fabs(x);
}

// An element divided by a pivot: by the reciprocal where that is a normal number, not at all where the pivot is zero.
static inline REAL divide_by_pivot(REAL x, REAL pivot, REAL reciprocal) {
    return fabs(pivot) >= (REAL)SMALLEST ? x * reciprocal : pivot == 0 ? x : x / pivot;
}
