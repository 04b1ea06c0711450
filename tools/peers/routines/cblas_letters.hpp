#pragma once

#include <hg/blas/types.hpp>

namespace hgctl {

// CBLAS's numbers of layouts and letters, which CLBlast has too.

constexpr int kCblasColMajor = 102;
constexpr int kCblasNonUnit = 131;

constexpr int cblas(hg::Op op) noexcept {
    return op == hg::Op::none ? 111 : op == hg::Op::trans ? 112 : 113;
}
constexpr int cblas(hg::Uplo uplo) noexcept {
    return uplo == hg::Uplo::upper ? 121 : 122;
}
constexpr int cblas(hg::Diag diag) noexcept {
    return diag == hg::Diag::non_unit ? kCblasNonUnit : 132;
}
constexpr int cblas(hg::Side side) noexcept {
    return side == hg::Side::left ? 141 : 142;
}

}  // namespace hgctl
