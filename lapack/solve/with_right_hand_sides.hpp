#pragma once

#include <cstdint>
#include <string_view>

#include "blas/call/shape.hpp"
#include "blas/cost/gemm_equivalent.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// What calls have in common that factor A and work on B in one program, as routine_call() takes them: the
/// factors are on the devices when B needs them. `Factorization` is the call that factors A alone.
template <class Factorization>
struct WithRightHandSides {
    using Element = typename Factorization::Element;
    static constexpr std::string_view kOutput = Factorization::kOutput;
    static constexpr std::string_view kPartiallyWritten = Factorization::kPartiallyWritten;
    static constexpr bool kHasParts = true;

    Factorization factorization;
    std::int64_t nrhs;
    Element* B;  ///< as many rows as A
    std::int64_t ldb;

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        Factorization::list(c.factorization, list);
        list.matrix("B", c.B, c.ldb, Shape{c.factorization.m, c.nrhs});
    }

    [[nodiscard]] GemmEquivalent gemm_equivalent() const noexcept { return factorization.gemm_equivalent(); }
    [[nodiscard]] auto problem() const noexcept {
        auto problem = factorization.problem();
        problem.nrhs = nrhs;
        return problem;
    }
    template <class Problem>
    [[nodiscard]] static Program program(const Problem& problem, const Target& target,
                                         const kernels::Database& database) {
        return Factorization::program(problem, target, database);
    }
};

}  // namespace hg
