#pragma once

#include <cstdint>
#include <string_view>

#include "blas/call/shape.hpp"
#include <hg/blas/session.hpp>
#include <hg/blas/types.hpp>

namespace hg {

/// The solve of A X = B with the Cholesky factor of A, as routine_call() takes it.
template <class T>
struct PotrsCall {
    using Element = T;
    static constexpr std::string_view kName = "potrs";

    Uplo uplo;
    std::int64_t n, nrhs;
    const T* A;
    std::int64_t lda;
    T* B;
    std::int64_t ldb;

    /// As ArgumentList says.
    template <class List>
    void list(List& list) const {
        list.uplo(uplo);
        list.size("n", n);
        list.size("nrhs", nrhs);
        list.matrix("A", A, lda, triangle(uplo, n), nrhs > 0);
        list.matrix("B", B, ldb, Shape{n, nrhs});
    }

    [[nodiscard]] bool does_nothing() const noexcept { return n == 0 || nrhs == 0; }
    /// A = L L^T, so X = L^-T L^-1 B; if A = U^T U, X = U^-1 U^-T B.
    std::int64_t perform(Session& session) const;
};

extern template struct PotrsCall<float>;
extern template struct PotrsCall<double>;

}  // namespace hg
