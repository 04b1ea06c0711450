#include "lapack/refine/dsposv_call.hpp"

#include "lapack/refine/mixed_precision.hpp"
#include "lapack/refine/refinement.hpp"
#include <hg/blas/symm.hpp>
#include <hg/lapack/posv.hpp>
#include <hg/lapack/potrf.hpp>
#include <hg/lapack/potrs.hpp>

namespace hg {
namespace {

class CholeskySolver final : public MixedSolver {
  public:
    CholeskySolver(Session& session, const DsposvCall& call) : session_(session), c_(call) {}

    [[nodiscard]] bool round(float* factors) const override {
        return round_to_single(triangle(c_.uplo, c_.n), c_.A, c_.lda, factors, c_.n);
    }
    [[nodiscard]] bool factor(float* factors) const override {
        return potrf<float>(session_, c_.uplo, c_.n, factors, c_.n) == 0;
    }
    void solve(const float* factors, std::int64_t nrhs, float* X) const override {
        potrs<float>(session_, c_.uplo, c_.n, nrhs, factors, c_.n, X, c_.n);
    }
    [[nodiscard]] double norm() const override { return symmetric_norm(c_.uplo, c_.n, c_.A, c_.lda); }
    void subtract_product(std::int64_t nrhs, const double* X, std::int64_t ldx, double* R) const override {
        symm<double>(session_, Layout::col_major, Side::left, c_.uplo, c_.n, nrhs, -1, c_.A, c_.lda, X, ldx,
                     1, R, c_.n);
    }
    [[nodiscard]] std::int64_t solve_in_double(std::int64_t nrhs, double* X,
                                               std::int64_t ldx) const override {
        return posv<double>(session_, c_.uplo, c_.n, nrhs, c_.A, c_.lda, X, ldx);
    }

  private:
    Session& session_;
    const DsposvCall& c_;
};

}  // namespace

std::int64_t DsposvCall::perform(Session& session) const {
    return solve_refined(CholeskySolver(session, *this), {n, nrhs, B, ldb, X, ldx}, iter);
}

}  // namespace hg
