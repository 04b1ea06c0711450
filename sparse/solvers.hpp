#pragma once

#include <span>
#include <type_traits>

#include <hg/blas/types.hpp>
#include <hg/sparse/solver_options.hpp>
#include <hg/sparse/sparse_matrix.hpp>

/// Iterative solvers of A x = b for a sparse square matrix A on all devices of a session.
///
/// The rows of A and of all vectors are divided among the devices, and stay there. A run takes several iterations; the numbers of the
/// method stay on the devices, too. The host looks after each run at the norms of the residuals, and says when to stop. With several
/// devices, they exchange through pinned host memory those elements of a vector that their rows need, and parts of inner products, which
/// are added up in the order of the devices.
///
/// A method updates its residual r, which rounding makes differ from b - A x. Once |r| <= tolerance |b|, the
/// host computes b - A x anew from A, b and x, in double precision for all types. If that is not small
/// enough, the method begins again with it and solves for a correction of x. `most_iterations` counts the
/// iterations of all these passes. The history has |r| / |b| in the norm of vectors, and the true residual
/// where a pass has ended that did not suffice. The solver ends
///
/// - `converged` if |b - A x| <= 1.1 tolerance |b|;
/// - `stagnated` if two passes, one after the other, did not halve |b - A x|: rounding is above the
///   tolerance;
/// - `limit` after `most_iterations`;
/// - `indefinite` if solve_cg() finds p^H A p <= 0: A, or its preconditioner, is not positive definite;
/// - `breakdown` if the method cannot go on: a divisor is 0, or a number is not finite, such as an element of
///   x that is beyond T.
///
/// If a call ends otherwise than converged in its first pass, x is what the last iteration that counts has
/// made of it; later, x is the one with the smallest |b - A x| of those that passes began or ended with. If
/// all elements of b are 0, x becomes 0.
///
/// Devices solve a system that is scaled by powers of two: magnitudes of A, b and x may be any that T has,
/// and change no digit of the result. Where the largest element of A is beyond 2^16 or 2^-16 in single
/// precision, elements that are 2^-126 of it, or less, lose digits.
///
/// Errors of all functions: Error{invalid_argument} if A is not square, vectors have other lengths or options are out of range;
/// Error{device_failed} if no device computes with the elements; and what Machine::allocate_resident() and Machine::run() throw. Then
/// x holds old or final elements. Thread-safe.
namespace hg {

class Session;

/// Solves A x = b by conjugate gradients (Hestenes and Stiefel, 1952) for a Hermitian positive definite A. One product with A, and 13 n
/// elements of vectors read or written, an iteration with Preconditioner::jacobi.
///
/// @param A        n x n; that it is Hermitian is not checked
/// @param b        n elements
/// @param x        n elements; must not overlap b
/// @param session  whose devices do it; the process-wide one if null
template <Element T>
SolveReport solve_cg(const SparseMatrix<T>& A, std::span<const std::type_identity_t<T>> b,
                     std::span<std::type_identity_t<T>> x, const SolverOptions& options = {},
                     Session* session = nullptr);

/// Solves A x = b by stabilized biconjugate gradients (van der Vorst, 1992) with a preconditioner from the right: A may be any regular
/// matrix. Two products with A an iteration. It breaks down if an inner product becomes 0.
///
/// The arguments are those of solve_cg().
template <Element T>
SolveReport solve_bicgstab(const SparseMatrix<T>& A, std::span<const std::type_identity_t<T>> b,
                           std::span<std::type_identity_t<T>> x, const SolverOptions& options = {},
                           Session* session = nullptr);

/// Solves A x = b by GMRES (Saad and Schultz, 1986) with a preconditioner from the right, restarted after options.restart vectors: A may
/// be any regular matrix. One product with A an iteration; the devices keep restart + 1 vectors, which are made orthogonal twice. The host
/// looks after each restart, solves the small least squares problem, and takes no more vectors than are needed. Residuals within a restart
/// are those of that problem. It breaks down if the problem is singular, as it is for some singular A.
///
/// The arguments are those of solve_cg(). options.stride does not count.
template <Element T>
SolveReport solve_gmres(const SparseMatrix<T>& A, std::span<const std::type_identity_t<T>> b,
                        std::span<std::type_identity_t<T>> x, const SolverOptions& options = {},
                        Session* session = nullptr);

}  // namespace hg
