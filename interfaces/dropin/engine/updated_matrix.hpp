#pragma once

#include <cstdint>
#include <optional>

#include "blas/call/saved_matrix.hpp"
#include "interfaces/dropin/outcome.hpp"
#include <hg/blas/session.hpp>

namespace hg::dropin {

/// A matrix that a call updates in place, with a copy if it is in pinned memory. There, hg does not know
/// which elements a lost device has stored. In pageable memory it does, and completes the call.
template <class T>
class UpdatedMatrix {
  public:
    UpdatedMatrix(T* data, const Shape& shape, std::int64_t ld) noexcept
        : data_(data), shape_(shape), ld_(ld) {}

    /// Copies the matrix if it is in pinned memory.
    void keep() {
        if (shape_.rows == 0 || shape_.cols == 0) return;
        const std::int64_t elements = (shape_.cols - 1) * ld_ + shape_.rows;
        if (Session::global().machine().is_pinned(data_, elements * static_cast<std::int64_t>(sizeof(T))))
            copy_.emplace(data_, ld_, shape_);
    }
    /// Restores the matrix from the copy if it is partially written. Returns the outcome after that.
    [[nodiscard]] Outcome restored(Outcome outcome) const noexcept {
        if (outcome != Outcome::partially_written || !copy_) return outcome;
        copy_->put_back();
        return Outcome::untouched;
    }

  private:
    T* data_;
    Shape shape_;
    std::int64_t ld_;
    std::optional<SavedMatrix<T>> copy_;
};

}  // namespace hg::dropin
