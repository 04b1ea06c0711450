// potri in `hgctl check`: (L L^T)^-1 or (U^T U)^-1 of well-conditioned factors, and of factors with
// a zero on it; |I - L L^H X| <= 3 n eps |L| |L^H| |X| in the largest norm, and info.
#include <cmath>
#include <limits>
#include <sstream>
#include <vector>

#include "tools/hgctl/check/routines/check_routine.hpp"
#include "tools/workload/rule/draw.hpp"
#include "tools/workload/rule/guarded_matrix.hpp"
#include "tools/workload/rule/known_matrix.hpp"
#include <hg/lapack/potri.hpp>

namespace hgctl {
namespace {

struct PotriCall {
    hg::Uplo uplo = hg::Uplo::lower;
    std::int64_t n = 0;
    std::int64_t zero = -1;  ///< the first zero on the diagonal
};

PotriCall draw_potri(RandomNumbers& numbers, std::int64_t n_max) {
    PotriCall call{.uplo = numbers.between(0, 1) == 0 ? hg::Uplo::lower : hg::Uplo::upper,
                   .n = draw_size(numbers, n_max)};
    if (call.n > 0 && numbers.between(0, 3) == 0) call.zero = numbers.between(0, call.n - 1);
    return call;
}

/// The triangle that counts; the other one stays NaN.
template <class T>
GuardedMatrix<T> draw_factor(RandomNumbers& numbers, const PotriCall& call) {
    StoredShape shape = draw_stored(numbers, hg::Layout::col_major, call.n, call.n);
    shape.part = triangle(call.uplo);
    GuardedMatrix<T> a(shape);
    const double diagonal = std::sqrt(static_cast<double>(call.n)) + 1;
    for (std::int64_t j = 0; j < call.n; ++j)
        for (std::int64_t i = 0; i < call.n; ++i) {
            if (!holds(shape.part, i, j)) continue;
            auto value = next_element<Drawn<T>>(numbers);
            if (i == j) value = std::real(value) + diagonal;
            a.at(i, j) = i == j && i == call.zero ? T{0} : static_cast<T>(value);
        }
    return a;
}

/// |I - L L^T X| in units of its bound, largest norms.
template <class T>
double potri_error(const PotriCall& call, const GuardedMatrix<T>& factor, const GuardedMatrix<T>& inverse) {
    const StoredMatrix<T> stored = factor.view();
    const StoredMatrix<T> lower = call.uplo == hg::Uplo::upper ? stored.adjoint() : stored;
    StoredMatrix<T> x = inverse.view();
    x.part = hermitian(call.uplo);
    const auto order = static_cast<std::size_t>(call.n);
    std::vector<WidePart<T>> sums(order);  // of rows
    WidePart<T> norm = 0;                  // |L| |L^T|
    for (std::size_t j = 0; j < order; ++j) {
        std::vector<Wide<T>> column(order);
        for (std::size_t i = 0; i < order; ++i)
            column[i] = to_wide<T>(x(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j)));
        const Product<T> inner = multiply<T>(lower.adjoint(), column);
        const Product<T> outer = multiply<T>(lower, inner.values);
        for (std::size_t i = 0; i < order; ++i)
            sums[i] += magnitude(outer.values[i] - static_cast<WidePart<T>>(i == j ? 1 : 0));
        norm = inner.norm * outer.norm;
    }
    const WidePart<T> norm_x = multiply<T>(x, std::vector<Wide<T>>(order, 1)).norm;
    return in_units_of(3 * static_cast<WidePart<T>>(call.n) * epsilon<T>() * norm * norm_x, largest(sums));
}

template <class T>
CheckResult check_potri(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    RandomNumbers numbers(seed);
    const PotriCall call = draw_potri(numbers, n_max);
    GuardedMatrix<T> a = draw_factor<T>(numbers, call);
    const GuardedMatrix<T> before = a;
    CheckResult result;
    std::ostringstream text;
    text << hg::routine_name<T>("potri") << ' ' << static_cast<char>(call.uplo) << " n=" << call.n
         << " lda=" << a.ld();
    if (call.zero >= 0) text << " zero=" << call.zero;
    result.problem = text.str();
    std::int64_t info = 0;
    run_checked(session, result, [&] { info = hg::potri(session, call.uplo, call.n, a.data(), a.ld()); });
    if (!result.passed()) return result;
    if (info != call.zero + 1)
        result.fault = "info is " + std::to_string(info) + " instead of " + std::to_string(call.zero + 1);
    else if (info == 0)
        result.error = potri_error(call, before, a);
    if (!a.same_outside(before)) result.fault = "wrote outside the triangle of A";
    judge(result);
    return result;
}

}  // namespace

CheckRoutine potri_check() {
    return {
        "potri",
        "A := A^-1 by the factor of A: factors of definite matrices, and such as have a zero on the diagonal",
        100, check_potri<double>, check_potri<float>};
}

}  // namespace hgctl
