#pragma once

#include "blas/level3/symmetric/symm_call.hpp"
#include "blas/level3/symmetric/syr2k_call.hpp"
#include "blas/level3/symmetric/syrk_call.hpp"

namespace hg {

// Column-major calls with hermitian matrices as routine_call() takes them.

template <class T>
using HemmCall = SymmCall<T, Symmetry::hermitian>;
template <class T>
using HerkCall = SyrkCall<T, Symmetry::hermitian>;
template <class T>
using Her2kCall = Syr2kCall<T, Symmetry::hermitian>;

}  // namespace hg
