// A = Q R, A being m x n with m >= n, by work-groups that run at once and keep the panel in registers: what they tell each
// other costs one exchange a column.
//
//   Each of ITEMS work-items of a group holds ROWS rows of A. All groups do the same in step j, with x for column j below
//   the diagonal:
//
//     add up the products of x with all columns over the group's rows, and publish the sums; the first group
//     publishes row j, too
//     wait for the sums of all groups, and add them up in the groups' order
//     make of them the reflector of column j, what it takes from the columns behind, and V^T v for T
//     subtract
//
//   Columns are divided by powers of 2 before, so that no square overflows. What powers is found by one more exchange.
//
//   Steps are taken CHUNK at a time, unrolled: x[c] of a row is then the element of column (first + c) mod WIDTH, with the
//   column `first` of the first step. So the compiler knows all indices into a row, and rows stay in registers. Sums have
//   the places of the elements that they belong to.
//
// group_words.cl stands before this source and tells how groups talk with each other. Steps use the two halves of scratch
// in turns: a group begins step j + 2 after all groups have published what is theirs in step j + 1, and so have read all of
// step j.
//
// Launch: ceil(m / (ITEMS * ROWS)) groups of ITEMS in one dimension, at most MOST_GROUPS. All of them must run at once.
// n <= WIDTH <= 32, ITEMS is a multiple of 32 and of WIDTH, and at least 2 WIDTH. Operands and scalar as
// kernels/qr/qr_panel.hpp says.

#ifndef ROWS
#define ROWS 1
#endif
#ifndef MOST_GROUPS
#define MOST_GROUPS 132
#endif

#define CHUNK (WIDTH < 8 ? WIDTH : 8)
#define CHUNKS (WIDTH / CHUNK)
#define SHARES (ITEMS / WIDTH)
#define EACH ((MOST_GROUPS + SHARES - 1) / SHARES)  // groups whose sums a work-item adds up
#define HALF ((MOST_GROUPS + 1) * WIDTH * 2)        // words; the last of them are for row j

// What a group's work-items share.
typedef struct {
    REAL of_lanes[ITEMS / LANES][WIDTH];  // sums over the rows of work-items that advance together
    REAL shares[SHARES][WIDTH];           // sums over some groups
    REAL row[WIDTH];                      // row j
    REAL taken[WIDTH];                    // what row j loses, a place each
    REAL products[WIDTH][WIDTH];          // V^T V by columns
    REAL taus[WIDTH];
    int exponents[WIDTH];
    Reflector h;
} Shared;

// What a work-item knows of the panel.
typedef struct {
    global ulong* scratch;
    local Shared* shared;
    uint epoch;
    int m, n, item, group, groups;
} Panel;

// The column of x[c].
INLINE int column_of(int c, int first) {
    return first + c < WIDTH ? first + c : first + c - WIDTH;
}

INLINE int row_of(Panel p, int k) {
    return (p.group * ROWS + k) * ITEMS + p.item;
}

INLINE REAL combined(REAL a, REAL b, bool largest) {
    return largest ? fmax(a, b) : a + b;
}

#if PTX
INLINE REAL of_partner(REAL x, int distance) {
#if DOUBLE
    const ulong bits = as_ulong(x);
    uint low, high;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(low) : "r"((uint)bits), "r"(distance));
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(high) : "r"((uint)(bits >> 32)), "r"(distance));
    return as_double((ulong)high << 32 | low);
#else
    uint result;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(result) : "r"(as_uint(x)), "r"(distance));
    return as_float(result);
#endif
}

// Stores the values of LANES work-items combined, a place a lane: a lane gives half of its places to a partner and gets
// the partner's half of the others, until it has one.
INLINE void combine_lanes(Panel p, private REAL* value, bool largest) {
    const int lane = p.item % LANES;
#pragma unroll
    for (int distance = WIDTH / 2; distance > 0; distance /= 2) {
        const bool upper = (lane & distance) != 0;
#pragma unroll
        for (int c = 0; c < distance; ++c) {
            const REAL given = upper ? value[c] : value[c + distance];
            const REAL kept = upper ? value[c + distance] : value[c];
            value[c] = combined(kept, of_partner(given, distance), largest);
        }
    }
#pragma unroll
    for (int distance = WIDTH; distance < LANES; distance *= 2)
        value[0] = combined(value[0], of_partner(value[0], distance), largest);
    if (lane < WIDTH) p.shared->of_lanes[p.item / LANES][lane] = value[0];
}
#else
INLINE void combine_lanes(Panel p, private REAL* value, bool largest) {
    for (int c = 0; c < WIDTH; ++c) p.shared->of_lanes[p.item][c] = value[c];
}
#endif

