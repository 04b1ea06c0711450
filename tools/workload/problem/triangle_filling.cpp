#include "tools/workload/problem/triangle_filling.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

namespace hgctl {

const char* name(TriangleKind kind) {
    constexpr const char* kNames[] = {"dominant", "random", "graded", "nearly_singular"};
    return kNames[static_cast<int>(kind)];
}

TriangleKind draw_triangle_kind(RandomNumbers& numbers) {
    return static_cast<TriangleKind>(numbers.between(0, 3));
}

template <class T>
void fill_triangle(BlasOperand<T>& a, std::int64_t order, Part part, TriangleKind kind,
                   RandomNumbers& numbers) {
    using Number = Drawn<T>;
    // Off the diagonal so small that solutions stay finite in single precision.
    const double root = std::sqrt(static_cast<double>(order));
    const double scale = kind == TriangleKind::random ? std::min(1.0, 8 / root) : 1 / (1 + root);
    const std::int64_t small = order > 0 ? numbers.between(0, order - 1) : 0;
    for (std::int64_t j = 0; j < order; ++j)
        for (std::int64_t i = 0; i < order; ++i) {
            if (!holds(part, i, j)) continue;
            Number value = scale * next_element<Number>(numbers);
            if (i == j) {
                value += std::real(value) < 0 ? -1.0 : 1.0;
                if (kind == TriangleKind::nearly_singular && i == small)
                    value = 1e-6 * next_element<Number>(numbers);
            }
            if (kind == TriangleKind::graded) value *= std::ldexp(1.0, static_cast<int>(-(i % 24)));
            a.set(i, j, static_cast<T>(value));
        }
}

#define HGCTL_INSTANTIATE(T) \
    template void fill_triangle(BlasOperand<T>&, std::int64_t, Part, TriangleKind, RandomNumbers&);
HGCTL_INSTANTIATE(float)
HGCTL_INSTANTIATE(double)
HGCTL_INSTANTIATE(std::complex<float>)
HGCTL_INSTANTIATE(std::complex<double>)
#undef HGCTL_INSTANTIATE

}  // namespace hgctl
