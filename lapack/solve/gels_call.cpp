#include "lapack/solve/gels_call.hpp"

#include <cstddef>
#include <memory>

#include "blas/call/output_changes.hpp"
#include "blas/call/routine_call.hpp"
#include "blas/call/unfinished.hpp"
#include "host_blas/cpu_qr.hpp"
#include "lapack/common/diagonal.hpp"
#include "lapack/common/one_program.hpp"
#include "lapack/common/transpose.hpp"
#include "lapack/solve/factor_solve.hpp"
#include "lapack/solve/qr_solve_call.hpp"
#include "lapack/solve/safe_scale.hpp"
#include "runtime/program/base/current_error.hpp"
#include <hg/lapack/geqrf.hpp>

namespace hg {
namespace {

/// More right-hand sides than this are work for all devices, as a matrix of their own.
constexpr std::int64_t kMostAlong = 256;

/// Rows of B from `first` on become zero.
template <class T>
void clear(const GelsCall<T>& call, std::int64_t first) noexcept {
    for (std::int64_t j = 0; j < call.nrhs; ++j)
        std::fill(call.B + first + j * call.ldb, call.B + std::max(call.m, call.n) + j * call.ldb, T{0});
}

/// A call by its parts. M is A, or if A is wide A^T, of complex elements A^H: it is factored as Q R.
template <class T>
class SolveByParts {
  public:
    SolveByParts(Session& session, const GelsCall<T>& call)
        : session_(session),
          c_(call),
          wide_(call.m < call.n),
          rows_(std::max(call.m, call.n)),
          order_(std::min(call.m, call.n)),
          tau_(std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(order_))) {}

    std::int64_t run() {
        const SafeScale<T> of_a(c_.m, c_.n, c_.A, c_.lda);
        if (of_a.all_zero()) {
            OutputChanges::note();
            clear(c_, 0);
            return 0;
        }
        const bool transposed = c_.op != Op::none;
        const SafeScale<T> of_b(transposed ? c_.n : c_.m, c_.nrhs, c_.B, c_.ldb);
        const bool squares = transposed == wide_;
        together_ = squares && c_.nrhs <= kMostAlong && !of_b.is_needed();
        factor(of_a);
        if (const std::int64_t info = first_zero_of_diagonal(order_, M_, ldm_); info != 0) return info;
        of_b.apply(transposed ? c_.n : c_.m, c_.nrhs, c_.B, c_.ldb);
        squares ? least_squares() : least_norm();
        const std::int64_t unknowns = transposed ? c_.m : c_.n;
        of_a.apply(unknowns, c_.nrhs, c_.B, c_.ldb);
        of_b.undo(unknowns, c_.nrhs, c_.B, c_.ldb);
        return 0;
    }

  private:
    /// A wide matrix stays as it is until its factors are known.
    void factor(const SafeScale<T>& scale) {
        if (wide_) {
            turned_ = session_.workspace(rows_ * order_ * static_cast<std::int64_t>(sizeof(T)));
            M_ = reinterpret_cast<T*>(turned_->data());
            ldm_ = rows_;
            adjoin(c_.m, c_.n, c_.A, c_.lda, M_, ldm_);
        } else {
            M_ = c_.A;
            ldm_ = c_.lda;
        }
        scale.apply(rows_, order_, M_, ldm_);
        OutputChanges changes;
        try {
            together_ = together_ && factor_and_multiply();
            if (!together_) factor_alone();
        } catch (...) {
            if (wide_) changes.forget();
            if (wide_ || !scale.is_needed()) throw;
            OutputChanges::note();
            throw partially_written(current_error(), "A is scaled");
        }
        OutputChanges::note();
        if (wide_) adjoin(c_.n, c_.m, M_, ldm_, c_.A, c_.lda);
    }

    void factor_alone() { geqrf<T>(session_, Layout::col_major, rows_, order_, M_, ldm_, tau_.get()); }
    /// The same and B := Q^H B, unless R has a zero on its diagonal. False if that takes more memory than
    /// there is.
    [[nodiscard]] bool factor_and_multiply() {
        const QrSolveCall<T> call{{rows_, order_, M_, ldm_, tau_.get()}, c_.nrhs, c_.B, c_.ldb};
        return is_done_in_one_program(session_, call);
    }

    /// X = R^-1 (Q^H B)
    void least_squares() {
        if (!together_) multiply(adjoint<T>());
        solve(Op::none);
    }

    /// X = Q (R^-H B), with zeros below what R^-H B has
    void least_norm() {
        solve(adjoint<T>());
        clear(c_, order_);
        multiply(Op::none);
    }

    void multiply(Op op) {
        multiply_with_factor<T>(session_,
                                {Side::left, op, rows_, c_.nrhs, order_, M_, ldm_, tau_.get(), c_.B, c_.ldb});
    }
    void solve(Op op) {
        solve_with_factor<T>(session_, {{Side::left, Uplo::upper, op, Diag::non_unit, order_, c_.nrhs, T{1},
                                         M_, ldm_, c_.B, c_.ldb}});
    }

    Session& session_;
    const GelsCall<T>& c_;
    bool wide_;
    std::int64_t rows_, order_;  ///< of M and of R
    bool together_ = false;      ///< B := Q^H B is part of the factorization
    std::unique_ptr<T[]> tau_;
    std::shared_ptr<PinnedMemory> turned_{};  ///< M if A is wide
    T* M_ = nullptr;
    std::int64_t ldm_ = 0;
};

}  // namespace

template <class T>
std::int64_t GelsCall<T>::perform(Session& session) const {
    const GelsCall& c = *this;
    if (std::min(c.m, c.n) == 0) {
        OutputChanges::note();
        clear(*this, 0);
        return 0;
    }
    ResolvedCall<GelsCall> resolved{*this};
    if (!is_done_at_once(session, resolved)) return SolveByParts<T>(session, *this).run();
    const std::int64_t info = cpu_gels(c.op != Op::none, c.m, c.n, c.nrhs, c.A, c.lda, c.B, c.ldb);
    OutputChanges::note();
    return info;
}

template struct GelsCall<float>;
template struct GelsCall<double>;
template struct GelsCall<std::complex<float>>;
template struct GelsCall<std::complex<double>>;

}  // namespace hg
