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
    const BlockColumn& block = block_of(first);
    const std::int64_t rows = rows_of(first);
    const RegisterId diagonal = builder_.window(block.reg, first, first - block.first, rows, rows);
    diagonals_.insert_or_assign(first, steps_.prepared({.uplo = Uplo::upper}, diagonal));
}

std::int64_t BackSubstitution::rows_of(std::int64_t first) const {
    return std::min(layout_.block, layout_.n - first);
}

/// By columns of U, from the last: x_k = U_kk^-1 y_k, then y_i := y_i - U_ik x_k for the rows above. A step
/// takes as many columns as two panels, whatever the devices, so that bits do not depend on these.
void BackSubstitution::solve() {
    const std::int64_t step = layout_.block;
    y_ = A_.window(A_.size() - 1, 0, layout_.n, layout_.n, layout_.n + layout_.right_hand_sides);
    for (std::int64_t first = (layout_.n - 1) / step * step; first >= 0; first -= step) {
        const std::int64_t rows = rows_of(first);
        const BlockColumn& block = block_of(first);
        go_to(block.device, first + rows);
        const RegisterId U = builder_.window(block.reg, 0, first - block.first, first + rows, rows);
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

const BlockColumn& BackSubstitution::block_of(std::int64_t column) const {
    const auto held = A_.held();
    return *std::find_if(held.begin(), held.end(), [&](const BlockColumn& b) { return column < b.end(); });
}

}  // namespace hg
