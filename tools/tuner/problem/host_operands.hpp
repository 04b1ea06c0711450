#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/tuner/problem/guarded_register.hpp"
#include "tools/tuner/problem/host_triangle.hpp"

namespace hg::kernels {

/// The operands of a trial in host memory, in the order of its example, guards and all.
struct HostOperands {
    std::vector<Register> shapes;
    std::vector<Storage> storage;  ///< empty for those that nobody looks at
    bool aligned = true;           ///< otherwise vectors are rows

    /// The first element; columns are `ld` apart.
    template <class T>
    [[nodiscard]] const T* elements(std::size_t operand) const {
        return reinterpret_cast<const T*>(storage[operand].data());
    }
    template <class T>
    [[nodiscard]] T* elements(std::size_t operand) {
        return reinterpret_cast<T*>(storage[operand].data());
    }
    template <class T>
    [[nodiscard]] HostTriangle<const T> triangle(std::size_t operand, bool upper) const {
        return {elements<T>(operand), shapes[operand].rows, shapes[operand].ld, upper};
    }
    template <class T>
    [[nodiscard]] HostTriangle<T> triangle(std::size_t operand, bool upper) {
        return {elements<T>(operand), shapes[operand].rows, shapes[operand].ld, upper};
    }
    /// A vector's elements.
    template <class T>
    [[nodiscard]] std::vector<T> vector(std::size_t operand) const {
        const Register& shape = shapes[operand];
        const std::int64_t stride = shape.cols == 1 ? 1 : shape.ld;
        std::vector<T> found(static_cast<std::size_t>(shape.rows * shape.cols));
        for (std::size_t i = 0; i < found.size(); ++i)
            found[i] = elements<T>(operand)[static_cast<std::int64_t>(i) * stride];
        return found;
    }
    /// Those of x, which counts from its end unless operands are aligned.
    template <class T>
    [[nodiscard]] std::vector<T> x(std::size_t operand) const {
        std::vector<T> found = vector<T>(operand);
        if (!aligned) std::ranges::reverse(found);
        return found;
    }
};

}  // namespace hg::kernels
