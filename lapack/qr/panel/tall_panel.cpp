#include "lapack/qr/panel/tall_panel.hpp"

#include "blas/tiles/leading_dimension.hpp"
#include "lapack/qr/unit_lower.hpp"
#include <hg/kernels/scale.hpp>

namespace hg {

TallPanel::TallPanel(ProgramBuilder& builder, DeviceIndex device, const kernels::QrTree& tree)
    : builder_(builder), device_(device), tree_(tree) {}

/// Up the tree to R, down to the first columns of Q, and of these the reflectors.
BlockReflector TallPanel::append(RegisterId A, RegisterId V, RegisterId tau) {
    const std::int64_t n = builder_.reg(A).cols;
    std::vector<Level> levels{factor(A, V)};
    while (builder_.reg(levels.back().R).rows > n) {
        const RegisterId R = levels.back().R;
        levels.push_back(factor(R, matrix(builder_.reg(R).rows, n)));
    }
    const RegisterId C = expand(levels);
    const RegisterId T = matrix(n, n);
    const RegisterId X = matrix(n, n);
    const RegisterId F = matrix(n, n);
    builder_.exec(kernels::qr_tree_reconstruct(tree_), {V, levels[0].T, C, levels.back().R, tau, T, X, F});
    builder_.exec(kernels::qr_tree_finish(tree_), {A, V, levels[0].T, C, X, F});
    return {V, T};
}

TallPanel::Level TallPanel::factor(RegisterId A, RegisterId V) {
    const auto [rows, n] = std::pair(builder_.reg(A).rows, builder_.reg(A).cols);
    const std::int64_t stacked = tree_.blocks(rows) * n;
    const Level level{V, matrix(n, stacked), matrix(stacked, n)};
    builder_.exec(kernels::qr_tree_factor(tree_), {A, V, level.T, level.R});
    return level;
}

/// C of the lowest level: the first columns of the product of the Q of all levels above.
RegisterId TallPanel::expand(const std::vector<Level>& levels) {
    const std::int64_t n = builder_.reg(levels[0].V).cols;
    RegisterId C = identity(n);
    for (std::size_t level = levels.size() - 1; level > 0; --level) {
        const RegisterId Q = matrix(builder_.reg(levels[level].V).rows, n);
        builder_.exec(kernels::qr_tree_expand(tree_), {levels[level].V, levels[level].T, C, Q});
        C = Q;
    }
    return C;
}

/// The identity of order n, a window of one that all panels share.
RegisterId TallPanel::identity(std::int64_t n) {
    if (identity_ == kNoRegister) {
        identity_ = matrix(width(), width());
        builder_.exec(kernels::zero(tree_.type), {identity_});
        make_unit_lower(builder_, identity_);
    }
    return builder_.window(identity_, 0, 0, n, n);
}

RegisterId TallPanel::matrix(std::int64_t rows, std::int64_t cols) {
    return builder_.reg(device_, tree_.type, rows, cols, staggered_window_ld(rows, tree_.type));
}

}  // namespace hg
