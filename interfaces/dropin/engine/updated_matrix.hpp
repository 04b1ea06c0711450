#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "interfaces/dropin/outcome.hpp"
#include "interfaces/dropin/shapes.hpp"
#include <hg/blas/session.hpp>

namespace hg::dropin {

/// A matrix that a call updates in place. In pinned memory a device that is lost leaves no trace of what it
/// has stored; elsewhere what is stored is known, and the call is finished.
template <class T>
class UpdatedMatrix {
  public:
    UpdatedMatrix(T* data, const Shape& shape, std::int64_t ld) noexcept
        : data_(data), rows_(shape.rows), cols_(shape.cols), ld_(ld) {}

    /// Keeps a copy if it needs one.
    void keep() {
        if (rows_ == 0 || cols_ == 0) return;
        const std::int64_t bytes = ((cols_ - 1) * ld_ + rows_) * static_cast<std::int64_t>(sizeof(T));
        if (!Session::global().machine().is_pinned(data_, bytes)) return;
        copy_.resize(static_cast<std::size_t>(rows_ * cols_));
        for (std::int64_t j = 0; j < cols_; ++j)
            std::copy_n(data_ + j * ld_, rows_, copy_.data() + j * rows_);
    }
    /// How the call ended after the copy is put back.
    [[nodiscard]] Outcome restored(Outcome outcome) const noexcept {
        if (outcome != Outcome::spoilt || copy_.empty()) return outcome;
        for (std::int64_t j = 0; j < cols_; ++j)
            std::copy_n(copy_.data() + j * rows_, rows_, data_ + j * ld_);
        return Outcome::untouched;
    }

  private:
    T* data_;
    std::int64_t rows_, cols_, ld_;
    std::vector<T> copy_;
};

}  // namespace hg::dropin
