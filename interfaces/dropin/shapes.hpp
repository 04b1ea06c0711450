#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "blas/call/argument_list.hpp"
#include "blas/call/shape.hpp"
#include "interfaces/dropin/alike.hpp"
#include "interfaces/generated/engine_table.hpp"

namespace hg::dropin {

// The shapes of each routine's matrices as they lie in memory, in the order of its arguments.

/// Keeps what a call of BLAS lists.
class ListedShapes : public ArgumentList<ListedShapes> {
  public:
    template <class T>
    void matrix(std::string_view /*name*/, T* /*data*/, std::int64_t /*ld*/, const Shape& shape,
                bool /*used*/ = true) {
        shapes[count++] = shape;
    }

    static constexpr std::size_t kMost = 3;
    std::array<Shape, kMost> shapes{};
    std::size_t count = 0;
};

template <class Arguments>
std::array<Shape, ListedShapes::kMost> shapes(const Arguments& c) noexcept {
    ListedShapes list;
    list_arguments(c, list);
    return list.shapes;
}

/// The shape as it lies in memory, of one that a call of this layout lists.
template <Layout layout>
constexpr Shape shape_of(const Shape& listed) noexcept {
    return layout == Layout::col_major ? listed : transposed(listed);
}

template <class T>
constexpr std::array<Shape, 1> shapes(const GetrfArguments<T>& c) noexcept {
    return {{{c.m, c.n}}};
}

template <class T>
constexpr std::array<Shape, 2> shapes(const GetrsArguments<T>& c) noexcept {
    return {{{c.n, c.n}, {c.n, c.nrhs}}};
}

template <class T>
constexpr std::array<Shape, 2> shapes(const GesvArguments<T>& c) noexcept {
    return {{{c.n, c.n}, {c.n, c.nrhs}}};
}

constexpr std::array<Shape, 3> shapes(const RefinedSystem auto& c) noexcept {
    return {{{c.n, c.n}, {c.n, c.nrhs}, {c.n, c.nrhs}}};
}

template <class T>
constexpr std::array<Shape, 1> shapes(const PotrfArguments<T>& c) noexcept {
    return {{triangle(c.uplo, c.n)}};
}

template <class T>
constexpr std::array<Shape, 2> shapes(const PotrsArguments<T>& c) noexcept {
    return {{triangle(c.uplo, c.n), {c.n, c.nrhs}}};
}

template <class T>
constexpr std::array<Shape, 2> shapes(const PosvArguments<T>& c) noexcept {
    return {{triangle(c.uplo, c.n), {c.n, c.nrhs}}};
}

constexpr std::array<Shape, 3> shapes(const RefinedDefiniteSystem auto& c) noexcept {
    return {{triangle(c.uplo, c.n), {c.n, c.nrhs}, {c.n, c.nrhs}}};
}

template <class T>
constexpr std::array<Shape, 1> shapes(const PotriArguments<T>& c) noexcept {
    return {{triangle(c.uplo, c.n)}};
}

template <class T>
constexpr std::array<Shape, 1> shapes(const GeqrfArguments<T>& c) noexcept {
    return {{{c.m, c.n}}};
}

constexpr std::array<Shape, 2> shapes(const ProductWithQ auto& c) noexcept {
    return {{{c.side == Side::left ? c.m : c.n, c.k}, {c.m, c.n}}};
}

constexpr std::array<Shape, 1> shapes(const ColumnsOfQ auto& c) noexcept {
    return {{{c.m, c.n}}};
}

template <class T>
constexpr std::array<Shape, 2> shapes(const GelsArguments<T>& c) noexcept {
    return {{{c.m, c.n}, {std::max(c.m, c.n), c.nrhs}}};
}

// The factors of reflectors: how many there are.

template <class T>
constexpr std::int64_t tau_count(const GeqrfArguments<T>& c) noexcept {
    return std::min(c.m, c.n);
}
constexpr std::int64_t tau_count(const ProductWithQ auto& c) noexcept {
    return c.k;
}
constexpr std::int64_t tau_count(const ColumnsOfQ auto& c) noexcept {
    return c.k;
}

// Whether sizes that are not negative may stand beside each other.

template <class Arguments>
constexpr bool fit_each_other(const Arguments& /*c*/) noexcept {
    return true;
}
constexpr bool fit_each_other(const ProductWithQ auto& c) noexcept {
    return c.k <= (c.side == Side::left ? c.m : c.n);
}
constexpr bool fit_each_other(const ColumnsOfQ auto& c) noexcept {
    return c.n <= c.m && c.k <= c.n;
}

}  // namespace hg::dropin
