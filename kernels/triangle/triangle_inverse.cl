// Inverse of a triangle, n x n and column-major: first its diagonal blocks, then in pairs of blocks twice as large.
//
//     inverse of | A11     |  is  | X11      |   with X11, X22 the inverses of A11, A22
//                | A21 A22 |      | X21  X22 |   and  X21 = -X22 A21 X11
//
// An upper triangle is the transpose of a lower one, and so is its inverse. All indices here are those of the lower
// one, and AT() says where its elements lie. `upper` is 1 for an upper triangle, else 0.
//
// Several triangles of one order may stand side by side, in matrices of n x (triangles n): the third dimension of a launch
// counts them.
//
// element.cl stands before this source.

#ifndef LEFT
#define LEFT 0  // which product triangle_product computes
#endif

#define BLOCK 32  // order of the smallest blocks, and of the tiles of products
#define LANES 16  // a work-group of LANES x LANES computes a tile

#define TRIANGLE(ld, which) ((which) * (long)n * (ld))  // the first element of a triangle
#define AT(ld, i, j) (upper ? (j) + (long)(i) * (ld) : (i) + (long)(j) * (ld))

// T := the triangle of A, with zeros in the other one; X := the inverses of its diagonal blocks, zeros elsewhere. If
// `unit` is 1, T has ones on its diagonal, and that of A is not read. If elements are complex and `conjugated` is 1, T has
// the conjugates.
//
//              bj
//        +---+---+---+        A work-group of BLOCK work-items takes one block of BLOCK x BLOCK: a work-item copies a
//        |   |   |   |        row. In a diagonal block, brought to local memory, it then solves for one column c of
//        +---+---+---+        the inverse by substitution:
//   bi   | x |   |   |
//        +---+---+---+            X(i, c) = (I(i, c) - sum over k < i of T(i, k) X(k, c)) / T(i, i)
//
// Launch: work-groups of BLOCK x 1, one a block of each triangle. Beyond an edge the block counts as the identity.
kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void triangle_blocks(global const Element* restrict a, long a_first, int n, int a_cols, int a_ld,
                     global Element* restrict t, long t_first, int t_rows, int t_cols, int t_ld,
                     global Element* restrict x, long x_first, int x_rows, int x_cols, int x_ld,
                     int upper, int unit CONJUGATED_SCALAR) {
    const int triangle = (int)get_group_id(2);
    a += a_first + TRIANGLE(a_ld, triangle);
    t += t_first + TRIANGLE(t_ld, triangle);
    x += x_first + TRIANGLE(x_ld, triangle);
    local Element tile[BLOCK][BLOCK + 1];
    local Element inverse[BLOCK][BLOCK + 1];
    const int item = (int)get_local_id(0);
    const int row = (int)get_group_id(0) * BLOCK + item;
    const int first = (int)get_group_id(1) * BLOCK;
    const bool diagonal = get_group_id(0) == get_group_id(1);
    for (int c = 0; c < BLOCK; ++c) {
        const int col = first + c;
        const bool inside = row < n && col < n;
        Element value = number(row == col);
        if (inside && (upper ? row < col : row > col)) value = CONJUGATES ? conjugate(a[row + (long)col * a_ld]) : a[row + (long)col * a_ld];
        if (inside && !unit && row == col) value = CONJUGATES ? conjugate(a[row + (long)col * a_ld]) : a[row + (long)col * a_ld];
        if (inside) t[row + (long)col * t_ld] = value;
        if (inside && !diagonal) x[row + (long)col * x_ld] = number(0);
        if (upper)
            tile[c][item] = value;
        else
            tile[item][c] = value;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; diagonal && i < BLOCK; ++i) {
        Element sum = number(i == item);
        for (int k = item; k < i; ++k) sum = multiply_add(-tile[i][k], inverse[k][item], sum);
        inverse[i][item] = i < item ? number(0) : quotient(sum, tile[i][i]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int c = 0; diagonal && c < BLOCK; ++c)
        if (row < n && first + c < n)
            x[row + (long)(first + c) * x_ld] = upper ? inverse[c][item] : inverse[item][c];
}

// The two products of a step, for all pairs of blocks of order `block` at once:
//
//   LEFT 0:  W21 := A21 X11      (a triangle X11 from the right: k runs from the tile's column on)
//   LEFT 1:  X21 := -X22 W21     (a triangle X22 from the left: k runs up to the tile's row)
//
// P, Q and C are the first factor, the second one and the result, each an n x n matrix: T, X, W or X, W, X.
//
// Launch: work-groups of LANES x LANES, one for each tile of BLOCK x BLOCK of each block 21; the third dimension
// counts the pairs, triangle by triangle. A work-item computes 2 x 2 elements of its tile, LANES apart. The last block may be lower.
static void add_tile(local Element* tile, global const Element* restrict from, int ld, int row, int rows, int col,
                     int cols, int upper, int item) {
    for (int e = item; e < BLOCK * BLOCK; e += LANES * LANES) {
        const int i = upper ? e / BLOCK : e % BLOCK;
        const int j = upper ? e % BLOCK : e / BLOCK;
        tile[i * (BLOCK + 1) + j] = row + i < rows && col + j < cols ? from[AT(ld, row + i, col + j)] : number(0);
    }
}

static void multiply_tiles(global const Element* restrict p, int p_ld, global const Element* restrict q, int q_ld,
                     global Element* restrict c, int c_ld, int n, int block, int upper,
                     local Element* p_tile, local Element* q_tile) {
    const int item = (int)(get_local_id(0) + get_local_id(1) * LANES);
    const int item_i = (int)(upper ? get_local_id(1) : get_local_id(0));
    const int item_j = (int)(upper ? get_local_id(0) : get_local_id(1));
    const int tile_i = (int)(upper ? get_group_id(1) : get_group_id(0)) * BLOCK;
    const int tile_j = (int)(upper ? get_group_id(0) : get_group_id(1)) * BLOCK;
    const int pairs = (n + block - 1) / (2 * block);  // of a triangle
    const int triangle = (int)get_group_id(2) / pairs;
    p += TRIANGLE(p_ld, triangle);
    q += TRIANGLE(q_ld, triangle);
    c += TRIANGLE(c_ld, triangle);
    const int first = (int)get_group_id(2) % pairs * 2 * block;  // of block 11
    const int second = first + block;                    // of block 22
    const int end = min(second + block, n);
    const int row = second + tile_i;
    const int col = first + tile_j;
    const int from = LEFT ? second : col;
    const int to = LEFT ? min(row + BLOCK, end) : second;
    Element sum[2][2] = {{number(0), number(0)}, {number(0), number(0)}};
    for (int step = from; step < to; step += BLOCK) {
        add_tile(p_tile, p, p_ld, row, end, step, to, upper, item);
        add_tile(q_tile, q, q_ld, step, to, col, second, upper, item);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < BLOCK; ++k) {
            const Element p0 = p_tile[item_i * (BLOCK + 1) + k];
            const Element p1 = p_tile[(item_i + LANES) * (BLOCK + 1) + k];
            const Element q0 = q_tile[k * (BLOCK + 1) + item_j];
            const Element q1 = q_tile[k * (BLOCK + 1) + item_j + LANES];
            sum[0][0] = multiply_add(p0, q0, sum[0][0]);
            sum[0][1] = multiply_add(p0, q1, sum[0][1]);
            sum[1][0] = multiply_add(p1, q0, sum[1][0]);
            sum[1][1] = multiply_add(p1, q1, sum[1][1]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int u = 0; u < 2; ++u)
        for (int v = 0; v < 2; ++v) {
            const int i = row + item_i + u * LANES;
            if (i < end) c[AT(c_ld, i, col + item_j + v * LANES)] = LEFT ? -sum[u][v] : sum[u][v];
        }
}

#if LEFT
kernel __attribute__((reqd_work_group_size(LANES, LANES, 1)))
void triangle_product(global const Element* restrict w, long w_first, int n, int w_cols, int w_ld,
                      global Element* x, long x_first, int x_rows, int x_cols, int x_ld, int block, int upper) {
    w += w_first;
    x += x_first;
    local Element p_tile[BLOCK * (BLOCK + 1)];
    local Element q_tile[BLOCK * (BLOCK + 1)];
    multiply_tiles(x, x_ld, w, w_ld, x, x_ld, n, block, upper, p_tile, q_tile);
}
#else
kernel __attribute__((reqd_work_group_size(LANES, LANES, 1)))
void triangle_product(global const Element* restrict t, long t_first, int n, int t_cols, int t_ld,
                      global const Element* restrict x, long x_first, int x_rows, int x_cols, int x_ld,
                      global Element* restrict w, long w_first, int w_rows, int w_cols, int w_ld, int block, int upper) {
    t += t_first;
    x += x_first;
    w += w_first;
    local Element p_tile[BLOCK * (BLOCK + 1)];
    local Element q_tile[BLOCK * (BLOCK + 1)];
    multiply_tiles(t, t_ld, x, x_ld, w, w_ld, n, block, upper, p_tile, q_tile);
}
#endif
