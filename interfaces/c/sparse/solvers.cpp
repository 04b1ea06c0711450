// The functions of hg.h that solve systems iteratively.
#include <algorithm>
#include <limits>
#include <span>

#include "interfaces/c/sparse/handles.hpp"
#include <hg/sparse/solvers.hpp>

namespace hg::interfaces {
namespace {

constexpr int kSolverOptions = 4, kReport = 5;  // numbers of the arguments

Preconditioner preconditioner_of(const char* function, const char* word) {
    const std::string text = word == nullptr ? "jacobi" : word;
    if (text == "none") return Preconditioner::none;
    if (text == "block_jacobi") return Preconditioner::block_jacobi;
    if (text == "chebyshev") return Preconditioner::chebyshev;
    if (text != "jacobi")
        require_argument(
            false, function, kSolverOptions, "options",
            "ask for preconditioner '" + text + "'; it must be none, jacobi, block_jacobi or chebyshev");
    return Preconditioner::jacobi;
}

SolverOptions options_of(const char* function, const hg_solver_options* given) {
    if (given == nullptr) return {};
    require_size(function, kSolverOptions, "options", given->size, sizeof *given);
    SolverOptions options;
    options.tolerance = given->tolerance;
    options.most_iterations = given->most_iterations;
    options.preconditioner = preconditioner_of(function, given->preconditioner);
    // Clamping is safe: the solver refuses values that do not fit an int anyway.
    const auto as_int = [](std::int64_t number) {
        return static_cast<int>(std::clamp<std::int64_t>(number, 0, std::numeric_limits<int>::max()));
    };
    options.block = as_int(given->block);
    options.degree = as_int(given->degree);
    options.restart = given->restart;
    options.stride = given->stride;
    options.starts_from_x = given->starts_from_x != 0;
    if (given->observe != nullptr)
        options.observe = [observe = given->observe, context = given->context](std::int64_t iterations,
                                                                               double residual) {
            if (observe(iterations, residual, context) != 0)
                throw Error(ErrorCode::invalid_argument, "observe() ended the call");
        };
    return options;
}

void fill(hg_solve_report& report, const SolveReport& found) {
    report.reason = name(found.reason).data();
    report.iterations = found.iterations;
    report.residual = found.residual;
    report.seconds = found.seconds;
    report.begin_seconds = found.begin_seconds;
    report.iteration_seconds = found.iteration_seconds;
    const auto numbers = std::min(report.room, static_cast<std::int64_t>(found.history.size()));
    if (report.history != nullptr && numbers > 0) std::copy_n(found.history.begin(), numbers, report.history);
}

std::int64_t info_of(StopReason reason) {
    switch (reason) {
        case StopReason::converged:
            return 0;
        case StopReason::limit:
            return HG_LIMIT;
        case StopReason::indefinite:
            return HG_INDEFINITE;
        case StopReason::breakdown:
            return HG_BREAKDOWN;
        case StopReason::stagnated:
            return HG_STAGNATED;
    }
    return HG_FAILED;
}

/// Solves a system by solve(A, b, x, options).
template <class Solve>
std::int64_t solved(const char* function, const hg_sparse* A, const void* b, void* x,
                    const hg_solver_options* options, hg_solve_report* report, const Solve& solve) {
    return guarded(0, [&] {
        require_pointer(function, 1, "A", A);
        const SolverOptions asked = options_of(function, options);
        if (report != nullptr) require_size(function, kReport, "report", report->size, sizeof *report);
        return std::visit(
            [&]<class T>(const SparseMatrix<T>& matrix) {
                require_elements(function, 2, "b", b, matrix.rows());
                require_elements(function, 3, "x", x, matrix.rows());
                const auto n = static_cast<std::size_t>(matrix.rows());
                const SolveReport found = solve(matrix, std::span<const T>(static_cast<const T*>(b), n),
                                                std::span<T>(static_cast<T*>(x), n), asked);
                if (report != nullptr) fill(*report, found);
                return info_of(found.reason);
            },
            A->matrix);
    });
}

}  // namespace
}  // namespace hg::interfaces

using namespace hg::interfaces;

int64_t hg_solve_cg(const hg_sparse* A, const void* b, void* x, const hg_solver_options* options,
                    hg_solve_report* report) {
    return solved(
        "hg_solve_cg", A, b, x, options, report,
        []<class T>(const hg::SparseMatrix<T>& matrix, std::span<const T> its_b, std::span<T> its_x,
                    const hg::SolverOptions& asked) { return hg::solve_cg<T>(matrix, its_b, its_x, asked); });
}

int64_t hg_solve_bicgstab(const hg_sparse* A, const void* b, void* x, const hg_solver_options* options,
                          hg_solve_report* report) {
    return solved("hg_solve_bicgstab", A, b, x, options, report,
                  []<class T>(const hg::SparseMatrix<T>& matrix, std::span<const T> its_b, std::span<T> its_x,
                              const hg::SolverOptions& asked) {
                      return hg::solve_bicgstab<T>(matrix, its_b, its_x, asked);
                  });
}

int64_t hg_solve_gmres(const hg_sparse* A, const void* b, void* x, const hg_solver_options* options,
                       hg_solve_report* report) {
    return solved("hg_solve_gmres", A, b, x, options, report,
                  []<class T>(const hg::SparseMatrix<T>& matrix, std::span<const T> its_b, std::span<T> its_x,
                              const hg::SolverOptions& asked) {
                      return hg::solve_gmres<T>(matrix, its_b, its_x, asked);
                  });
}
