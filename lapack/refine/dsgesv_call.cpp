#include "lapack/refine/dsgesv_call.hpp"

#include "lapack/refine/mixed_precision.hpp"
#include "lapack/refine/refinement.hpp"
#include <hg/blas/gemm.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrf.hpp>
#include <hg/lapack/getrs.hpp>

namespace hg {
namespace {

class LuSolver final : public MixedSolver {
  public:
    LuSolver(Session& session, const DsgesvCall& call) : session_(session), c_(call) {}

    [[nodiscard]] bool round(float* factors) const override {
        return round_to_single({c_.n, c_.n}, c_.A, c_.lda, factors, c_.n);
    }
    [[nodiscard]] bool factor(float* factors) const override {
        return getrf<float>(session_, c_.n, c_.n, factors, c_.n, c_.ipiv) == 0;
    }
    void solve(const float* factors, std::int64_t nrhs, float* X) const override {
        getrs<float>(session_, Op::none, c_.n, nrhs, factors, c_.n, c_.ipiv, X, c_.n);
    }
    [[nodiscard]] double norm() const override { return infinity_norm(c_.n, c_.n, c_.A, c_.lda); }
    void subtract_product(std::int64_t nrhs, const double* X, std::int64_t ldx, double* R) const override {
        gemm<double>(session_, Layout::col_major, Op::none, Op::none, c_.n, nrhs, c_.n, -1, c_.A, c_.lda, X,
                     ldx, 1, R, c_.n);
    }
    [[nodiscard]] std::int64_t solve_in_double(std::int64_t nrhs, double* X,
                                               std::int64_t ldx) const override {
        return gesv<double>(session_, c_.n, nrhs, c_.A, c_.lda, c_.ipiv, X, ldx);
    }

  private:
    Session& session_;
    const DsgesvCall& c_;
};

}  // namespace

std::int64_t DsgesvCall::perform(Session& session) const {
    return solve_refined(LuSolver(session, *this), {n, nrhs, B, ldb, X, ldx}, iter);
}

}  // namespace hg
