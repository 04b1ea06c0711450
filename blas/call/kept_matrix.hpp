#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "blas/call/shape.hpp"

namespace hg {

/// A column-major matrix as it was when this was made. Throws std::bad_alloc.
template <class T>
class KeptMatrix {
  public:
    KeptMatrix(T* data, std::int64_t ld, const Shape& shape)
        : data_(data),
          ld_(ld),
          shape_(shape),
          copy_(static_cast<std::size_t>(shape.rows) * static_cast<std::size_t>(shape.cols)) {
        for (std::int64_t j = 0; j < shape.cols; ++j)
            std::copy_n(data + j * ld, shape.rows, copy_.data() + j * shape.rows);
    }

    void put_back() const noexcept {
        for (std::int64_t j = 0; j < shape_.cols; ++j)
            std::copy_n(copy_.data() + j * shape_.rows, shape_.rows, data_ + j * ld_);
    }

  private:
    T* data_;
    std::int64_t ld_;
    Shape shape_;
    std::vector<T> copy_;
};

}  // namespace hg