INLINE uint tag_of(Panel p, int step) {
    return p.epoch * 64 + (uint)step + 1;
}

INLINE global ulong* half_of(Panel p, int step) {
    return p.scratch + (step & 1) * HALF;
}

// Publishes the group's values, and row j, if it is the first group's.
INLINE void publish(Panel p, int step, bool largest) {
    const int c = p.item % WIDTH;
    if (p.item < WIDTH) {
        REAL value = p.shared->of_lanes[0][c];
        for (int s = 1; s < ITEMS / LANES; ++s) value = combined(value, p.shared->of_lanes[s][c], largest);
        publish_element(half_of(p, step) + (p.group * WIDTH + c) * 2, tag_of(p, step), value);
    } else if (p.group == 0 && p.item < 2 * WIDTH) {
        publish_element(half_of(p, step) + (MOST_GROUPS * WIDTH + c) * 2, tag_of(p, step), p.shared->row[c]);
    }
}

// The values of the groups of a share combined, and row j.
INLINE void receive(Panel p, int step, bool largest) {
    const int c = p.item % WIDTH;
    const int share = p.item / WIDTH;
    const uint tag = tag_of(p, step);
    global const ulong* words = half_of(p, step) + c * 2;
    ulong2 of_group[EACH];
    bool missing;
    do {
        missing = false;
#pragma unroll
        for (int e = 0; e < EACH; ++e) {  // without branches, so that all loads are under way at once
            of_group[e] = load_words(words + min(share + e * SHARES, p.groups - 1) * WIDTH * 2);
            missing = missing || !has(of_group[e].x, tag) || !has(of_group[e].y, tag);
        }
    } while (missing);
    REAL value = 0;
#pragma unroll
    for (int e = 0; e < EACH; ++e)
        if (share + e * SHARES < p.groups) value = combined(value, element(of_group[e]), largest);
    p.shared->shares[share][c] = value;
    if (share > 0) return;
    ulong2 of_row;
    do of_row = load_words(words + MOST_GROUPS * WIDTH * 2);
    while (!has(of_row.x, tag) || !has(of_row.y, tag));
    p.shared->row[c] = element(of_row);
}

// Brings values together: shared.shares has them afterwards, of some groups each.
INLINE void exchange(Panel p, private REAL* value, int step, bool largest) {
    combine_lanes(p, value, largest);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    publish(p, step, largest);
#if !PTX
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);  // work-items that do not advance together must not wait before
#endif
    receive(p, step, largest);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

INLINE REAL of_all_groups(Panel p, int c, bool largest) {
    REAL value = p.shared->shares[0][c];
    for (int s = 1; s < SHARES; ++s) value = combined(value, p.shared->shares[s][c], largest);
    return value;
}

typedef struct {
    REAL x[WIDTH];
} Row;

INLINE void load_rows(private Row* row, Panel p, global const REAL* a, int ld) {
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
        const int r = row_of(p, k);
#pragma unroll
        for (int c = 0; c < WIDTH; ++c) row[k].x[c] = r < p.m && c < p.n ? a[r + (long)c * ld] : 0;
    }
}

// Divides columns by powers of 2.
INLINE void scale_columns(private Row* row, Panel p) {
    REAL largest[WIDTH];
#pragma unroll
    for (int c = 0; c < WIDTH; ++c) {
        largest[c] = 0;
#pragma unroll
        for (int k = 0; k < ROWS; ++k) largest[c] = fmax(largest[c], fabs(row[k].x[c]));
    }
    if (p.item < WIDTH) p.shared->row[p.item] = 0;
    exchange(p, largest, 0, true);
    if (p.item < WIDTH) p.shared->exponents[p.item] = exponent_of(of_all_groups(p, p.item, true));
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int c = 0; c < WIDTH; ++c)
#pragma unroll
        for (int k = 0; k < ROWS; ++k) row[k].x[c] = ldexp(row[k].x[c], -p.shared->exponents[c]);
}

// The elements of a chunk that is done go behind the others.
INLINE void turn(private Row* row) {
    REAL done[CHUNK];
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
#pragma unroll
        for (int c = 0; c < CHUNK; ++c) done[c] = row[k].x[c];
#pragma unroll
        for (int c = 0; c < WIDTH; ++c) row[k].x[c] = c + CHUNK < WIDTH ? row[k].x[c + CHUNK] : done[c + CHUNK - WIDTH];
    }
}

