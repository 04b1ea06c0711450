// Y := p A X + q Y by equal shares: see spmv_common.cl. A work-group takes SHARE = ITEMS x WORK neighbouring places, and a
// work-item WORK of them.
//
//     compressed rows   places are the elements of row 0, its end, the elements of row 1, its end, ...: empty rows and long
//                       ones count for what they are. Rows first_row(g) .. first_row(g + 1) - 1 end in group g's share
//     LIST              places are the elements; a row ends with its last element. Rows without elements are none; q is 1
//
//   1. products of the elements go to local memory:  neighbouring work-items load neighbouring elements
//   2. a work-item adds up its elements and writes each row that ends there, but for the first one
//   3. a scan over the work-items gives each its row's sum from those before it: with it go the first rows that ended
//   4. a row that began before the share goes to parts(g, 2 c) instead of y; the row that goes on behind it to parts(g, 2 c + 1):
//      spmv_rest makes elements of y of them
//
// The order of a row's sum follows from where it lies in its shares.
//
// With TURNED COLUMNS neighbouring work-items take the same places, COLUMNS x WORK of them, each for a column of X: they load what stands
// side by side in X^T. The elements go to local memory as they are.
//
// Launch: ITEMS work-items a group in dimension 0, as many groups as parts has rows; a group for each COLUMNS columns in
// dimension 1.

#ifndef LIST
#define LIST 0
#endif
#ifndef WORK
#define WORK 8  // 2 or more
#endif

#define SHARE (ITEMS * WORK)
#define LOADS 4  // elements that a work-item loads at once

#if LIST
#define STRUCTURE OPERAND(const, int, row)
#define IS_ELEMENT(k) (ends[k] >= 0)
#else
#define IS_ELEMENT(k) true
#define STRUCTURE OPERAND(const, int, row_start), OPERAND(const, int, first_row)
#endif

#if TURNED
#define SPAN COLUMNS  // work-items with the same places
#else
#define SPAN 1
#endif

// For each work-item the sum, from those before it, of the row that it begins in; for the work-item behind the last, the sum of the
// row that goes on. own: the sum of the row that goes on behind this one; ended: whether a row ended in it.
#if defined(__NV_CL_C_VERSION) && ITEMS % 32 == 0 && SPAN == 1

// That of the work-item `distance` before this one in its warp; its own if there is none.
static inline int flag_before(int own, int distance) {
    asm volatile("shfl.sync.up.b32 %0, %0, %1, 0, 0xffffffff;" : "+r"(own) : "r"(distance));
    return own;
}
static inline Element sum_before(Element own, int distance) {
    union {
        Element element;
        int words[sizeof(Element) / 4];
    } all;
    all.element = own;
#pragma unroll
    for (int w = 0; w < (int)(sizeof(Element) / 4); ++w) all.words[w] = flag_before(all.words[w], distance);
    return all.element;
}

