#pragma once

#include <array>

#include <hg/runtime/program/element.hpp>

/// The types of real numbers that kernels are made for. A further one is a row in each of the two.
namespace hg::kernels {

inline constexpr std::array kRealTypes{ElementType::f32, ElementType::f64};

/// work(T{}) with the T of a real element type.
template <class Work>
decltype(auto) for_real_type(ElementType type, const Work& work) {
    if (type == ElementType::f64) return work(double{});
    return work(float{});
}

}  // namespace hg::kernels
