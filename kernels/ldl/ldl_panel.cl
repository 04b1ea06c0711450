// A panel of A = L D L^T with the pivots of Bunch and Kaufman, by work-groups that run at once.
//
//      0       columns    n
//      +--------+---------+     A is what no panel has factored yet. A column of the panel is updated when
//      its turn comes, by the | L D    |         |     panel's columns before it:
//      | . .    |         |
//      | . . .  | as      |         V0 := A(k ... n, k) - L(k ... n, 0 ... k - 1) W(k, 0 ... k - 1)^T,    W =
//      L D +--------+         |
//      | . . .  | given   |     The column r of the largest element below the pivot may be needed, too:
//      | . . .  |         |
//      +--------+---------+         V1 := A(k ... n, r) - L(k ... n, 0 ... k - 1) W(r, 0 ... k - 1)^T
//
// The pivot of step k is, with alpha = (1 + sqrt 17) / 8 and magnitudes of elements,
//
//      V0(k)                       if it is at least alpha times the largest other element of V0 (colmax),
//      V0(k)                       or at least alpha colmax (colmax / rowmax), rowmax being the largest other
//      one of V1, V1(r)                       if it is at least alpha rowmax,
//      [V0(k) V1(k); V0(r) V1(r)]  in all other cases.
//
// Then rows and columns r and k, or k + 1 of a block of order 2, are interchanged. Columns of A that are not
// updated yet hold the elements of A itself: they are interchanged there, rows of L and W in these. What is
// final in A stays, as LAPACK has it.
//
// For the upper triangle rows and columns are counted from the last one: then steps in memory are negative.
//
// element.cl stands before this source.
//
// Launch: any number of work-groups of ITEMS in one dimension, at most ITEMS. All of them must run at once.

#ifndef ITEMS
#define ITEMS 256  // a power of 2
#endif
#ifndef WIDTH
#define WIDTH 64  // columns of W and L, more than those of a panel
#endif

#define AHEAD 8  // elements of L that a work-item loads before it needs the first one

#define ALPHA ((Part)0.6403882032022076)

#ifdef cl_nv_pragma_unroll
#define FENCE() asm volatile("fence.acq_rel.gpu;" : : : "memory")
#else
#define FENCE() mem_fence(CLK_GLOBAL_MEM_FENCE)
#endif

// The words of scratch.
#define ARRIVED 0     // work-groups that have come to a meeting
#define MEETINGS 1    // that have ended
#define ROWS 16       // of the groups' candidates: of V0, then of V1
#define VALUES (ROWS + 2 * ITEMS)

// A matrix whose element (i, j) lies at data[i step + j ld].
typedef struct {
    global Element* data;
    long step, ld;
} Matrix;

typedef struct {
    Matrix A, W, L, V;
    int n, begin;  // begin: the first column that this panel takes, 0 or 1
    bool hermitian, upper;
    global int* scratch;
    local Element* row;  // of W
    local Part* value;   // candidates
    local int* place;
    int item, id, count;  // in its group; among all work-items
} Panel;

static inline global Element* at(Matrix M, int i, int j) {
    return M.data + i * M.step + j * M.ld;
}

static inline Element adjoint(Panel p, Element x) {
    return p.hermitian ? conjugate(x) : x;
}

// A diagonal element: of a hermitian matrix it is real.
static inline Element diagonal(Panel p, Element x) {
#if COMPLEX
    return p.hermitian ? number(x.x) : x;
#else
    return x;
#endif
}

// What an element counts for in the choice of a pivot.
static inline Part weight(Element x) {
    return isnan(magnitude(x)) ? (Part)0 : magnitude(x);
}

