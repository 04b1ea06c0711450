#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/sanitized.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/gemm.hpp>
#include <hg/blas/session.hpp>

/// Errors of emulated products of many kinds of matrices, beside those of native ones. Run alone, it prints
/// the table of docs/design/emulation.md.
namespace hg {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();

/// A sum of two doubles, near + rest.
struct Twofold {
    double near = 0, rest = 0;

    void add_product(double x, double y) {
        const double product = x * y;
        const double sum = near + product;
        const double part = sum - near;
        rest += (near - (sum - part)) + (product - part) + std::fma(x, y, -product);
        near = sum;
    }
};

/// Makes element (i, p) of A, or (p, j) of B with the line j in place of i.
using ElementMaker = std::function<double(std::mt19937& random, std::int64_t line, std::int64_t p)>;

struct Input {
    std::string name;
    ElementMaker a, b;
    /// Whether native products lose no more than emulated ones, element by element: elements of a row are of
    /// one size.
    bool even = true;
};

double uniform(std::mt19937& random) {
    return std::uniform_real_distribution<>(-1, 1)(random);
}

ElementMaker uniform_times(const std::function<double(std::int64_t, std::int64_t)>& scale) {
    return [scale](std::mt19937& random, std::int64_t line, std::int64_t p) {
        return uniform(random) * scale(line, p);
    };
}

ElementMaker log_normal(double spread) {
    return [spread](std::mt19937& random, std::int64_t, std::int64_t) {
        return uniform(random) * std::exp(spread * std::normal_distribution<>()(random));
    };
}

std::vector<Input> inputs() {
    const auto same = [](const std::string& name, const ElementMaker& element, bool even = true) {
        return Input{name, element, element, even};
    };
    const auto one = [](std::int64_t, std::int64_t) { return 1.0; };
    const auto by_line = [](std::int64_t line, std::int64_t) { return std::pow(10.0, -line); };
    const auto falling = [](std::int64_t, std::int64_t p) {
        return std::ldexp(1.0, -static_cast<int>(p % 60));
    };
    const auto rising = [](std::int64_t, std::int64_t p) {
        return std::ldexp(1.0, static_cast<int>(p % 60));
    };
    const auto scaled = [](double scale) { return [scale](std::int64_t, std::int64_t) { return scale; }; };
    const ElementMaker integer = [](std::mt19937& random, std::int64_t, std::int64_t) {
        return std::trunc(1000 * uniform(random));
    };
    // ElementMaker p + 1 of a row of A is that of p, and the opposite in B, but for the last bits.
    const ElementMaker twin = [](std::mt19937&, std::int64_t line, std::int64_t p) {
        return std::sin(static_cast<double>(line * 7919 + p / 2 + 1));
    };
    const ElementMaker opposite = [twin](std::mt19937& random, std::int64_t line, std::int64_t p) {
        return (p % 2 == 0 ? 1 : -1 - 4 * kEps) * twin(random, line + 31, p);
    };
    const ElementMaker positive = [](std::mt19937& random, std::int64_t, std::int64_t) {
        return std::uniform_real_distribution<>(0, 1)(random);
    };
    return {same("uniform", uniform_times(one)),
            same("uniform, positive", positive),
            same("normal", [](std::mt19937& random, std::int64_t,
                              std::int64_t) { return std::normal_distribution<>()(random); }),
            same("log-normal, 0.5", log_normal(0.5)),
            same("log-normal, 1", log_normal(1)),
            same("log-normal, 2", log_normal(2), false),
            same("log-normal, 4", log_normal(4), false),
            same("graded rows and columns", uniform_times(by_line)),
            {"falling along k, and rising", uniform_times(falling), uniform_times(rising), false},
            same("falling along k, both", uniform_times(falling), false),
            {"cancellation", twin, opposite},
            {"subnormal, and large", uniform_times(scaled(1e-310)), uniform_times(scaled(1e300))},
            {"1e300, and small", uniform_times(scaled(1e300)), uniform_times(scaled(1e-300))},
            same("integers", integer)};
}

struct Errors {
    double of_norms = 0;     ///< in units of eps sqrt(k + 2) |a| |b|, a being the row and b the column
    double of_elements = 0;  ///< in units of eps |a|^T |b|
};

class EmulatedErrors : public testing::Test {
  protected:
    static MachineOptions options(Arithmetic arithmetic) {
        MachineOptions options = test::measuring_options();
        options.arithmetic = arithmetic;
        return options;
    }

