// potrf and posv in `hgctl check`. potrf: A = L L^H or U^H U of definite and graded matrices, and of matrices whose leading minor
// of some order is not definite; |A - L L^H| <= 3 eps sqrt(k + 2) |L|^2 in the Frobenius norm for the leading triangle of order k
// that is factored, and info. posv: A X = B with such matrices, also by refinement (dsposv, zcposv); HPL's scaled residual of each
// column, in units of 16.
#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "tools/hgctl/check/routines/check_routine.hpp"
#include "tools/workload/rule/draw.hpp"
#include "tools/workload/rule/guarded_matrix.hpp"
#include "tools/workload/rule/residual.hpp"
#include <hg/lapack/dsposv.hpp>
#include <hg/lapack/posv.hpp>
#include <hg/lapack/potrf.hpp>

namespace hgctl {
namespace {

struct CholeskyCall {
    hg::Uplo uplo = hg::Uplo::lower;
    std::int64_t n = 0;
    bool graded = false;
    std::int64_t failing = -1;  ///< the column whose pivot is not positive
};

CholeskyCall draw_call(RandomNumbers& numbers, std::int64_t n_max) {
    CholeskyCall call{.uplo = numbers.between(0, 1) == 0 ? hg::Uplo::lower : hg::Uplo::upper,
                      .n = draw_size(numbers, n_max),
                      .graded = numbers.between(0, 2) == 0};
    if (call.n > 0 && numbers.between(0, 3) == 0) call.failing = numbers.between(0, call.n - 1);
    return call;
}

/// The triangle that counts; the other one stays NaN. The diagonal rules its rows.
template <class T>
GuardedMatrix<T> draw_definite(RandomNumbers& numbers, const CholeskyCall& call) {
    StoredShape shape = draw_stored(numbers, hg::Layout::col_major, call.n, call.n);
    shape.part = triangle(call.uplo);
    GuardedMatrix<T> a(shape);
    const double diagonal = (kIsComplex<T> ? 1.5 : 1) * (static_cast<double>(call.n) + 1);
    for (std::int64_t j = 0; j < call.n; ++j)
        for (std::int64_t i = 0; i < call.n; ++i) {
            if (!holds(shape.part, i, j)) continue;
            auto value = next_element<Drawn<T>>(numbers);
            if (i == j) value = std::real(value) + diagonal;
            if (call.graded) value *= std::ldexp(1.0, static_cast<int>(-(i % 20) - j % 20));
            a.at(i, j) = static_cast<T>(i == j && i == call.failing ? -value : value);
            if constexpr (kIsComplex<T>)
                if (i == j) a.at(i, i).imag(not_a_number<PartOf<T>>());  // nobody may read it
        }
    return a;
}

template <class T>
std::string describe(const char* routine, const CholeskyCall& call, const GuardedMatrix<T>& a) {
    std::ostringstream text;
    text << hg::routine_name<T>(routine) << ' ' << static_cast<char>(call.uplo) << " n=" << call.n
         << " lda=" << a.ld() << (call.graded ? " graded" : "");
    if (call.failing >= 0) text << " failing=" << call.failing;
    return text.str();
}

/// |A - L L^H| in units of its bound, for the leading triangles of order k.
template <class T>
double potrf_error(const CholeskyCall& call, const GuardedMatrix<T>& a, const GuardedMatrix<T>& factor,
                   std::int64_t k) {
    const bool upper = call.uplo == hg::Uplo::upper;
    const auto element = [&](const GuardedMatrix<T>& x, std::int64_t i, std::int64_t j) -> Wide<T> {
        if (i == j && &x == &a) return std::real(to_wide<T>(a.at(i, i)));
        return upper ? conjugate_of(to_wide<T>(x.at(j, i))) : to_wide<T>(x.at(i, j));
    };
    WidePart<T> squares = 0;
    WidePart<T> squares_l = 0;
    for (std::int64_t j = 0; j < k; ++j)
        for (std::int64_t i = j; i < k; ++i) {
            Wide<T> rest = element(a, i, j);
            for (std::int64_t p = 0; p <= j; ++p)
                rest -= element(factor, i, p) * conjugate_of(element(factor, j, p));
            squares += squared(rest);
            squares_l += squared(element(factor, i, j));
        }
    return in_units_of(3 * epsilon<T>() * growth<T>(k) * squares_l, std::sqrt(squares));
}

template <class T>
CheckResult check_potrf(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    RandomNumbers numbers(seed);
    const CholeskyCall call = draw_call(numbers, n_max);
    GuardedMatrix<T> a = draw_definite<T>(numbers, call);
    const GuardedMatrix<T> before = a;
    CheckResult result;
    result.problem = describe("potrf", call, a);
    std::int64_t info = 0;
    run_checked(session, result, [&] { info = hg::potrf(session, call.uplo, call.n, a.data(), a.ld()); });
    if (!result.passed()) return result;
    if (info != call.failing + 1)
        result.fault = "info is " + std::to_string(info) + " instead of " + std::to_string(call.failing + 1);
    else
        result.error = potrf_error(call, before, a, info == 0 ? call.n : info - 1);
    if (!a.same_outside(before)) result.fault = "wrote outside the triangle of A";
    judge(result);
    return result;
}

/// HPL's scaled residual of the worst column, in units of what is good.
template <class T>
double posv_error(const CholeskyCall& call, const GuardedMatrix<T>& a, const GuardedMatrix<T>& x,
                  const GuardedMatrix<T>& b, std::int64_t nrhs) {
    StoredMatrix<T> matrix = a.view();
    matrix.part = hermitian(call.uplo);
    double worst = 0;
    for (std::int64_t j = 0; j < nrhs; ++j) {
        const auto column = [&](const GuardedMatrix<T>& from) {
            return std::vector<Wide<T>>(from.data() + j * from.ld(), from.data() + j * from.ld() + call.n);
        };
        worst = std::max(worst, scaled_residual<T>(matrix, column(x), column(b)) / kGoodResidual);
    }
    return worst;
}

/// The matrices of a call of posv or dsposv. X takes the place of B in posv.
template <class T>
struct PosvProblem {
    CholeskyCall call;
    GuardedMatrix<T> a, b, x;
    std::int64_t nrhs;
    bool refine;

