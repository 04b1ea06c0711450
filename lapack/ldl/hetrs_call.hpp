#pragma once

#include "lapack/ldl/sytrs_call.hpp"

namespace hg {

template <class T>
using HetrsCall = SytrsCall<T, Symmetry::hermitian>;

}  // namespace hg
