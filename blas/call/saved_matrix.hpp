#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "blas/call/shape.hpp"

namespace hg {

/// A copy of a column-major matrix, without the gaps between columns and without the other triangle. Throws
/// std::bad_alloc.
template <class T>
class SavedMatrix {
  public:
    SavedMatrix(T* data, std::int64_t ld, const Shape& shape) : data_(data), ld_(ld), shape_(shape) {
        std::int64_t size = 0;
        for_each_column(shape_, data_, ld_, [&](const T*, std::int64_t count) { size += count; });
        copy_.reserve(static_cast<std::size_t>(size));
        for_each_column(shape_, data_, ld_, [&](const T* first, std::int64_t count) {
            copy_.insert(copy_.end(), first, first + count);
        });
    }

    void put_back() const noexcept {
        const T* from = copy_.data();
        for_each_column(shape_, data_, ld_, [&](T* first, std::int64_t count) {
            std::copy_n(from, count, first);
            from += count;
        });
    }

  private:
    T* data_;
    std::int64_t ld_;
    Shape shape_;
    std::vector<T> copy_;
};

}  // namespace hg
