#include "tools/hgctl/program/printed_solver.hpp"

#include <algorithm>
#include <optional>

#include "sparse/solve/methods.hpp"
#include "tools/cli/command_line.hpp"
#include "tools/workload/matrices/sparse_source.hpp"

namespace hgctl {
namespace {

constexpr std::uint64_t kSeed = 1;

template <hg::Element T>
hg::Program cg_program_of(const std::string& source, std::int64_t iterations, const hg::Target& target,
                          const hg::kernels::Database& kernels) {
    const hg::SparseMatrix<T> A = sparse_matrix<T>(source, kSeed);
    if (A.rows() != A.cols())
        refuse("--matrix: " + source + " is " + std::to_string(A.rows()) + " x " + std::to_string(A.cols()) +
               "; cg needs a square matrix");
    const hg::sparse::SolverLayout layout(A, target, kernels);
    return hg::sparse::cg_iterations(layout, iterations, std::max<std::int64_t>(iterations, 2));
}

}  // namespace

hg::Program cg_program(const std::string& matrix, hg::ElementType type, std::int64_t iterations,
                       const hg::Target& target, const hg::kernels::Database& kernels) {
    std::optional<hg::Program> program;
    hg::with_element_type(type, [&]<class T>() {
        if constexpr (hg::Element<T>) program = cg_program_of<T>(matrix, iterations, target, kernels);
    });
    return *program;
}

}  // namespace hgctl
