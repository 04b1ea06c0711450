#pragma once

#include <complex>
#include <cstdint>
#include <string_view>

#include "blas/call/shape.hpp"
#include "blas/cost/flops.hpp"
#include "blas/cost/gemm_equivalent.hpp"
#include <hg/blas/session.hpp>
#include <hg/lapack/qr_programs.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// The columns of the Q of a QR factorization, as routine_call() takes them.
template <class T>
struct OrgqrCall {
    using Element = T;
    static constexpr std::string_view kName = is_complex(element_type_of<T>()) ? "ungqr" : "orgqr";
    static constexpr std::string_view kOutput = "A";
    static constexpr std::string_view kPartiallyWritten =
        "A holds neither the reflectors nor the columns of Q";

    std::int64_t m, n, k;
    T* A;
    std::int64_t lda;
    const T* tau;

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.size("m", c.m);
        list.size_up_to("n", c.n, c.m, "must not be negative or more than m");
        list.size_up_to("k", c.k, c.n, "must not be negative or more than n");
        list.matrix("A", c.A, c.lda, Shape{c.m, c.n});
        list.vector("tau", c.tau, c.k);
    }

    [[nodiscard]] double flops() const noexcept {
        return real_operations(element_type_of<T>()) * orgqr_flops(m, n, k);
    }
    [[nodiscard]] bool does_nothing() const noexcept { return n == 0; }
    [[nodiscard]] bool reads_output() const noexcept { return true; }
    [[nodiscard]] GemmEquivalent gemm_equivalent() const noexcept { return orgqr_product(m, n, k); }

    /// No program is needed without reflectors: these columns are the identity's.
    std::int64_t perform(Session& session) const;
    [[nodiscard]] QColumnsProblem problem() const noexcept {
        return {.type = element_type_of<T>(), .m = m, .n = n, .k = k};
    }
    [[nodiscard]] static Program program(const QColumnsProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return orgqr_program(problem, target, database);
    }
    /// Throws std::bad_alloc before anything is touched.
    void on_cpu() const;
    /// It can be done again as a whole alone.
    template <class Next>
    void remaining_work(const HostTile& /*tile*/, Next next) const {
        next(*this);
    }
};

/// Of complex elements.
template <class T>
using UngqrCall = OrgqrCall<T>;

}  // namespace hg
