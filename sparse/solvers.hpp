#pragma once

#include <span>
#include <type_traits>

#include <hg/blas/types.hpp>
#include <hg/sparse/solver_options.hpp>
#include <hg/sparse/sparse_matrix.hpp>

/// Iterative solvers of A x = b for a sparse square matrix A on all devices of a session.
///
/// The rows of A and of all vectors are divided among the devices, and stay there. A run takes several
/// iterations; the scalars of the method stay on the devices as well. After each run, the host checks the
/// norms of the residuals and decides when to stop. If there are several devices, they exchange data through
/// pinned host memory: the elements of a vector that their rows need, and parts of inner products, which are
/// added up in the order of the devices.
///
/// A method updates its residual r, which differs from b - A x by rounding. Once |r| <= tolerance |b|, the
/// host recomputes b - A x from A, b and x, in double precision for all types. If the result is not small
/// enough, the method starts again with it and solves for a correction of x. `most_iterations` counts the
/// iterations of all these passes. All norms of vectors are 2-norms. The history contains |r| / |b| and,
/// where a pass has ended that was not sufficient, the true residual. The solver ends
///
/// - `converged` if |b - A x| <= 1.1 tolerance |b|;
/// - `stagnated` if two consecutive passes did not halve |b - A x|: rounding is above the tolerance;
/// - `limit` after `most_iterations`;
/// - `indefinite` if solve_cg() finds p^H A p <= 0: A, or its preconditioner, is not positive definite;
/// - `breakdown` if the method cannot continue: a divisor is 0, or a number is not finite, for example
///   because an element of x is beyond the range of T.
///
/// If a call ends in its first pass without converging, x is the result of the last iteration that counts. If
/// it ends in a later pass, x is the one with the smallest |b - A x| among those at the beginning and end of
/// passes. If all elements of b are 0, x becomes 0.
///
/// The devices solve a system that is scaled by powers of two. A, b and x may have any magnitude that T can
/// represent, without changing a digit of the result. If in single precision the largest element of A is
/// beyond 2^16 or 2^-16, elements of at most 2^-126 times that element lose digits.
///
/// Errors of all functions: Error{invalid_argument} if A is not square, vectors have other lengths or options
/// are out of range; Error{device_failed} if no device supports the element type; and what
/// Machine::allocate_resident() and Machine::run() throw. x then holds old or final elements. Thread-safe.
namespace hg {

class Session;

/// Solves A x = b by conjugate gradients (Hestenes and Stiefel, 1952) for a hermitian positive definite A.
/// With Preconditioner::jacobi, an iteration takes one product with A and reads or writes 13 n vector
/// elements.
///
/// @param A        n x n; hg does not check that it is hermitian
/// @param b        n elements
/// @param x        n elements; must not overlap b
/// @param session  the session whose devices run the solver; if null, the process-wide session
template <Element T>
SolveReport solve_cg(const SparseMatrix<T>& A, std::span<const std::type_identity_t<T>> b,
                     std::span<std::type_identity_t<T>> x, const SolverOptions& options = {},
                     Session* session = nullptr);

/// Solves A x = b by stabilized biconjugate gradients (van der Vorst, 1992) with a right preconditioner. A
/// may be any nonsingular matrix. An iteration takes two products with A. The method breaks down if an inner
/// product becomes 0.
///
/// The arguments are those of solve_cg().
template <Element T>
SolveReport solve_bicgstab(const SparseMatrix<T>& A, std::span<const std::type_identity_t<T>> b,
                           std::span<std::type_identity_t<T>> x, const SolverOptions& options = {},
                           Session* session = nullptr);

/// Solves A x = b by GMRES (Saad and Schultz, 1986) with a right preconditioner, restarted after
/// options.restart vectors. A may be any nonsingular matrix. An iteration takes one product with A. The
/// devices store restart + 1 vectors, which are orthogonalized twice. After each restart the host solves the
/// small least squares problem, and uses only as many vectors as needed. Residuals within a restart are those
/// of that problem. The method breaks down if the problem is singular, as it is for some singular A.
///
/// The arguments are those of solve_cg(). Ignores options.stride.
template <Element T>
SolveReport solve_gmres(const SparseMatrix<T>& A, std::span<const std::type_identity_t<T>> b,
                        std::span<std::type_identity_t<T>> x, const SolverOptions& options = {},
                        Session* session = nullptr);

}  // namespace hg