// The products of x with all columns over this work-item's rows, exchanged.
INLINE void multiply(private const Row* row, Panel p, int j, int s) {
    REAL product[WIDTH];
#pragma unroll
    for (int c = 0; c < WIDTH; ++c) product[c] = 0;
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
        const REAL x = row_of(p, k) > j ? row[k].x[s] : 0;
#pragma unroll
        for (int c = 0; c < WIDTH; ++c) product[c] = fma(x, row[k].x[c], product[c]);
        if (row_of(p, k) == j) {
#pragma unroll
            for (int c = 0; c < WIDTH; ++c) p.shared->row[c] = row[k].x[c];
        }
    }
    exchange(p, product, j + 1, false);
}

// The reflector of column j, what row j loses by it, and V^T v.
INLINE void reflect(Panel p, int j, int s) {
    if (p.item < WIDTH) {
        const int c = p.item;
        const int column = column_of(c, j - s);
        const Reflector h = reflector(p.shared->row[s], of_all_groups(p, s, false));
        const REAL product = fma(h.scale, of_all_groups(p, c, false), p.shared->row[c]);
        p.shared->taken[c] = column > j ? h.tau * product : 0;
        if (column < j) p.shared->products[j][column] = product;
        if (column == j) {
            p.shared->h = h;
            p.shared->taus[j] = h.tau;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

INLINE void subtract(private Row* row, Panel p, int j, int s) {
    const Reflector h = p.shared->h;
    const int live = CHUNKS - j / CHUNK;  // chunks of columns that are not done
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
        const int r = row_of(p, k);
        const REAL v = r > j ? (h.scale == 0 ? 0 : h.scale * row[k].x[s]) : r == j;
        row[k].x[s] = r > j ? v : r == j ? h.beta : row[k].x[s];
#pragma unroll
        for (int q = 0; q < CHUNKS; ++q)
            if (q < live) {
#pragma unroll
                for (int c = q * CHUNK; c < (q + 1) * CHUNK; ++c)
                    if (c > s) row[k].x[c] = fma(-v, p.shared->taken[c], row[k].x[c]);
            }
    }
}

INLINE void store_rows(private const Row* row, Panel p, global REAL* a, int ld, global REAL* v, int v_ld) {
    const int first = (p.n - 1) / CHUNK * CHUNK;
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
        const int r = row_of(p, k);
#pragma unroll
        for (int c = 0; c < WIDTH; ++c) {
            const int column = column_of(c, first);
            if (r < p.m && column < p.n) {
                const REAL x = row[k].x[c];
                a[r + (long)column * ld] = r <= column ? ldexp(x, p.shared->exponents[column]) : x;
                v[r + (long)column * v_ld] = r < column ? 0 : r == column ? 1 : x;
            }
        }
    }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void qr_panel(global REAL* restrict a, long a_first, int m, int n, int a_ld,
              global REAL* restrict v, long v_first, int v_rows, int v_cols, int v_ld,
              global REAL* restrict tau, long tau_first, int tau_rows, int tau_cols, int tau_ld,
              global REAL* restrict t, long t_first, int t_rows, int t_cols, int t_ld,
              global int* scratch, long scratch_first, int scratch_rows, int scratch_cols, int scratch_ld, int epoch) {
    local Shared shared __attribute__((aligned(16)));
    const Panel p = {(global ulong*)(scratch + scratch_first), &shared, (uint)epoch, m, n,
                     (int)get_local_id(0), (int)get_group_id(0), (int)get_num_groups(0)};
    Row row[ROWS];
    load_rows(row, p, a + a_first, a_ld);
    scale_columns(row, p);
    for (int first = 0; first < n; first += CHUNK) {
        if (first > 0) turn(row);
#if PTX
#pragma unroll
#endif
        for (int s = 0; s < CHUNK; ++s)
            if (first + s < n) {
                multiply(row, p, first + s, s);
                reflect(p, first + s, s);
                subtract(row, p, first + s, s);
            }
    }
    store_rows(row, p, a + a_first, a_ld, v + v_first, v_ld);
    if (p.group == 0 && p.item < n) {
        tau[tau_first + p.item] = shared.taus[p.item];
        make_row_of_t(p.item, n, shared.taus, shared.products, t + t_first, t_ld);
    }
}
