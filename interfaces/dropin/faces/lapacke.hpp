#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "blas/call/letters.hpp"
#include "interfaces/dropin/faces/sizes.hpp"
#include "interfaces/dropin/faces/without_next.hpp"

namespace hg::dropin {

/// Whether LAPACKE's routines, except for those called _work, must refuse matrices with NaN: LAPACKE's own
/// setting, if there is a LAPACKE.
bool refuses_nan() noexcept;

template <class T>
bool has_nan(int layout, const T* a, std::int64_t rows, std::int64_t cols, std::int64_t ld) noexcept {
    if (layout == kRowMajor) std::swap(rows, cols);
    for (std::int64_t j = 0; j < cols; ++j)
        for (std::int64_t i = 0; i < rows; ++i)
            if (std::isnan(a[i + j * ld])) return true;
    return false;
}

/// A call of LAPACKE. What it must refuse for its NaN is for the CPU's LAPACKE.
template <class Call, class Nan>
struct LapackeCall : Call {
    LapackeCall(const Call& call, const Nan& nan) : Call(call), nan_argument(nan) {}

    [[nodiscard]] Outcome run(const Engine& engine, Place place) const noexcept {
        return nan_argument() != 0 ? Outcome::untouched : Call::run(engine, place);
    }

    const Nan& nan_argument;  ///< the number of an argument with NaN that is to be refused, else 0
};

/// A row-major matrix, column-major while one lives.
template <class T>
class ColumnMajor {
  public:
    /// Takes `data` and `ld` to be its own, which are the caller's again afterwards.
    ColumnMajor(T*& data, std::int64_t& ld, std::int64_t rows, std::int64_t cols)
        : rows_(rows),
          cols_(cols),
          data_(data),
          ld_(ld),
          copy_(static_cast<std::size_t>(at_least_1(rows * cols))) {
        for (std::int64_t i = 0; i < rows; ++i)
            for (std::int64_t j = 0; j < cols; ++j) at(i, j) = data_[i * ld_ + j];
        data = copy_.data();
        ld = at_least_1(rows);
    }
    void write_back() {
        for (std::int64_t i = 0; i < rows_; ++i)
            for (std::int64_t j = 0; j < cols_; ++j) data_[i * ld_ + j] = at(i, j);
    }

  private:
    [[nodiscard]] T& at(std::int64_t i, std::int64_t j) {
        return copy_[static_cast<std::size_t>(i + j * rows_)];
    }

    std::int64_t rows_, cols_;
    T* data_;
    std::int64_t ld_;
    std::vector<T> copy_;
};

/// LAPACKE's info: the layout is an argument more.
constexpr std::int64_t lapacke_info(std::int64_t info) noexcept {
    return info < 0 && info > kNoMemoryForWork ? info - 1 : info;
}

inline constexpr std::int64_t kWrongLayout = -1;
inline constexpr std::int64_t kNoMemoryToTranspose = -1011;

}  // namespace hg::dropin
