// The numbers that probes of memory work on, and what came of them. Element e of the pattern with a shift is
//
//     value(e, shift) = 1 + (e + shift) mod 7
//
// memory_pattern  C := value(e, shift)
// memory_faults   counts, by work-groups, the elements of C that are not p + q value(e, 0) + r value(e, 3)
//
// Launch: any number of work-groups of ITEMS work-items in one dimension; counts has an element for each.
// Needs: a vector of n = rows x cols elements without gaps (ld = rows).

#ifndef REAL
#define REAL double  // element type: float or double
#endif
#ifndef ITEMS
#define ITEMS 256  // a power of two
#endif
#define PERIOD 7
#define SHIFT 3

static inline REAL value(long e, int shift) {
    return (REAL)(1 + (int)((ulong)(e + shift) % PERIOD));
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void memory_pattern(global REAL* restrict c, long c_first, int c_rows, int c_cols, int c_ld, int shift) {
    c += c_first;
    const long n = (long)c_rows * c_cols;
    for (long e = (long)get_global_id(0); e < n; e += (long)get_global_size(0)) c[e] = value(e, shift);
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void memory_faults(global const REAL* restrict c, long c_first, int c_rows, int c_cols, int c_ld,
                   global int* restrict counts, long counts_first, int counts_rows, int counts_cols, int counts_ld,
                   REAL p, REAL q, REAL r) {
    c += c_first;
    counts += counts_first;
    local int totals[ITEMS];
    const int item = (int)get_local_id(0);
    const long n = (long)c_rows * c_cols;
    int faults = 0;
    for (long e = (long)get_global_id(0); e < n; e += (long)get_global_size(0))
        faults += c[e] != p + q * value(e, 0) + r * value(e, SHIFT);
    totals[item] = faults;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int active = ITEMS / 2; active > 0; active /= 2) {
        if (item < active) totals[item] += totals[item + active];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) counts[get_group_id(0)] = totals[0];
}
