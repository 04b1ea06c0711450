#pragma once

#include <complex>
#include <cstdint>
#include <string_view>

#include "blas/cost/flops.hpp"
#include "lapack/inverse/inverse_call.hpp"
#include <hg/blas/session.hpp>
#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// The inverse of A from its Cholesky factor, as routine_call() takes it.
template <class T>
struct PotriCall {
    using Element = T;
    static constexpr std::string_view kName = InverseCall<T>::kName;

    Uplo uplo;
    std::int64_t n;
    T* A;
    std::int64_t lda;

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        InverseCall<T>::list(c, list);
    }

    [[nodiscard]] double flops() const noexcept {
        return real_operations(element_type_of<T>()) * potri_flops(n);
    }
    [[nodiscard]] bool does_nothing() const noexcept { return n == 0; }
    std::int64_t perform(Session& session) const;

  private:
    void invert(Session& session) const;
    void invert_halves(Session& session) const;
    [[nodiscard]] InverseCall<T> whole() const noexcept { return {uplo, n, A, lda}; }
    /// The same for `order` rows and columns from (first, first) on.
    [[nodiscard]] PotriCall block(std::int64_t first, std::int64_t order) const noexcept {
        return {uplo, order, A + first * (lda + 1), lda};
    }
};

}  // namespace hg
