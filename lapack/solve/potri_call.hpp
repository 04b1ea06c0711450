#pragma once

#include <cstdint>
#include <string_view>

#include "blas/call/shape.hpp"
#include "blas/cost/equivalent_product.hpp"
#include <hg/blas/session.hpp>
#include <hg/blas/types.hpp>

namespace hg {

/// The inverse of A from its Cholesky factor, as routine_call() takes it.
template <class T>
struct PotriCall {
    using Element = T;
    static constexpr std::string_view kName = "potri";

    Uplo uplo;
    std::int64_t n;
    T* A;
    std::int64_t lda;

    /// As ArgumentList says.
    template <class List>
    void list(List& list) const {
        list.uplo(uplo);
        list.size("n", n);
        list.matrix("A", A, lda, triangle(uplo, n));
    }

    [[nodiscard]] bool does_nothing() const noexcept { return n == 0; }
    [[nodiscard]] EquivalentProduct weight() const noexcept { return potri_product(n); }
    void on_cpu() const noexcept;
    std::int64_t perform(Session& session) const;

  private:
    void invert(Session& session) const;
    void invert_halves(Session& session) const;
    /// The same for `order` rows and columns from (first, first) on.
    [[nodiscard]] PotriCall block(std::int64_t first, std::int64_t order) const noexcept {
        return {uplo, order, A + first * (lda + 1), lda};
    }
};

extern template struct PotriCall<float>;
extern template struct PotriCall<double>;

}  // namespace hg
