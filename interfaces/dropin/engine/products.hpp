#pragma once

#include "interfaces/dropin/engine.hpp"

namespace hg::dropin {

/// What Engine says of these.
template <class T>
Outcome run_gemm(Place place, const GemmArguments<T>& arguments) noexcept;
template <class T>
Outcome run_trsm(Place place, const TrsmArguments<T>& arguments) noexcept;

extern template Outcome run_gemm(Place, const GemmArguments<float>&) noexcept;
extern template Outcome run_gemm(Place, const GemmArguments<double>&) noexcept;
extern template Outcome run_trsm(Place, const TrsmArguments<float>&) noexcept;
extern template Outcome run_trsm(Place, const TrsmArguments<double>&) noexcept;

}  // namespace hg::dropin
