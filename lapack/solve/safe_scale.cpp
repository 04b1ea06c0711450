#include "lapack/solve/safe_scale.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>

#include "lapack/common/memory_loop.hpp"

namespace hg {
namespace {

/// NaN if one of them is.
template <class T>
T larger(T a, T b) noexcept {
    return a >= b || std::isnan(a) ? a : b;
}

/// The largest magnitudes that several places of a vector register have seen. NaN passes through sums.
template <class T>
class Lanes {
  public:
    void take(const T* x) noexcept {
        for (std::size_t l = 0; l < kCount; ++l) {
            const T magnitude = std::abs(x[l]);
            largest_[l] = magnitude > largest_[l] ? magnitude : largest_[l];
            sums_[l] += magnitude * 0;
        }
    }
    [[nodiscard]] T largest() const noexcept {
        T all = 0;
        for (std::size_t l = 0; l < kCount; ++l)
            all = larger(all, std::isnan(sums_[l]) ? sums_[l] : largest_[l]);
        return all;
    }

    static constexpr std::int64_t kCount = 16;

  private:
    std::array<T, kCount> largest_{}, sums_{};
};

/// NaN, too, if there is Inf.
template <class T>
T largest_of_columns(std::int64_t rows, std::int64_t cols, const T* A, std::int64_t lda) noexcept {
    Lanes<T> lanes;
    T rest = 0;
    for (std::int64_t j = 0; j < cols; ++j) {
        const T* const column = A + j * lda;
        std::int64_t i = 0;
        for (; i + Lanes<T>::kCount <= rows; i += Lanes<T>::kCount) lanes.take(column + i);
        for (; i < rows; ++i) rest = larger(rest, std::abs(column[i]));
    }
    return larger(rest, lanes.largest());
}

template <class T>
T largest_of(std::int64_t rows, std::int64_t cols, const T* A, std::int64_t lda) noexcept {
    std::atomic<T> largest{0};
    memory_loop(cols, rows * static_cast<std::int64_t>(sizeof(T)),
                [&](std::int64_t first, std::int64_t last) {
                    const T found = largest_of_columns(rows, last - first, A + first * lda, lda);
                    T before = largest.load();
                    while (!largest.compare_exchange_weak(before, larger(before, found))) {
                    }
                });
    return largest;
}

/// Its reciprocal does not overflow, and products of few elements of its size keep their digits.
template <class T>
constexpr T kSmall = std::numeric_limits<T>::min() / std::numeric_limits<T>::epsilon();

template <class T>
T safe_size(T largest) noexcept {
    if (largest > 0 && largest < kSmall<T>) return kSmall<T>;
    return largest > 1 / kSmall<T> && !std::isinf(largest) ? 1 / kSmall<T> : largest;
}

/// The largest magnitude of complex elements, as LAPACK has it; if it is not finite, the largest number that
/// is.
template <class T>
RealOf<T> largest_of_elements(std::int64_t rows, std::int64_t cols, const T* A, std::int64_t lda) noexcept {
    RealOf<T> largest = 0;
    for (std::int64_t j = 0; j < cols; ++j)
        for (std::int64_t i = 0; i < rows; ++i) largest = std::max(largest, std::abs(A[i + j * lda]));
    return std::min(largest, std::numeric_limits<RealOf<T>>::max());
}

/// The largest magnitude. That of complex elements lies between their largest part's and twice as much: if
/// that decides, it is looked for in a second pass.
template <class T>
RealOf<T> largest_magnitude(std::int64_t rows, std::int64_t cols, const T* A, std::int64_t lda) noexcept {
    if constexpr (RealElement<T>) {
        return largest_of(rows, cols, A, lda);
    } else {
        using Real = RealOf<T>;
        const Real part = largest_of(2 * rows, cols, reinterpret_cast<const Real*>(A), 2 * lda);
        const bool may_matter = part > 0 && (part < kSmall<Real> || part > 1 / kSmall<Real> / 2);
        return may_matter ? largest_of_elements(rows, cols, A, lda) : part;
    }
}

template <class T>
void multiply(std::int64_t rows, std::int64_t cols, RealOf<T> factor, T* X, std::int64_t ldx) noexcept {
    memory_loop(cols, 2 * rows * static_cast<std::int64_t>(sizeof(T)),
                [=](std::int64_t first, std::int64_t last) {
                    for (std::int64_t j = first; j < last; ++j)
                        for (std::int64_t i = 0; i < rows; ++i) X[i + j * ldx] *= factor;
                });
}

}  // namespace

template <class T>
SafeScale<T>::SafeScale(std::int64_t rows, std::int64_t cols, const T* A, std::int64_t lda) noexcept
    : largest_(largest_magnitude(rows, cols, A, lda)), safe_(safe_size(largest_)) {}

template <class T>
void SafeScale<T>::apply(std::int64_t rows, std::int64_t cols, T* X, std::int64_t ldx) const noexcept {
    if (is_needed()) multiply(rows, cols, safe_ / largest_, X, ldx);
}

template <class T>
void SafeScale<T>::undo(std::int64_t rows, std::int64_t cols, T* X, std::int64_t ldx) const noexcept {
    if (is_needed()) multiply(rows, cols, largest_ / safe_, X, ldx);
}

template class SafeScale<float>;
template class SafeScale<double>;
template class SafeScale<std::complex<float>>;
template class SafeScale<std::complex<double>>;

}  // namespace hg
