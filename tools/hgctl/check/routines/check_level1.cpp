// Level 1 of BLAS in `hgctl check`: copy and swap exactly, iamax to the place, sums of n terms x(i) y(i) within
// 3 eps sqrt(n + 2) |x| |y|, and the others within product_error's bound.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "tools/hgctl/check/routines/blas_problem.hpp"
#include "tools/hgctl/check/routines/check_routine.hpp"
#include <hg/blas/level1.hpp>

namespace hgctl {
namespace {

constexpr std::int64_t kLengths = 16;  ///< times n_max: the largest vector

/// A problem of a routine with its own way to compare.
template <class T>
class VectorCheck : public BlasProblem<T> {
  public:
    VectorCheck(std::string_view routine, std::uint64_t seed, std::int64_t n_max)
        : BlasProblem<T>(routine, seed, kLengths * n_max), n(this->size("n")) {}

    /// Makes the call on vectors that are all filled, but for those that it only writes.
    template <class Call>
    void run(hg::Session& session, const Call& call, bool reads_what_it_writes = true) {
        this->fill(T{1}, reads_what_it_writes ? T{1} : T{0});
        result = BlasProblem<T>::run(session, call);
    }
    /// Takes up the error of C.
    void compare(const ProductRule<T>& rule, const StoredMatrix<T>& c, const StoredMatrix<T>& c0) {
        take(result.passed() ? product_error(rule, c, c0) : 0);
    }
    /// y must be x.
    void compare_equal(const StoredMatrix<T>& x, const StoredMatrix<T>& y) {
        for (std::int64_t i = 0; result.passed() && i < n; ++i)
            if (!(x(i, 0) == y(i, 0))) result.fault = "element " + std::to_string(i) + " is another one";
    }
    void take(double error) {
        result.error = std::max(result.error, error);
        judge(result);
    }

