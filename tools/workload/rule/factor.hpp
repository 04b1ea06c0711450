#pragma once

#include <cstdint>
#include <type_traits>
#include <variant>

#include "tools/workload/rule/stored_matrix.hpp"
#include <hg/blas/types.hpp>

namespace hgctl {

/// A matrix that a rule reads, X, X^T or X^H: its elements stand in memory, or follow from a seed.
template <class T>
class Factor : public std::variant<StoredMatrix<T>, SeededMatrix<T>> {
  public:
    using std::variant<StoredMatrix<T>, SeededMatrix<T>>::variant;

    [[nodiscard]] std::int64_t rows() const noexcept {
        return visit([](const auto& x) { return x.rows; });
    }
    [[nodiscard]] std::int64_t cols() const noexcept {
        return visit([](const auto& x) { return x.cols; });
    }
    [[nodiscard]] Factor transpose() const noexcept {
        return visit([](const auto& x) -> Factor { return x.transpose(); });
    }
    [[nodiscard]] Factor adjoint() const noexcept {
        return visit([](const auto& x) -> Factor { return x.adjoint(); });
    }
    [[nodiscard]] Factor with(hg::Op op) const noexcept {
        return visit([op](const auto& x) -> Factor { return x.with(op); });
    }
    [[nodiscard]] Factor as(Part part) const noexcept {
        return visit([part](const auto& x) -> Factor { return x.as(part); });
    }
    [[nodiscard]] Factor leading(std::int64_t rows, std::int64_t cols) const noexcept {
        return visit([rows, cols](const auto& x) -> Factor { return x.leading(rows, cols); });
    }
    [[nodiscard]] T operator()(std::int64_t i, std::int64_t j) const noexcept {
        return visit([i, j](const auto& x) { return x(i, j); });
    }
    /// Where the elements stand; null if they follow from a seed.
    [[nodiscard]] const T* data() const noexcept {
        const auto* stored = std::get_if<StoredMatrix<T>>(this);
        return stored != nullptr ? stored->data : nullptr;
    }
    /// Calls work with the StoredMatrix or the SeededMatrix.
    template <class Work>
    decltype(auto) visit(const Work& work) const {
        if (const auto* stored = std::get_if<StoredMatrix<T>>(this)) return work(*stored);
        return work(*std::get_if<SeededMatrix<T>>(this));
    }
};

/// A factor that calls may give as a StoredMatrix: another argument says what T is.
template <class T>
using AsFactor = std::type_identity_t<Factor<T>>;

/// The number 1 as a matrix.
template <class T>
StoredMatrix<T> one() noexcept {
    return {nullptr, 1, 1, 1, Part::unit_lower};
}

}  // namespace hgctl
