#pragma once

#include <complex>
#include <cstdint>
#include <string_view>

#include "blas/call/shape.hpp"
#include "lapack/common/pivoting.hpp"
#include <hg/blas/session.hpp>
#include <hg/lapack/lu_options.hpp>

namespace hg {

/// The solve of A X = B by LU, as routine_call() takes it.
template <class T>
struct GesvCall {
    using Element = T;
    static constexpr std::string_view kName = "gesv";

    std::int64_t n, nrhs;
    T* A;
    std::int64_t lda;
    std::int64_t* ipiv;
    T* B;
    std::int64_t ldb;
    LuOptions options;

    /// As ArgumentList says.
    template <class List>
    void list(List& list) const {
        list.size("n", n);
        list.size("nrhs", nrhs);
        list.matrix("A", A, lda, Shape{n, n});
        list.vector("ipiv", ipiv, n, options.pivoting != Pivoting::none);
        list.matrix("B", B, ldb, Shape{n, nrhs});
        list.option("options.pivoting", is_valid(options.pivoting), "must be partial, tournament or none");
    }

    [[nodiscard]] bool does_nothing() const noexcept { return n == 0; }
    /// In one program if the devices hold A and B, so that its factors are used where they are made.
    std::int64_t perform(Session& session) const;

  private:
    std::int64_t one_after_the_other(Session& session) const;
};

extern template struct GesvCall<float>;
extern template struct GesvCall<double>;
extern template struct GesvCall<std::complex<float>>;
extern template struct GesvCall<std::complex<double>>;

}  // namespace hg