// All work-groups come to the same place. What one has written before, the others read after.
static inline void meet(Panel p) {
    const int groups = (int)get_num_groups(0);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (groups == 1) return;
    if (p.item == 0) {
        volatile global int* meetings = p.scratch + MEETINGS;
        const int before = *meetings;
        FENCE();
        if (atomic_inc(p.scratch + ARRIVED) == groups - 1) {
            atomic_xchg(p.scratch + ARRIVED, 0);
            FENCE();
            atomic_inc(p.scratch + MEETINGS);
        } else {
            while (*meetings == before) {}
        }
        FENCE();
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

// The largest of the group's candidates, of several the one that is uppermost in memory. All items get it.
static inline void choose(Panel p, Part value, int place) {
    barrier(CLK_LOCAL_MEM_FENCE);
    p.value[p.item] = value;
    p.place[p.item] = place;
    for (int distance = ITEMS / 2; distance > 0; distance /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (p.item < distance) {
            const Part other = p.value[p.item + distance];
            const int other_place = p.place[p.item + distance];
            const bool above = p.upper ? other_place > p.place[p.item] : other_place < p.place[p.item];
            if (other > p.value[p.item] || (other == p.value[p.item] && other_place >= 0 && above)) {
                p.value[p.item] = other;
                p.place[p.item] = other_place;
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// V(k ... n, s) := column j of what step k has to factor. Afterwards place[0] and value[0] are the row and
// the magnitude of its largest element that is not on the diagonal; the value is 0 if there is none.
static inline void update_column(Panel p, int k, int j, int s) {
    barrier(CLK_LOCAL_MEM_FENCE);  // the row before has been read
    for (int e = p.item; e < k; e += ITEMS) p.row[e] = -adjoint(p, *at(p.W, j, e));
    barrier(CLK_LOCAL_MEM_FENCE);
    Part largest = -1;
    int place = -1;
    for (int i = k + p.id; i < p.n; i += p.count) {
        Element x = i >= j ? *at(p.A, i, j) : adjoint(p, *at(p.A, j, i));
        if (i == j) x = diagonal(p, x);
        int e = p.begin;
        for (; e + AHEAD <= k; e += AHEAD) {
            Element known[AHEAD];
#pragma unroll
            for (int ahead = 0; ahead < AHEAD; ++ahead) known[ahead] = *at(p.L, i, e + ahead);
#pragma unroll
            for (int ahead = 0; ahead < AHEAD; ++ahead) x = multiply_add(known[ahead], p.row[e + ahead], x);
        }
        for (; e < k; ++e) x = multiply_add(*at(p.L, i, e), p.row[e], x);
        if (i == j) x = diagonal(p, x);
        *at(p.V, i, s) = x;
        const bool above = p.upper;  // later rows are above
        if (i != j && (weight(x) > largest || (above && weight(x) == largest))) {
            largest = weight(x);
            place = i;
        }
    }
    choose(p, largest, place);
    if (get_num_groups(0) > 1) {
        global int* rows = p.scratch + ROWS + s * ITEMS;
        global Part* values = (global Part*)(p.scratch + VALUES) + s * ITEMS;
        if (p.item == 0) {
            rows[get_group_id(0)] = p.place[0];
            values[get_group_id(0)] = p.value[0];
        }
        meet(p);
        const bool taken = p.item < (int)get_num_groups(0);
        choose(p, taken ? values[p.item] : (Part)-1, taken ? rows[p.item] : -1);
    } else {
        meet(p);
    }
}

typedef struct {
    int k;      // its first column
    int order;  // 1 or 2
    int r;      // the column that becomes its last one
    int s;      // the column of V that holds an order of 1
} Pivot;

static inline Pivot choose_pivot(Panel p, int k) {
    Pivot pivot = {k, 1, k, 0};
    int r = k;
    Part own = 0, colmax = 0;
    // A loop, so that compilers meet the code of a column once.
    for (int s = 0, is_chosen = 0; !is_chosen; ++s) {
        update_column(p, k, r, s);
        const Part largest = max(p.value[0], colmax);  // rowmax is no less than colmax, but for rounding
        if (s == 0) {
            r = p.place[0];
            colmax = largest;
            own = weight(*at(p.V, k, 0));
            is_chosen = own >= ALPHA * colmax;
        } else {
            is_chosen = 1;
            if (!(own >= ALPHA * colmax * (colmax / largest))) {
                pivot.r = r;
                pivot.s = 1;
                pivot.order = weight(*at(p.V, r, 1)) >= ALPHA * largest ? 1 : 2;
            }
        }
    }
    return pivot;
}

// What makes rows of L of rows of W: for an order of 1 the pivot, for an order of 2
//
//     [l0 l1] = [w0 w1] [d00 d01; d10 d11]^-1,    l0 = ((d11 / d10) w0 - w1) t / d01,  l1 = ((d00 / d01) w1 -
//     w0) t / d10
//
// with t = 1 / ((d11 / d10) (d00 / d01) - 1).
typedef struct {
    Element pivot;
    Element d11, d00, to_l0, to_l1;
} Divisor;

static inline Divisor divisor_of(Panel p, Pivot pivot) {
    Divisor d;
    d.pivot = *at(p.V, pivot.r, pivot.s);
    if (pivot.order == 1) return d;
    const Element d10 = *at(p.V, pivot.r, 0);
    const Element d01 = adjoint(p, d10);
    d.d11 = quotient(*at(p.V, pivot.r, 1), d10);
    d.d00 = quotient(*at(p.V, pivot.k, 0), d01);
    const Element t = quotient(number(1), diagonal(p, multiply(d.d11, d.d00) - number(1)));
    d.to_l0 = quotient(t, d01);
    d.to_l1 = quotient(t, d10);
    return d;
}

// Row i of the columns that a step takes: of W, L and A. w0 and w1 are its elements in V.
static inline void write_row(Panel p, Pivot pivot, Divisor d, int i, Element w0, Element w1) {
    const int k = pivot.k;
    *at(p.W, i, k) = w0;
    if (pivot.order == 1) {
        const Element l = magnitude(d.pivot) == 0 ? number(0) : quotient(w0, d.pivot);
        *at(p.L, i, k) = l;
        *at(p.A, i, k) = i > k ? l : w0;
        return;
    }
    const Element l0 = multiply(d.to_l0, multiply_add(d.d11, w0, -w1));
    const Element l1 = multiply(d.to_l1, multiply_add(d.d00, w1, -w0));
    *at(p.W, i, k + 1) = w1;
    *at(p.L, i, k) = l0;
    *at(p.L, i, k + 1) = l1;
    *at(p.A, i, k) = i > k + 1 ? l0 : w0;
    if (i > k) *at(p.A, i, k + 1) = i > k + 1 ? l1 : w1;
}

static inline void swap(global Element* x, global Element* y) {
    const Element old = *x;
    *x = *y;
    *y = old;
}

// Interchanges, and writes the columns that a step takes. Each work-item has rows of its own; row r is
// written with the one that it is interchanged with.
static inline void finish_step(Panel p, Pivot pivot) {
    const Divisor d = divisor_of(p, pivot);
    const int last = pivot.k + pivot.order - 1;
    const bool interchanged = pivot.r != last;
    for (int i = pivot.k + p.id; i < p.n; i += p.count) {
        if (interchanged && i == last) continue;
        const Element w0 = *at(p.V, i, pivot.order == 1 ? pivot.s : 0);
        const Element w1 = pivot.order == 1 ? number(0) : *at(p.V, i, 1);
        if (interchanged && i > last) {
            if (i == pivot.r) {
                const Element other0 = *at(p.V, last, pivot.order == 1 ? pivot.s : 0);
                const Element other1 = pivot.order == 1 ? number(0) : *at(p.V, last, 1);
                *at(p.A, i, i) = diagonal(p, *at(p.A, last, last));
                write_row(p, pivot, d, last, w0, w1);
                write_row(p, pivot, d, i, other0, other1);
                continue;
            }
            const Element moved = *at(p.A, i, last);
            if (i < pivot.r)
                *at(p.A, pivot.r, i) = adjoint(p, moved);
            else
                *at(p.A, i, pivot.r) = moved;
        }
        write_row(p, pivot, d, i, w0, w1);
    }
    if (interchanged)
        for (int e = p.id; e < pivot.k; e += p.count) {
            swap(at(p.W, last, e), at(p.W, pivot.r, e));
            swap(at(p.L, last, e), at(p.L, pivot.r, e));
        }
}

// Zeros for columns of L and W that the panel has not taken, and for the row of a column behind the panel
// that it has: what is behind the panel is updated by all of L and W.
static inline void leave_out(Panel p, int end, int k) {
    for (int i = end + p.id; i < p.n; i += p.count)
        for (int e = 0; e < WIDTH; ++e)
            if (e < p.begin || e >= k || (i == end && k > end))
                *at(p.L, i, e) = *at(p.W, i, e) = number(0);
}

static inline Matrix matrix(global Element* data, long first, int rows, int ld, bool upper) {
    const Matrix m = {data + first + (upper ? rows - 1 : 0), upper ? -1 : 1, ld};
    return m;
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void ldl_panel(global Element* a, long a_first, int n, int a_cols, int a_ld,
               global Element* w, long w_first, int w_rows, int w_cols, int w_ld,
               global Element* l, long l_first, int l_rows, int l_cols, int l_ld,
               global Element* v, long v_first, int v_rows, int v_cols, int v_ld,
               global int* pivots, long pivots_first, int pivots_rows, int pivots_cols, int pivots_ld,
               global int* next, long next_first, int next_rows, int next_cols, int next_ld,
               global int* scratch, long scratch_first, int scratch_rows, int scratch_cols, int scratch_ld,
               int first, int columns, int upper, int hermitian) {
    local Element row[WIDTH];
    local Part value[ITEMS];
    local int place[ITEMS];
    Panel p = {matrix(a, a_first, n, a_ld, upper != 0), matrix(w, w_first, n, w_ld, upper != 0),
               matrix(l, l_first, n, l_ld, upper != 0), matrix(v, v_first, n, v_ld, upper != 0),
               n, clamp(next[next_first] - first, 0, 1), hermitian != 0, upper != 0,
               scratch + scratch_first, row, value, place,
               (int)get_local_id(0), (int)get_global_id(0), (int)get_global_size(0)};
    if (upper) {  // columns, too, are counted from the last one
        p.A.data += (n - 1) * (long)a_ld;
        p.A.ld = -(long)a_ld;
    }
    pivots += pivots_first;
    int k = p.begin;
    while (k < columns) {
        const Pivot pivot = choose_pivot(p, k);
        finish_step(p, pivot);
        if (p.id < pivot.order) {
            const int row_of_pivot = upper ? n - pivot.r : first + pivot.r + 1;
            const int column = upper ? n - 1 - k - p.id : first + k + p.id;
            pivots[column] = pivot.order == 1 ? row_of_pivot : -row_of_pivot;
        }
        meet(p);
        k += pivot.order;
    }
    leave_out(p, columns, k);
    if (p.id == 0) next[next_first] = first + k;
}
