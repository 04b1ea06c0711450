#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tools/hgctl/matrices/matrix_job.hpp"
#include <hg/sparse/solver_options.hpp>

namespace hgctl {

/// What `hgctl solve` does if A is a Matrix Market file.
struct SparseSolve {
    std::string method;  ///< empty: by the symmetry of A
    std::string preconditioner{"jacobi"};
    std::optional<std::int64_t> restart{};
    std::optional<int> degree{};
    hg::SolverOptions options{};
};

/// The options that are for a sparse A alone; `solve` must outlive the parsing.
void add_iterative_options(Command& command, SparseSolve& solve);
/// The first of those options that the command line gives; empty if it gives none.
std::string given_iterative_option(const Command& command);

/// Solves A x = b with the type of b's elements, reads and writes the files, and prints what came of it. x is
/// written however the solver ended. Returns the exit status: good if it converged. Throws hg::Error.
int solve_sparse(const MatrixFiles& files, const SparseSolve& solve);

}  // namespace hgctl
