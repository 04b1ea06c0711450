#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "blas/call/argument_list.hpp"
#include "blas/call/shape.hpp"

namespace hg::dropin {

// The shapes of a routine's matrices in memory, in the order of its arguments.

/// Stores the shapes of the matrices that a call lists.
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

/// Returns the column-major shape of a matrix that a call with this layout lists.
template <Layout layout>
constexpr Shape shape_of(const Shape& listed) noexcept {
    return layout == Layout::col_major ? listed : transposed(listed);
}

}  // namespace hg::dropin
