#pragma once

#include <type_traits>

#include "blas/call/output_changes.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// A column-major call of level 1 or 2 as routine_call() takes it. `Programs` has problem(arguments), on
/// which the program depends, and program(problem, target, database). call_cpu(arguments) is in
/// blas/generated/cpu_calls.hpp.
template <class Arguments, class Programs>
struct VectorCall : Arguments {
    using typename Arguments::Element;

    /// The operands are in host memory, and there are few flops for each element.
    static constexpr bool kBoundByMemory = true;

    [[nodiscard]] bool does_nothing() const noexcept {
        if constexpr (requires { this->m; })
            if (this->m == 0) return true;
        if constexpr (requires { Arguments::kAdds; })
            if (this->alpha == Element{0}) return true;
        return this->n == 0;
    }
    [[nodiscard]] auto problem() const noexcept {
        return Programs::problem(static_cast<const Arguments&>(*this));
    }
    template <class Problem>
    [[nodiscard]] static Program program(const Problem& problem, const Target& target,
                                         const kernels::Database& database) {
        return Programs::program(problem, target, database);
    }
    void on_cpu() const noexcept {
        OutputChanges::note();
        call_cpu(static_cast<const Arguments&>(*this));
    }
};

}  // namespace hg
