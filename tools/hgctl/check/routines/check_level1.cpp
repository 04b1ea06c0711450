// Level 1 of BLAS in `hgctl check`: copy and swap exactly, iamax to the place, sums of n terms x(i) y(i) within
// 3 eps sqrt(n + 2) |x| |y|, and the others within product_error's bound.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "tools/hgctl/check/routines/check_routine.hpp"
#include "tools/workload/problem/blas_problem.hpp"
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
    const PartOf<T> real_c = check.real_scalar("c");
    const PartOf<T> real_s = check.real_scalar("s");
    const T c = real_c;
    const T s = real_s;
    const T minus_s = -s;
    auto& x = check.writes_vector("x", check.n);
    auto& y = check.writes_vector("y", check.n);
    check.run(session,
              [&] { hg::rot<T>(session, check.n, x.data(), x.inc(), y.data(), y.inc(), real_c, real_s); });
    check.compare({{{x.before(), number(c)}, {y.before(), number(s)}}}, x.view(), x.before());
    check.compare({{{y.before(), number(c)}, {x.before(), number(minus_s)}}}, y.view(), y.before());
    return check.result;
}

/// Of dot, dotu or dotc.
template <class T>
CheckResult check_sum(const char* name, hg::Op op_of_x, hg::Session& session, std::uint64_t seed,
                      std::int64_t n_max) {
    VectorCheck<T> check(name, seed, n_max);
    const auto& x = check.reads_vector("x", check.n);
    const auto& y = check.reads_vector("y", check.n);
    T sum = not_a_number<T>();
    check.run(session, [&] {
        if constexpr (!kIsComplex<T>)
            sum = hg::dot<T>(session, check.n, x.data(), x.inc(), y.data(), y.inc());
        else if (op_of_x == hg::Op::trans)
            sum = hg::dotu<T>(session, check.n, x.data(), x.inc(), y.data(), y.inc());
        else
            sum = hg::dotc<T>(session, check.n, x.data(), x.inc(), y.data(), y.inc());
    });
    check.compare({{{x.view().with(op_of_x), y.view()}}}, number(sum), number(sum));
    return check.result;
}

template <class T>
CheckResult check_dot(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    return check_sum<T>("dot", hg::Op::trans, session, seed, n_max);
}
template <class T>
CheckResult check_dotu(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    return check_sum<T>("dotu", hg::Op::trans, session, seed, n_max);
}
template <class T>
CheckResult check_dotc(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    return check_sum<T>("dotc", hg::Op::conj_trans, session, seed, n_max);
}

/// All parts of a vector's elements.
template <class T>
std::vector<PartOf<T>> parts_of(const StoredMatrix<T>& x) {
    std::vector<PartOf<T>> parts;
    for (std::int64_t i = 0; i < x.rows; ++i) {
        parts.push_back(std::real(x(i, 0)));
        if constexpr (kIsComplex<T>) parts.push_back(x(i, 0).imag());
    }
    return parts;
}

/// The sum of |x(i)|, of complex elements those of their parts, is the product of all parts and their signs.
template <class T>
CheckResult check_asum(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    VectorCheck<T> check("asum", seed, n_max);
    const auto& x = check.reads_vector("x", check.n, Increments::positive);
    using Part = PartOf<T>;
    Part sum = not_a_number<Part>();
    check.run(session, [&] { sum = hg::asum<T>(session, check.n, x.data(), x.inc()); });
    if (!check.result.passed()) return check.result;
    const std::vector<Part> parts = parts_of(x.view());
    std::vector<Part> signs;
    for (const Part part : parts) signs.push_back(part < 0 ? -1 : 1);
    const auto count = static_cast<std::int64_t>(parts.size());
    const StoredMatrix<Part> row{parts.data(), 1, count, 1};
    const StoredMatrix<Part> column{signs.data(), count, 1, std::max<std::int64_t>(1, count)};
    check.take(product_error<Part>({{{row, column}}}, number(sum), number(sum)));
    return check.result;
}

