#pragma once

#include <hg/blas/types.hpp>

namespace hgctl {

// cuBLAS's numbers of BLAS's letters.

constexpr int nvidia(hg::Op op) noexcept {
    return op == hg::Op::none ? 0 : op == hg::Op::trans ? 1 : 2;
}
constexpr int nvidia(hg::Side side) noexcept {
    return side == hg::Side::left ? 0 : 1;
}
constexpr int nvidia(hg::Uplo uplo) noexcept {
    return uplo == hg::Uplo::lower ? 0 : 1;
}

}  // namespace hgctl
