#pragma once

#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Returns whether a scalar is the literal 0.
inline bool is_zero(const Scalar& scalar) {
    return scalar.is_literal() && scalar.value == 0;
}

/// Returns whether a scalar is the literal 1.
inline bool is_one(const Scalar& scalar) {
    return scalar.is_literal() && scalar.value == 1;
}

}  // namespace hg
