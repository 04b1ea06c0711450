// target := a rectangle of a symmetric matrix of which one triangle is stored. Column-major, element (i, j) of X at
// X[i + j * X_ld]. The rectangle's element (row, col) is the first one on the matrix's diagonal.
//
//                 col
//            +-----+--------+-------+
//            |     |        |       |     square: its diagonal is the matrix's; of it only one triangle is read, the
//    row = 0 |  b  | square |   a   |     upper one if `upper` is not 0.
//            |     |        |       |     before (b) and after (a): what lies in front of the square and behind it, on
//            +-----+--------+-------+     its left and right, or above and below it. Each is given as it is stored: if
//                                         the rectangle has its mirror image, transposed.
//
// What does not exist may be any matrix. If the diagonal does not reach the rectangle, all of it is `before`.
//
// element.cl stands before this source.
//
// Launch: at least target_rows x ceil(target_cols / COLUMNS) work-items in any work-groups. A work-item makes COLUMNS
// elements of a row: of a mirrored piece these lie side by side.

#ifndef HERMITIAN
#define HERMITIAN 0  // 1: the matrix is hermitian. Elements of the mirror image are conjugates, the diagonal's are real.
#endif
#ifndef COLUMNS
#define COLUMNS 16
#endif

kernel void symmetric_part(global const Element* restrict square, long square_first, int square_rows, int square_cols,
                           int square_ld, global const Element* restrict before, long before_first, int before_rows,
                           int before_cols, int before_ld, global const Element* restrict after, long after_first,
                           int after_rows, int after_cols, int after_ld, global Element* restrict target,
                           long target_first, int target_rows, int target_cols, int target_ld, int row, int col,
                           int upper) {
    const int i = (int)get_global_id(0);
    const int first = (int)get_global_id(1) * COLUMNS;
    if (i >= target_rows) return;
    for (int j = first; j < min(first + COLUMNS, target_cols); ++j) {
        global const Element* piece;
        int ld, r, c;  // of the element in its piece, if it is stored
        if (i < row || j < col) {
            piece = before + before_first;
            ld = before_ld;
            r = i;
            c = j;
        } else if (i < row + square_rows && j < col + square_rows) {
            piece = square + square_first;
            ld = square_ld;
            r = i - row;
            c = j - col;
        } else {
            piece = after + after_first;
            ld = after_ld;
            r = i < row + square_rows ? i - row : i - row - square_rows;
            c = j < col + square_rows ? j - col : j - col - square_rows;
        }
        const bool stored = upper ? i - row <= j - col : i - row >= j - col;
        Element element = stored ? piece[r + (long)c * ld] : piece[c + (long)r * ld];
#if HERMITIAN
        if (!stored) element = conjugate(element);
        if (i - row == j - col) element.y = 0;
#endif
        target[target_first + i + (long)j * target_ld] = element;
    }
}
