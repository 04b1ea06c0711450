#include "lapack/refine/dsgesv_call.hpp"

#include "lapack/refine/mixed_precision.hpp"
#include "lapack/refine/refinement.hpp"
#include <hg/blas/gemm.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrf.hpp>
#include <hg/lapack/getrs.hpp>

namespace hg {
namespace {

template <class T>
class LuSolver final : public MixedSolver<T> {
  public:
    using Single = SingleOf<T>;

    LuSolver(Session& session, const MixedGesvCall<T>& call) : session_(session), c_(call) {}

    [[nodiscard]] bool round(Single* factors) const override {
        return round_to_single<T>({c_.n, c_.n}, c_.A, c_.lda, factors, c_.n);
    }
    [[nodiscard]] bool factor(Single* factors) const override {
        return getrf<Single>(session_, Layout::col_major, c_.n, c_.n, factors, c_.n, c_.ipiv) == 0;
    }
    void solve(const Single* factors, std::int64_t nrhs, Single* X) const override {
        getrs<Single>(session_, Layout::col_major, Op::none, c_.n, nrhs, factors, c_.n, c_.ipiv, X, c_.n);
    }
    [[nodiscard]] double norm() const override { return infinity_norm(c_.n, c_.n, c_.A, c_.lda); }
    void subtract_product(std::int64_t nrhs, const T* X, std::int64_t ldx, T* R) const override {
        gemm<T>(session_, Layout::col_major, Op::none, Op::none, c_.n, nrhs, c_.n, -1, c_.A, c_.lda, X, ldx,
                1, R, c_.n);
    }
    [[nodiscard]] std::int64_t solve_in_double(std::int64_t nrhs, T* X, std::int64_t ldx) const override {
        return gesv<T>(session_, Layout::col_major, c_.n, nrhs, c_.A, c_.lda, c_.ipiv, X, ldx);
    }

  private:
    Session& session_;
    const MixedGesvCall<T>& c_;
};

}  // namespace

template <class T>
std::int64_t MixedGesvCall<T>::perform(Session& session) const {
    const MixedGesvCall& c = *this;
    return solve_refined<T>(LuSolver<T>(session, *this), {c.n, c.nrhs, c.B, c.ldb, c.X, c.ldx}, c.iter);
}

template struct MixedGesvCall<double>;
template struct MixedGesvCall<std::complex<double>>;

}  // namespace hg
