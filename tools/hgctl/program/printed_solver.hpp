#pragma once

#include <cstdint>
#include <string>

#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hgctl {

/// The program of some iterations of conjugate gradients without a preconditioner, for the matrix that a
/// text stands for (kSparseSources). Throws what sparse_matrix() throws, and Error{invalid_argument} if the
/// matrix is not square.
hg::Program cg_program(const std::string& matrix, hg::ElementType type, std::int64_t iterations,
                       const hg::Target& target, const hg::kernels::Database& kernels);

}  // namespace hgctl