/// Some vectors are so large or so small that squares of elements overflow or underflow.
template <class T>
CheckResult check_nrm2(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    VectorCheck<T> check("nrm2", seed, n_max);
    const auto& x = check.reads_vector("x", check.n, Increments::positive);
    using Part = PartOf<T>;
    const int far = std::numeric_limits<Part>::max_exponent / 3 * 2;
    const int exponents[] = {0, 0, far, -far};
    const int exponent = exponents[check.numbers().between(0, 3)];
    check.say("times 2^" + std::to_string(exponent));
    check.fill(T{1}, T{1});
    for (std::int64_t i = 0; i < check.n; ++i)
        check.operand(0).set(i, 0, x.view()(i, 0) * std::ldexp(Part{1}, exponent));
    Part norm = not_a_number<Part>();
    check.result =
        check.BlasProblem<T>::run(session, [&] { norm = hg::nrm2<T>(session, check.n, x.data(), x.inc()); });
    WidePart<T> squares = 0;
    for (std::int64_t i = 0; i < check.n; ++i) squares += squared(to_wide<T>(x.view()(i, 0)));
    const auto root = static_cast<Part>(std::sqrt(squares));
    const double bound = 3 * epsilon<T>() * growth<T>(check.n);
    const WidePart<T> expected = root;
    if (check.result.passed()) check.take(in_units_of(bound * expected, std::abs(norm - expected)));
    return check.result;
}

/// As BLAS has it: |x|, or |Re x| + |Im x|.
template <class T>
PartOf<T> size_of_element(T x) {
    if constexpr (kIsComplex<T>)
        return std::abs(x.real()) + std::abs(x.imag());
    else
        return std::abs(x);
}

template <class T>
T to_quarters(T x) {
    if constexpr (kIsComplex<T>)
        return {to_quarters(x.real()), to_quarters(x.imag())};
    else
        return std::round(4 * x) / 4;
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
        check.operand(0).set(i, 0, to_quarters(x.view()(i, 0)));
    std::int64_t found = -2;
    check.result = check.BlasProblem<T>::run(
        session, [&] { found = hg::iamax<T>(session, check.n, x.data(), x.inc()); });
    std::int64_t first = check.n > 0 ? 0 : -1;
    for (std::int64_t i = 1; i < check.n; ++i)
        if (size_of_element(x.view()(i, 0)) > size_of_element(x.view()(first, 0))) first = i;
    if (check.result.passed() && found != first)
        check.result.fault = "says " + std::to_string(found) + ", it is " + std::to_string(first);
    return check.result;
}

}  // namespace

#define HGCTL_REAL(name) check_##name<double>, check_##name<float>
#define HGCTL_COMPLEX(name) \
    nullptr, nullptr, check_##name<std::complex<double>>, check_##name<std::complex<float>>
#define HGCTL_ALL(name)                                                            \
    check_##name<double>, check_##name<float>, check_##name<std::complex<double>>, \
        check_##name<std::complex<float>>
const std::vector<CheckRoutine>& level1_checks() {
    constexpr std::int64_t kProblems = 40;
    static const std::vector<CheckRoutine> checks{
        {"copy", "y := x", kProblems, HGCTL_ALL(copy)},
        {"swap", "x, y := y, x", kProblems, HGCTL_ALL(swap)},
        {"scal", "x := alpha x", kProblems, HGCTL_ALL(scal)},
        {"axpy", "y := alpha x + y", kProblems, HGCTL_ALL(axpy)},
        {"rot", "x, y := c x + s y, c y - s x", kProblems, HGCTL_ALL(rot)},
        {"dot", "Sum of x(i) y(i)", kProblems, HGCTL_REAL(dot)},
        {"dotu", "Sum of x(i) y(i)", kProblems, HGCTL_COMPLEX(dotu)},
        {"dotc", "Sum of conj(x(i)) y(i)", kProblems, HGCTL_COMPLEX(dotc)},
        {"nrm2", "Square root of the sum of |x(i)|^2: elements of all sizes", kProblems, HGCTL_ALL(nrm2)},
        {"asum", "Sum of |x(i)|", kProblems, HGCTL_ALL(asum)},
        {"iamax", "The first i of largest |x(i)|", kProblems, HGCTL_ALL(iamax)},
    };
    return checks;
}
#undef HGCTL_REAL
#undef HGCTL_COMPLEX
#undef HGCTL_ALL

}  // namespace hgctl
