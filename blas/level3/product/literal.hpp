#pragma once

#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Whether a scalar is the number 0, whatever the program's scalars will be bound to.
inline bool is_zero(const Scalar& scalar) {
    return scalar.is_literal() && scalar.value == 0;
}

/// Likewise the number 1.
inline bool is_one(const Scalar& scalar) {
    return scalar.is_literal() && scalar.value == 1;
}

}  // namespace hg
