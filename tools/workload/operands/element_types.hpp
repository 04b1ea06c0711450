#pragma once

#include <complex>
#include <vector>

#include <hg/runtime/program/element.hpp>

namespace hgctl {

/// Types of elements that a routine is timed in.
template <class... T>
struct ElementTypes {
    static std::vector<hg::ElementType> list() { return {hg::element_type_of<T>()...}; }
    /// Calls `action.operator()<U>()` with the one that is `type`.
    template <class Action>
    static void with(hg::ElementType type, const Action& action) {
        const auto attempt = [&]<class U>() {
            if (hg::element_type_of<U>() == type) action.template operator()<U>();
        };
        (attempt.template operator()<T>(), ...);
    }
};

using RealTypes = ElementTypes<double, float>;
using ComplexTypes = ElementTypes<std::complex<double>, std::complex<float>>;
using AllTypes = ElementTypes<double, float, std::complex<double>, std::complex<float>>;

}  // namespace hgctl
