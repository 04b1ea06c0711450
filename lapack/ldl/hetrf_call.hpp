#pragma once

#include "lapack/ldl/sytrf_call.hpp"

namespace hg {

template <class T>
using HetrfCall = SytrfCall<T, Symmetry::hermitian>;

}  // namespace hg
