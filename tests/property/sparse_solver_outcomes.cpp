// What iterative solvers report, compared with the true residual, on small hard systems of any type and
// scale.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/sanitized.hpp"
#include "support/solver_samples.hpp"
#include "support/true_residual.hpp"
#include <hg/sparse/solvers.hpp>

namespace hg {
namespace {

using namespace test;

enum class Hard { integers, convection, graded, definite, turning, singular, easy };

/// One system with what is asked of the solver.
template <Element T>
struct HardSystem {
    SparseMatrix<T> A;
    std::vector<T> b, x;
    SolverOptions options;
    std::size_t method = 0, devices = 1;
    bool is_easy = false;
    std::string what;
};

template <Element T>
class HardSystems {
  public:
    explicit HardSystems(unsigned seed) : random_(seed) {}

    HardSystem<T> next() {
        HardSystem<T> made;
        const auto kind = static_cast<Hard>(whole(0, 6));
        const int n = whole(1, 12);
        std::vector<T> dense = matrix(kind, n);
        // Elements of b, and of A, from the smallest numbers to large ones: x is of about their quotient.
        const int of_A = scale(kWidest / 2 - 8), of_b = scale(kWidest - 8);
        made.A = sparse(dense, n, of_A);
        for (int i = 0; i < n; ++i) made.b.push_back(scaled(element(), of_b));
        if (made.b[0] == T{0}) made.b[0] = scaled(T(1), of_b);
        made.x.resize(made.b.size());
        made.options = options();
        if (made.options.starts_from_x)
            for (T& x : made.x)
                x = scaled(element(), std::clamp(of_b - of_A + scale(20), -kWidest, kWidest - 8));
        made.method = kind == Hard::definite && whole(0, 1) == 0 ? 0 : static_cast<std::size_t>(whole(0, 2));
        if (made.method != 0 && made.options.preconditioner == Preconditioner::chebyshev)
            made.options.preconditioner = Preconditioner::jacobi;
        made.devices = static_cast<std::size_t>(whole(1, 3));
        // x is a normal number, and it is asked for no more digits than it has.
        made.is_easy = kind == Hard::easy && made.method != 0 && made.options.most_iterations >= 100 &&
                       std::abs(of_b - of_A) < kWidest - 30 && made.options.tolerance > kEasy &&
                       of_b > -kWidest - 20;
        made.what = std::string(kSolvers<T>[made.method].first) + ", kind " +
                    std::to_string(static_cast<int>(kind)) + ", n " + std::to_string(n) + ", A 2^" +
                    std::to_string(of_A) + ", b 2^" + std::to_string(of_b);
        return made;
    }

  private:
    using Part = RealOf<T>;
    static constexpr int kWidest = std::numeric_limits<Part>::max_exponent - 1;
    static constexpr double kEasy = 100 * std::numeric_limits<Part>::epsilon();

    int whole(int first, int last) { return std::uniform_int_distribution(first, last)(random_); }
    double number() { return std::normal_distribution<double>()(random_); }
    /// 0 half of the time.
    int scale(int most) { return whole(0, 1) == 0 ? 0 : whole(-most - (most > 100 ? 20 : 0), most); }
    T element() {
        if constexpr (RealElement<T>)
            return static_cast<T>(whole(-3, 3) == 0 ? 0 : number());
        else
            return {static_cast<Part>(number()), static_cast<Part>(whole(0, 1) * number())};
    }
    static T scaled(T x, int exponent) {
        if constexpr (RealElement<T>)
            return std::ldexp(x, exponent);
        else
            return {std::ldexp(x.real(), exponent), std::ldexp(x.imag(), exponent)};
    }

    /// By rows.
    std::vector<T> matrix(Hard kind, int n) {
        std::vector<T> a(static_cast<std::size_t>(n * n));
        const double flow = std::abs(number()) * 2, grade = whole(0, 10);
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                T& own = a[static_cast<std::size_t>(i * n + j)];
                if (kind == Hard::integers) own = static_cast<Part>(whole(-3, 3));
                if (kind == Hard::convection && std::abs(i - j) <= 1)
                    own = static_cast<Part>(i == j ? 2 : j < i ? -1 - flow : flow - 1);
                if (kind == Hard::graded || kind == Hard::singular)
                    own = element() * static_cast<Part>(std::exp(-grade * (i == j ? i : n) / n));
                if (kind == Hard::turning) own = i == j ? element() * Part(0.01) : i < j ? T(1) : T(-1);
                if (kind == Hard::easy) own = i == j ? T(static_cast<Part>(2 * n)) : element() * Part(0.1);
                if (kind == Hard::definite && std::abs(i - j) <= 1)
                    own = static_cast<Part>(i == j ? 2 + std::exp(-grade) : -1);
            }
        if (kind == Hard::singular) std::fill_n(a.begin(), n, T{0});
        return a;
    }

    static SparseMatrix<T> sparse(const std::vector<T>& dense, int n, int exponent) {
        std::vector<std::int32_t> start{0}, column;
        std::vector<T> value;
        for (int i = 0; i < n; ++i) {
            for (int j = 0; j < n; ++j) {
                const T element = dense[static_cast<std::size_t>(i * n + j)];
                if (element == T{0}) continue;
                column.push_back(j);
                value.push_back(scaled(element, exponent));
            }
            start.push_back(static_cast<std::int32_t>(column.size()));
        }
        return SparseMatrix<T>::from_csr(n, n, start, column, value);
    }

    SolverOptions options() {
        SolverOptions made;
        made.tolerance = std::pow(10.0, whole(sizeof(Part) == 4 ? -7 : -15, -2));
        made.most_iterations = whole(0, 3) == 0 ? whole(0, 20) : 200;
        made.preconditioner = static_cast<Preconditioner>(whole(0, 3));
        made.block = whole(1, 5);
        made.restart = whole(1, 12);
        made.stride = whole(1, 16);
        made.starts_from_x = whole(0, 2) == 0;
        return made;
    }

    std::mt19937 random_;
};

template <class T>
class SolverOutcomes : public testing::Test {};
using OutcomeTypes = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(SolverOutcomes, OutcomeTypes);

TYPED_TEST(SolverOutcomes, AreTrueOnHardSystems) {
    using T = TypeParam;
    constexpr int kSystems = kIsSanitized ? 30 : 120;
    HardSystems<T> systems(42);
    int converged = 0;
    for (int i = 0; i < kSystems && !this->HasFailure(); ++i) {
        HardSystem<T> system = systems.next();
        const SolveReport report = kSolvers<T>[system.method].second(
            system.A, system.b, system.x, system.options, &solving_session(system.devices));
        const std::string what = std::to_string(i) + ", " + system.what;
        expect_truth(report, system.options, system.A, system.b, system.x, what);
        if (system.is_easy) {
            EXPECT_EQ(report.reason, StopReason::converged) << what;
        }
        converged += report.reason == StopReason::converged ? 1 : 0;
    }
    EXPECT_GT(converged, kSystems / 4);
}

}  // namespace
}  // namespace hg
