#pragma once

#include <complex>
#include <cstdint>
#include <string_view>

#include "blas/call/shape.hpp"
#include "blas/cost/flops.hpp"
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
    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.size("n", c.n);
        list.size("nrhs", c.nrhs);
        list.matrix("A", c.A, c.lda, Shape{c.n, c.n});
        list.vector("ipiv", c.ipiv, c.n, c.options.pivoting != Pivoting::none);
        list.matrix("B", c.B, c.ldb, Shape{c.n, c.nrhs});
        list.choice("options.pivoting", c.options.pivoting, "must be partial, tournament or none");
    }

    [[nodiscard]] double flops() const noexcept {
        return real_operations(element_type_of<T>()) * gesv_flops(n, nrhs);
    }
    [[nodiscard]] bool does_nothing() const noexcept { return n == 0; }
    /// In one program if the devices hold A and B, so that its factors are used where they are made.
    std::int64_t perform(Session& session) const;

  private:
    std::int64_t one_after_the_other(Session& session) const;
};

}  // namespace hg