    /// Fills A and B for this input.
    void make(const Input& input, std::int64_t order, std::int64_t k) {
        order_ = order;
        k_ = k;
        std::mt19937 random(12345);
        a_.assign(static_cast<std::size_t>(order * k), 0);
        b_ = a_;
        for (std::int64_t p = 0; p < k; ++p)
            for (std::int64_t line = 0; line < order; ++line) {
                a(line, p) = input.a(random, line, p);
                b(p, line) = input.b(random, line, p);
            }
    }

    std::vector<double> product(Session& session) {
        std::vector<double> c(static_cast<std::size_t>(order_ * order_));
        gemm<double>(session, Layout::col_major, Op::none, Op::none, order_, order_, k_, 1, a_.data(), order_,
                     b_.data(), k_, 0, c.data(), order_);
        return c;
    }

    /// The product of the 2-norms of a row of A and a column of B.
    [[nodiscard]] double norms(std::int64_t i, std::int64_t j) {
        double row = 0, column = 0;
        for (std::int64_t p = 0; p < k_; ++p) {
            row = std::hypot(row, a(i, p));
            column = std::hypot(column, b(p, j));
        }
        return row * column;
    }

    Errors errors(const std::vector<double>& c) {
        Errors worst;
        for (std::int64_t j = 0; j < order_; ++j)
            for (std::int64_t i = 0; i < order_; ++i) {
                Twofold sum;
                double magnitudes = 0;
                for (std::int64_t p = 0; p < k_; ++p) {
                    sum.add_product(a(i, p), b(p, j));
                    magnitudes += std::fabs(a(i, p)) * std::fabs(b(p, j));
                }
                const double error =
                    std::fabs((c[static_cast<std::size_t>(i + j * order_)] - sum.near) - sum.rest);
                if (error == 0) continue;
                if (std::isnan(error)) return {HUGE_VAL, HUGE_VAL};
                const double root = std::sqrt(static_cast<double>(k_ + 2));
                worst.of_norms = std::fmax(worst.of_norms, error / (kEps * root * norms(i, j)));
                worst.of_elements = std::fmax(worst.of_elements, error / (kEps * magnitudes));
            }
        return worst;
    }

    void compare(const Input& input, std::int64_t order, std::int64_t k) {
        make(input, order, k);
        const Errors emulated = errors(product(emulated_));
        const Errors native = errors(product(native_));
        std::printf("| %-27s | %6lld | %8.3f | %8.3f | %8.3f | %8.3f |\n", input.name.c_str(),
                    static_cast<long long>(k), emulated.of_norms, native.of_norms, emulated.of_elements,
                    native.of_elements);
        constexpr double kBound = 3;
        EXPECT_LE(emulated.of_norms, kBound) << input.name << ", k = " << k;
        if (input.name == "integers") {
            EXPECT_EQ(emulated.of_norms, 0) << "k = " << k;
        }
        if (input.even) {
            // What rounding to integers loses does not add up, also if all terms have one sign.
            constexpr double kMostOfElements = 2.5;
            EXPECT_LE(emulated.of_elements, kMostOfElements) << input.name << ", k = " << k;
        }
    }

    double& a(std::int64_t i, std::int64_t p) { return a_[static_cast<std::size_t>(i + p * order_)]; }
    double& b(std::int64_t p, std::int64_t j) { return b_[static_cast<std::size_t>(p + j * k_)]; }

    Session emulated_{options(Arithmetic::emulated)};
    Session native_{options(Arithmetic::native)};
    std::int64_t order_ = 0, k_ = 0;
    std::vector<double> a_{}, b_{};
};

TEST_F(EmulatedErrors, AreWithinTheBoundOfNativeProducts) {
    std::printf("| input | k | in norm: emulated | native | by elements: emulated | native |\n");
    // Compilers of devices make each kernel anew for each size.
    std::vector<std::int64_t> depths{256};
    if (test::on_host()) depths = {1, 256, 4096};
    if (test::on_host() && !test::kIsSanitized) depths.push_back(131071);
    for (const std::int64_t k : depths)
        for (const Input& input : inputs()) compare(input, k > 1000 ? 4 : 24, k);
}

}  // namespace
}  // namespace hg