    const std::int64_t n;
    CheckResult result;
};

/// A number as a matrix.
template <class T>
StoredMatrix<T> number(const T& value) {
    return {&value, 1, 1, 1};
}

template <class T>
CheckResult check_copy(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    VectorCheck<T> check("copy", seed, n_max);
    const auto& x = check.reads_vector("x", check.n);
    auto& y = check.writes_vector("y", check.n);
    check.run(
        session, [&] { hg::copy<T>(session, check.n, x.data(), x.inc(), y.data(), y.inc()); }, false);
    check.compare_equal(x.view(), y.view());
    return check.result;
}

template <class T>
CheckResult check_swap(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    VectorCheck<T> check("swap", seed, n_max);
    auto& x = check.writes_vector("x", check.n);
    auto& y = check.writes_vector("y", check.n);
    check.run(session, [&] { hg::swap<T>(session, check.n, x.data(), x.inc(), y.data(), y.inc()); });
    check.compare_equal(x.before(), y.view());
    check.compare_equal(y.before(), x.view());
    return check.result;
}

template <class T>
CheckResult check_scal(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    VectorCheck<T> check("scal", seed, n_max);
    const T alpha = check.scalar("alpha");
    auto& x = check.writes_vector("x", check.n, Increments::positive);
    check.run(session, [&] { hg::scal<T>(session, check.n, alpha, x.data(), x.inc()); });
    check.compare({{}, T{0}, alpha}, x.view(), x.before());
    return check.result;
}

template <class T>
CheckResult check_axpy(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    BlasProblem<T> problem("axpy", seed, kLengths * n_max);
    const std::int64_t n = problem.size("n");
    const T alpha = problem.scalar("alpha");
    const T one = 1;
    const auto& x = problem.reads_vector("x", n);
    auto& y = problem.writes_vector("y", n);
    return problem.check(session, {{{x.view(), number(one)}}, alpha, T{1}},
                         [&] { hg::axpy<T>(session, n, alpha, x.data(), x.inc(), y.data(), y.inc()); });
}

template <class T>
CheckResult check_rot(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    VectorCheck<T> check("rot", seed, n_max);
    const T c = check.scalar("c");
    const T s = check.scalar("s");
    const T minus_s = -s;
    auto& x = check.writes_vector("x", check.n);
    auto& y = check.writes_vector("y", check.n);
    check.run(session, [&] { hg::rot<T>(session, check.n, x.data(), x.inc(), y.data(), y.inc(), c, s); });
    check.compare({{{x.before(), number(c)}, {y.before(), number(s)}}}, x.view(), x.before());
    check.compare({{{y.before(), number(c)}, {x.before(), number(minus_s)}}}, y.view(), y.before());
    return check.result;
}

template <class T>
CheckResult check_dot(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    VectorCheck<T> check("dot", seed, n_max);
    const auto& x = check.reads_vector("x", check.n);
    const auto& y = check.reads_vector("y", check.n);
    T sum = std::numeric_limits<T>::quiet_NaN();
    check.run(session, [&] { sum = hg::dot<T>(session, check.n, x.data(), x.inc(), y.data(), y.inc()); });
    check.compare({{{x.view().transpose(), y.view()}}}, number(sum), number(sum));
    return check.result;
}

/// The sum of |x(i)| is the product of x and its signs.
template <class T>
CheckResult check_asum(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    VectorCheck<T> check("asum", seed, n_max);
    const auto& x = check.reads_vector("x", check.n, Increments::positive);
    T sum = std::numeric_limits<T>::quiet_NaN();
    check.run(session, [&] { sum = hg::asum<T>(session, check.n, x.data(), x.inc()); });
    std::vector<T> signs(static_cast<std::size_t>(check.n), T{1});
    for (std::int64_t i = 0; i < check.n; ++i)
        if (x.view()(i, 0) < 0) signs[static_cast<std::size_t>(i)] = -1;
    const StoredMatrix<T> column{signs.data(), check.n, 1, std::max<std::int64_t>(1, check.n)};
    check.compare({{{x.view().transpose(), column}}}, number(sum), number(sum));
    return check.result;
}

/// Some vectors are so large or so small that squares of elements overflow or underflow.
template <class T>
CheckResult check_nrm2(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    VectorCheck<T> check("nrm2", seed, n_max);
    const auto& x = check.reads_vector("x", check.n, Increments::positive);
    const int far = std::numeric_limits<T>::max_exponent / 3 * 2;
    const int exponents[] = {0, 0, far, -far};
    const int exponent = exponents[check.numbers().between(0, 3)];
    check.say("times 2^" + std::to_string(exponent));
    check.fill(T{1}, T{1});
    for (std::int64_t i = 0; i < check.n; ++i)
        check.operand(0).set(i, 0, std::ldexp(x.view()(i, 0), exponent));
    T norm = std::numeric_limits<T>::quiet_NaN();
    check.result =
        check.BlasProblem<T>::run(session, [&] { norm = hg::nrm2<T>(session, check.n, x.data(), x.inc()); });
    Wide<T> squares = 0;
    for (std::int64_t i = 0; i < check.n; ++i)
        squares += static_cast<Wide<T>>(x.view()(i, 0)) * x.view()(i, 0);
    const T root = static_cast<T>(std::sqrt(squares));
    const double bound = 3 * static_cast<double>(std::numeric_limits<T>::epsilon()) *
                         std::sqrt(static_cast<double>(check.n) + 2);
    if (norm != root) check.take(std::abs(static_cast<double>(norm) / static_cast<double>(root) - 1) / bound);
    return check.result;
}

/// Half of the vectors hold multiples of 1/4, so that several elements are the largest.
template <class T>
CheckResult check_iamax(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    VectorCheck<T> check("iamax", seed, n_max);
    const auto& x = check.reads_vector("x", check.n, Increments::positive);
    const bool ties = check.numbers().between(0, 1) == 1;
    if (ties) check.say("ties");
    check.fill(T{1}, T{1});
    for (std::int64_t i = 0; ties && i < check.n; ++i)
        check.operand(0).set(i, 0, std::round(4 * x.view()(i, 0)) / 4);
    std::int64_t found = -2;
    check.result = check.BlasProblem<T>::run(
        session, [&] { found = hg::iamax<T>(session, check.n, x.data(), x.inc()); });
    std::int64_t first = check.n > 0 ? 0 : -1;
    for (std::int64_t i = 1; i < check.n; ++i)
        if (std::abs(x.view()(i, 0)) > std::abs(x.view()(first, 0))) first = i;
    if (check.result.passed() && found != first)
        check.result.fault = "says " + std::to_string(found) + ", it is " + std::to_string(first);
    return check.result;
}

}  // namespace

#define HGCTL_CHECK(name, help) \
    { #name, help, 40, check_##name < double>, check_##name < float> }
const std::vector<CheckRoutine>& level1_checks() {
    static const std::vector<CheckRoutine> checks{
        HGCTL_CHECK(copy, "y := x"),
        HGCTL_CHECK(swap, "x, y := y, x"),
        HGCTL_CHECK(scal, "x := alpha x"),
        HGCTL_CHECK(axpy, "y := alpha x + y"),
        HGCTL_CHECK(rot, "x, y := c x + s y, c y - s x"),
        HGCTL_CHECK(dot, "Sum of x(i) y(i)"),
        HGCTL_CHECK(nrm2, "Square root of the sum of x(i)^2: elements of all sizes"),
        HGCTL_CHECK(asum, "Sum of |x(i)|"),
        HGCTL_CHECK(iamax, "The first i of largest |x(i)|"),
    };
    return checks;
}
#undef HGCTL_CHECK

}  // namespace hgctl