static inline Element scan(local Element* sums, local int* flags, int item, Element own, int ended, Element* open) {
    const int lane = item % 32;
    const int warp = item / 32;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const Element sum = sum_before(own, distance);
        const int flag = flag_before(ended, distance);
        if (lane >= distance && !ended) {
            own = sum + own;
            ended = flag;
        }
    }
    if (lane == 31) {
        sums[warp] = own;
        flags[warp] = ended;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    Element before = number(0);  // from the warps before
    for (int w = 0; w < warp; ++w) before = flags[w] ? sums[w] : before + sums[w];
    if (item == ITEMS - 1) sums[ITEMS / 32] = ended ? own : before + own;
    const Element sum = sum_before(own, 1);
    const int flag = flag_before(ended, 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    *open = sums[ITEMS / 32];
    return lane == 0 ? before : flag ? sum : before + sum;
}

#else

static inline Element scan(local Element* sums, local int* flags, int item, Element own, int ended, Element* open) {
    sums[item] = own;
    flags[item] = ended;
    barrier(CLK_LOCAL_MEM_FENCE);
    int from = 0;  // the half that holds the last step's
    for (int distance = SPAN; distance < ITEMS; distance *= 2) {
        if (item >= distance && !ended) {
            own = sums[from + item - distance] + own;
            ended = flags[from + item - distance];
        }
        from = ITEMS - from;
        sums[from + item] = own;
        flags[from + item] = ended;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    *open = sums[from + ITEMS - SPAN + item % SPAN];
    return item >= SPAN ? sums[from + item - SPAN] : number(0);
}

#endif

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void spmv_shares(STRUCTURE, OPERAND(const, int, column), OPERAND(const, Element, value), OPERAND(const, Element, x),
                 OPERAND(, Element, parts), OPERAND(Y_ACCESS, Element, y) ALPHA_OPERANDS BETA_OPERANDS,
                 Element alpha BETA_SCALAR CONJUGATED_SCALAR) {
    local Element products[SHARE];
    local int ends[SHARE + 1];  // behind the last element of each row, from the share's first one; of LIST the elements' rows
    local int flags[2 * ITEMS];
#if TURNED
    local int at_x[SHARE];  // rows of X; -1 does not count
#endif
    const int item = (int)get_local_id(0);
    const long group = (long)get_group_id(0);
    const Element p = P;
#if LIST
    row += row_first;
    const long begin = group * SHARE;
    const int count = (int)min((long)SHARE, row_rows - begin);
    for (int k = item; k <= count; k += ITEMS) ends[k] = begin + k < row_rows ? row[begin + k] : -1;
    const bool begins_before = group > 0 && row[begin - 1] == row[begin];
#else
    row_start += row_start_first;
    first_row += first_row_first;
    const long places = (long)y_rows + row_start[y_rows];
    const int row = first_row[group];
    const int rows = first_row[group + 1] - row;
    const long begin = group * SHARE - row;
    const int count = (int)(min((group + 1) * SHARE, places) - (row + rows) - begin);
    for (int i = item; i < rows; i += ITEMS) ends[i] = (int)(row_start[row + i + 1] - begin);
    const bool begins_before = rows > 0 && row_start[row] < begin;
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
#if LIST
    const int first_end = 0;
    const int first_element = min(item / SPAN * SPAN * WORK, count);
#else
    // Of the places before this work-item's, those that are ends of rows.
    const int before = min(item / SPAN * SPAN * WORK, rows + count);
    int first_end = max(before - count, 0);
    for (int most = min(before, rows); first_end < most;) {
        const int middle = (first_end + most) / 2;
        if (ends[middle] + middle < before)
            first_end = middle + 1;
        else
            most = middle;
    }
    const int first_element = before - first_end;
#endif
    column += column_first + begin;
    value += value_first + begin;
    x += x_first;
    y += y_first;
#if TURNED
    for (int k = item; k < count; k += ITEMS) {
        const bool counts = !is_zero(p) && IS_ELEMENT(k);
        const Element factor = counts ? element_at(value + k) : number(0);
        at_x[k] = counts ? index_at(column + k) : -1;
        products[k] = CONJUGATES ? conjugate(factor) : factor;
    }
    {
        const long of_column = FIRST_COLUMN + item % SPAN;
        const bool stored = of_column < y_cols;
#define PRODUCT(k) (at_x[k] >= 0 ? multiply(products[k], x[(long)at_x[k] * x_ld + of_column]) : number(0))
#else
    for (int c = 0; c < COLUMNS && FIRST_COLUMN + c < y_cols; ++c) {
        const long of_column = FIRST_COLUMN + c;
        const bool stored = true;
#define PRODUCT(k) products[k]
        for (int first = item; first < count; first += LOADS * ITEMS) {
            int at[LOADS];
            Element factor[LOADS];
            Element of_x[LOADS];
#pragma unroll
            for (int u = 0; u < LOADS; ++u) {
                const int k = first + u * ITEMS;
                const bool counts = k < count && !is_zero(p) && IS_ELEMENT(k);
                at[u] = counts ? index_at(column + k) : -1;
                factor[u] = counts ? element_at(value + k) : number(0);
            }
#pragma unroll
            for (int u = 0; u < LOADS; ++u) of_x[u] = at[u] >= 0 ? x[at[u] + of_column * x_ld] : number(0);
#pragma unroll
            for (int u = 0; u < LOADS; ++u) {
                const int k = first + u * ITEMS;
                if (CONJUGATES) factor[u] = conjugate(factor[u]);
                if (k < count) products[k] = multiply(factor[u], of_x[u]);
            }
        }
#endif
        barrier(CLK_LOCAL_MEM_FENCE);
        Element own = number(0);
        Element head = number(0);
        int head_row = -1;
        int ended = 0;
#if LIST
        const int last = min(first_element + SPAN * WORK, count);
        for (int k = first_element; k < last; ++k) {
            own += PRODUCT(k);
            const int current = ends[k];
            const bool ends_here = current >= 0 && ends[k + 1] != current;
#else
        int end = first_end;
        int k = first_element;
        for (int w = 0; w < SPAN * WORK; ++w) {
            const bool ends_here = end < rows && k >= ends[end];
            const int current = row + end;
            if (ends_here)
                ++end;
            else if (k < count) {
                own += PRODUCT(k);
                ++k;
            }
#endif
            if (!ends_here) continue;
            if (ended && stored)
                set_element(y + current + of_column * y_ld, p, own, Q);
            if (!ended) {
                head = own;
                head_row = current;
            }
            ended = 1;
            own = number(0);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        Element open;
        const Element from_before = scan(products, flags, item, own, ended, &open);
        if (ended && stored) {
            const Element sum = from_before + head;
#if LIST
            const bool is_first = begins_before && head_row == ends[0];
#else
            const bool is_first = begins_before && head_row == row;
#endif
            if (is_first)
                parts[parts_first + group + 2 * of_column * parts_ld] = sum;
            else
                set_element(y + head_row + of_column * y_ld, p, sum, Q);
        }
        if (item < SPAN && stored) parts[parts_first + group + (2 * of_column + 1) * parts_ld] = open;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
