#include "lapack/solve/gesv_call.hpp"

#include "lapack/common/one_program.hpp"
#include "lapack/lu/getrf_call.hpp"
#include "lapack/solve/getrs_call.hpp"
#include "lapack/solve/substitution_call.hpp"
#include "lapack/solve/with_right_hand_sides.hpp"
#include <hg/lapack/getrf.hpp>
#include <hg/lapack/getrs.hpp>

namespace hg {
namespace {

/// The solve of A X = B by LU in one program. If U has a zero on its diagonal, B is unchanged.
template <class T>
struct LuSolveCall : WithRightHandSides<GetrfCall<T>> {
    static constexpr std::string_view kName = "gesv";
    static constexpr bool kHostHelps = true;

    void on_cpu() const {
        const GetrfCall<T>& f = this->factorization;
        f.on_cpu();
        if (f.info() == 0)
            SubstitutionCall<GetrsCall<T>>{
                {{Op::none, f.n, this->nrhs, f.A, f.lda, f.ipiv, this->B, this->ldb}}}
                .on_cpu();
    }
    /// The pivots of a run, and its solution.
    void take(const Workspace& workspace) const {
        const GetrfCall<T>& f = this->factorization;
        f.take(workspace);
        if (f.info() == 0) copy_columns(f.n, this->nrhs, workspace.elements<T>("X"), f.n, this->B, this->ldb);
    }
};

}  // namespace

template <class T>
std::int64_t GesvCall<T>::perform(Session& session) const {
    const GesvCall& c = *this;
    const LuSolveCall<T> call{{{c.n, c.n, c.A, c.lda, c.ipiv, c.options}, c.nrhs, c.B, c.ldb}};
    if (c.nrhs > 0 && c.nrhs <= kMostInOneProgram && is_done_in_one_program(session, call))
        return call.factorization.info();
    const std::int64_t info = getrf<T>(session, c.n, c.n, c.A, c.lda, c.ipiv, c.options);
    if (info == 0) getrs<T>(session, Op::none, c.n, c.nrhs, c.A, c.lda, c.ipiv, c.B, c.ldb);
    return info;
}

template struct GesvCall<float>;
template struct GesvCall<double>;
template struct GesvCall<std::complex<float>>;
template struct GesvCall<std::complex<double>>;

}  // namespace hg
