#include "lapack/lu/back_substitution.hpp"

#include <algorithm>

#include "blas/tiles/leading_dimension.hpp"

namespace hg {

BackSubstitution::BackSubstitution(ProgramBuilder& builder, const LuLayout& layout,
                                   const kernels::Database& database, BlockColumns& A)
    : builder_(builder), layout_(layout), steps_(builder, database, layout.right_hand_sides), A_(A) {
    if (layout.right_hand_sides > 0) X_ = builder.matrix("X", A.type(), layout.n, layout.right_hand_sides);
}

void BackSubstitution::prepare(std::int64_t first) {
    const Span rows{first, first + rows_of(first)};
    const RegisterId diagonal = A_.window({rows, rows});
    diagonals_.insert_or_assign(first, steps_.prepared({.uplo = Uplo::upper}, diagonal));
}

std::int64_t BackSubstitution::rows_of(std::int64_t first) const {
    return std::min(layout_.block_column, layout_.n - first);
}

/// By columns of U, from the last: x_k = U_kk^-1 y_k, then y_i := y_i - U_ik x_k for the rows above. A step
/// takes as many columns as two panels, whatever the devices, so that bits do not depend on these.
void BackSubstitution::solve() {
    const std::int64_t step = layout_.block_column;
    y_ = A_.window({{0, layout_.n}, {layout_.n, layout_.n + layout_.right_hand_sides}});
    for (std::int64_t first = (layout_.n - 1) / step * step; first >= 0; first -= step) {
        const std::int64_t rows = rows_of(first);
        go_to(A_.device_of(first), first + rows);
        const RegisterId U = A_.window({{0, first + rows}, {first, first + rows}});
        const RegisterId x = builder_.window(y_, first, 0, rows, layout_.right_hand_sides);
        steps_.solve(diagonals_.at(first), x);
        if (first > 0)
            steps_.subtract(Op::none, builder_.window(U, 0, 0, first, rows), x,
                            builder_.window(y_, 0, 0, first, layout_.right_hand_sides));
    }
    store(builder_.reg(y_).rows);
}

/// What is left of Y, `rows` of them, comes to a device by way of X, whose last rows are final.
void BackSubstitution::go_to(DeviceIndex device, std::int64_t rows) {
    const Register from = builder_.reg(y_);
    if (from.device == device) return;
    store(from.rows);
    y_ = builder_.reg(device, from.type, rows, from.cols, staggered_window_ld(rows, from.type));
    builder_.load(y_, {X_, 0, 0, rows, from.cols});
}

void BackSubstitution::store(std::int64_t rows) {
    builder_.store({X_, 0, 0, rows, layout_.right_hand_sides}, y_);
}

}  // namespace hg
