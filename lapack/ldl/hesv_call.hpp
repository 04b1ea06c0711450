#pragma once

#include "lapack/ldl/sysv_call.hpp"

namespace hg {

template <class T>
using HesvCall = SysvCall<T, Symmetry::hermitian>;

}  // namespace hg
