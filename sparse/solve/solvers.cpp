
#include <array>
#include <cstddef>

#include "blas/call/session_call.hpp"
#include "host_blas/each_element.hpp"
#include "sparse/solve/methods.hpp"
#include "sparse/spmv/wait_for_vectors.hpp"
#include <hg/sparse/solvers.hpp>

namespace hg {
namespace {

using sparse::SolverArguments;

/// Checks the arguments, and has `method` solve what is left to solve.
template <Element T, class Method>
SolveReport solved(const char* routine, const SparseMatrix<T>& A, std::span<const T> b, std::span<T> x,
                   const SolverOptions& options, Session* session, const Method& method) {
    const SolverArguments<T> arguments{A, b, x, options, session != nullptr ? *session : Session::global()};
    sparse::check_solver(routine, arguments);
    if (A.rows() == 0) return {.history = {0}};
    const SessionCall in_flight(arguments.session);
    sparse::wait_for_vectors<T>(arguments.session, b, x);
    return method(arguments);
}

}  // namespace

std::string_view name(StopReason reason) noexcept {
    static constexpr std::array<std::string_view, 5> kNames{"converged", "limit", "indefinite", "breakdown",
                                                            "stagnated"};
    return kNames[static_cast<std::size_t>(reason)];
}

template <Element T>
SolveReport solve_cg(const SparseMatrix<T>& A, std::span<const std::type_identity_t<T>> b,
                     std::span<std::type_identity_t<T>> x, const SolverOptions& options, Session* session) {
    return solved<T>("solve_cg", A, b, x, options, session, sparse::conjugate_gradients<T>);
}

template <Element T>
SolveReport solve_bicgstab(const SparseMatrix<T>& A, std::span<const std::type_identity_t<T>> b,
                           std::span<std::type_identity_t<T>> x, const SolverOptions& options,
                           Session* session) {
    return solved<T>("solve_bicgstab", A, b, x, options, session, sparse::bicgstab<T>);
}

template <Element T>
SolveReport solve_gmres(const SparseMatrix<T>& A, std::span<const std::type_identity_t<T>> b,
                        std::span<std::type_identity_t<T>> x, const SolverOptions& options,
                        Session* session) {
    return solved<T>("solve_gmres", A, b, x, options, session, sparse::gmres<T>);
}

#define HG_INSTANTIATE_SOLVER(solver, T)                                                  \
    template SolveReport solver(const SparseMatrix<T>&, std::span<const T>, std::span<T>, \
                                const SolverOptions&, Session*);
#define HG_INSTANTIATE(T)                    \
    HG_INSTANTIATE_SOLVER(solve_cg, T)       \
    HG_INSTANTIATE_SOLVER(solve_bicgstab, T) \
    HG_INSTANTIATE_SOLVER(solve_gmres, T)
HG_FOR_EACH_ELEMENT(HG_INSTANTIATE)
#undef HG_INSTANTIATE
#undef HG_INSTANTIATE_SOLVER

}  // namespace hg