    PosvProblem(RandomNumbers& numbers, std::int64_t n_max)
        : call(draw_call(numbers, n_max)),
          a(draw_definite<T>(numbers, call)),
          b(draw_stored(numbers, hg::Layout::col_major, call.n, draw_columns(numbers, n_max))),
          x(b),
          nrhs(b.view().cols),
          refine(std::is_same_v<PartOf<T>, double> && numbers.between(0, 1) == 0) {
        b.fill(numbers.next());
        x = b;
    }

    std::int64_t solve(hg::Session& session) {
        if constexpr (std::is_same_v<PartOf<T>, double>)
            if (refine) {
                std::int64_t steps = 0;
                if constexpr (kIsComplex<T>)
                    return hg::zcposv(session, call.uplo, call.n, nrhs, a.data(), a.ld(), b.data(), b.ld(),
                                      x.data(), x.ld(), &steps);
                else
                    return hg::dsposv(session, call.uplo, call.n, nrhs, a.data(), a.ld(), b.data(), b.ld(),
                                      x.data(), x.ld(), &steps);
            }
        return hg::posv(session, call.uplo, call.n, nrhs, a.data(), a.ld(), x.data(), x.ld());
    }

  private:
    static std::int64_t draw_columns(RandomNumbers& numbers, std::int64_t n_max) {
        return numbers.between(0, 1) == 0 ? 1 : draw_size(numbers, n_max);
    }
};

/// What is wrong beside the solution; empty if nothing is.
template <class T>
std::string posv_fault(const PosvProblem<T>& before, const PosvProblem<T>& after, std::int64_t info) {
    const std::int64_t expected = before.call.failing + 1;
    if (!after.a.same_outside(before.a) || !after.x.same_outside(before.x) || !after.b.same_as(before.b))
        return "wrote outside the triangle of A and the elements of X";
    if (info != expected)
        return "info is " + std::to_string(info) + " instead of " + std::to_string(expected);
    if (info != 0 && !after.refine && !after.x.same_as(before.x))
        return "info is " + std::to_string(info) + ", yet B was changed";
    return {};
}

template <class T>
CheckResult check_posv(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    RandomNumbers numbers(seed);
    PosvProblem<T> problem(numbers, n_max);
    const PosvProblem<T> before = problem;
    CheckResult result;
    result.problem = describe(!problem.refine ? "posv"
                              : kIsComplex<T> ? "cposv"
                                              : "sposv",
                              problem.call, problem.a) +
                     " nrhs=" + std::to_string(problem.nrhs);
    std::int64_t info = 0;
    run_checked(session, result, [&] { info = problem.solve(session); });
    if (!result.passed()) return result;
    result.fault = posv_fault(before, problem, info);
    if (info == 0 && problem.call.n > 0)
        result.error = posv_error(problem.call, before.a, problem.x, before.b, problem.nrhs);
    judge(result);
    return result;
}

}  // namespace

CheckRoutine potrf_check() {
    return {"potrf",
            "A = L L^T or U^T U: definite and graded matrices, and such as are not definite",
            100,
            check_potrf<double>,
            check_potrf<float>,
            check_potrf<std::complex<double>>,
            check_potrf<std::complex<float>>};
}

CheckRoutine posv_check() {
    return {"posv",
            "A X = B by Cholesky's factorization: likewise, also in single precision with refinement",
            100,
            check_posv<double>,
            check_posv<float>,
            check_posv<std::complex<double>>,
            check_posv<std::complex<float>>};
}

}  // namespace hgctl
