#pragma once

#include "blas/level3/symmetric/symm_arguments.hpp"
#include "blas/level3/symmetric/syr2k_arguments.hpp"
#include "blas/level3/symmetric/syrk_arguments.hpp"

namespace hg {

// The arguments of calls with hermitian matrices.

template <class T>
using HemmArguments = SymmArguments<T, Symmetry::hermitian>;
template <class T>
using HerkArguments = SyrkArguments<T, Symmetry::hermitian>;
template <class T>
using Her2kArguments = Syr2kArguments<T, Symmetry::hermitian>;

}  // namespace hg
