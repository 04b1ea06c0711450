#pragma once

#include <cstdint>

#include "blas/call/operands.hpp"
#include "blas/level3/product/gemm_call.hpp"
#include <hg/blas/session.hpp>

namespace hgctl {

/// A column-major product of a program of its own: matrices are cut into blocks of this order, in the place
/// of the library's choice.
template <class T>
void gemm_in_blocks(hg::Session& session, const hg::GemmArguments<T>& arguments, std::int64_t block) {
    const hg::GemmCall<T> call{arguments};
    if (call.does_nothing()) return;
    hg::GemmProblem problem = call.problem();
    problem.block = block;
    const hg::Program program = session.program(
        problem.key(), [&] { return call.program(problem, session.division_target(), session.kernels()); });
    session.run(program, hg::Operands(call).bindings(program));
}

}  // namespace hgctl
