#pragma once

#include <complex>

#include <hg/runtime/program/element.hpp>

namespace hgctl {

/// Calls `action.operator()<T>()` with the type of elements that are no integers, and returns what that
/// returns.
template <class Action>
auto with_floating_type(hg::ElementType type, const Action& action) {
    switch (type) {
        case hg::ElementType::f32:
            return action.template operator()<float>();
        case hg::ElementType::c32:
            return action.template operator()<std::complex<float>>();
        case hg::ElementType::c64:
            return action.template operator()<std::complex<double>>();
        default:
            return action.template operator()<double>();
    }
}

}  // namespace hgctl
