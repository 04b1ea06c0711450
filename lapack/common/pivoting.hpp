#pragma once

#include <hg/lapack/lu_options.hpp>

namespace hg {

constexpr bool is_valid(Pivoting pivoting) noexcept {
    return pivoting == Pivoting::partial || pivoting == Pivoting::tournament || pivoting == Pivoting::none;
}

}  // namespace hg
