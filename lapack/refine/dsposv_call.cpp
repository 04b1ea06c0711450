#include "lapack/refine/dsposv_call.hpp"

#include "lapack/refine/mixed_precision.hpp"
#include "lapack/refine/refinement.hpp"
#include <hg/blas/hermitian.hpp>
#include <hg/blas/symm.hpp>
#include <hg/lapack/posv.hpp>
#include <hg/lapack/potrf.hpp>
#include <hg/lapack/potrs.hpp>

namespace hg {
namespace {

template <class T>
class CholeskySolver final : public MixedSolver<T> {
  public:
    using Single = SingleOf<T>;

    CholeskySolver(Session& session, const MixedPosvCall<T>& call) : session_(session), c_(call) {}

    [[nodiscard]] bool round(Single* factors) const override {
        return round_to_single<T>(triangle(c_.uplo, c_.n), c_.A, c_.lda, factors, c_.n);
    }
    [[nodiscard]] bool factor(Single* factors) const override {
        return potrf<Single>(session_, Layout::col_major, c_.uplo, c_.n, factors, c_.n) == 0;
    }
    void solve(const Single* factors, std::int64_t nrhs, Single* X) const override {
        potrs<Single>(session_, Layout::col_major, c_.uplo, c_.n, nrhs, factors, c_.n, X, c_.n);
    }
    [[nodiscard]] double norm() const override { return self_adjoint_norm(c_.uplo, c_.n, c_.A, c_.lda); }
    void subtract_product(std::int64_t nrhs, const T* X, std::int64_t ldx, T* R) const override {
        if constexpr (ComplexElement<T>)
            hemm<T>(session_, Layout::col_major, Side::left, c_.uplo, c_.n, nrhs, -1, c_.A, c_.lda, X, ldx, 1,
                    R, c_.n);
        else
            symm<T>(session_, Layout::col_major, Side::left, c_.uplo, c_.n, nrhs, -1, c_.A, c_.lda, X, ldx, 1,
                    R, c_.n);
    }
    [[nodiscard]] std::int64_t solve_in_double(std::int64_t nrhs, T* X, std::int64_t ldx) const override {
        return posv<T>(session_, Layout::col_major, c_.uplo, c_.n, nrhs, c_.A, c_.lda, X, ldx);
    }

  private:
    Session& session_;
    const MixedPosvCall<T>& c_;
};

}  // namespace

template <class T>
std::int64_t MixedPosvCall<T>::perform(Session& session) const {
    const MixedPosvCall& c = *this;
    return solve_refined<T>(CholeskySolver<T>(session, *this), {c.n, c.nrhs, c.B, c.ldb, c.X, c.ldx}, c.iter);
}

template struct MixedPosvCall<double>;
template struct MixedPosvCall<std::complex<double>>;

}  // namespace hg
