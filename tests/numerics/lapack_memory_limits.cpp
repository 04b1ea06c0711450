// Calls in little memory: once there is enough, more is enough, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/problems_on_devices.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using Reals = std::vector<double>;

/// Of calls that are one program, or several if that takes too much memory.
constexpr double kSmallStep = 1.05;

/// A call on matrices of one order, or with five right-hand sides.
struct LimitedRoutine {
    const char* name;
    const char* output;
    test::Given given{};
    double step = 1.3;         ///< from one limit to the next
    std::int64_t order = 170;  ///< of its matrices
};

const std::vector<LimitedRoutine> kLimited{
    {"gemm", "C", {.op_b = Op::trans, .beta = 0.5}},
    {"symm", "C", {.beta = 0.5}},
    {"syrk", "C", {.beta = 0.5}},
    {"syr2k", "C", {.uplo = Uplo::upper, .op = Op::trans, .beta = 0.5}},
    {"trmm", "B"},
    {"trsm", "B", {.side = Side::right, .uplo = Uplo::upper}},
    {"gemv", "y", {.op = Op::trans, .beta = 0.5}},
    {"trsv", "x"},
    {"getrf", "A"},
    {"gesv", "B", {}, kSmallStep, 420},
    {"getrs", "B", {.op = Op::trans}, kSmallStep},
    {"getri", "A", {}, kSmallStep},
    {"dsgesv", "X"},
    {"potrf", "A", {.uplo = Uplo::upper}},
    {"posv", "B", {}, kSmallStep},
    {"potrs", "B", {}, kSmallStep},
    {"potri", "A", {}, kSmallStep},
    {"dsposv", "X", {}, kSmallStep},
    {"sytrf", "A", {.uplo = Uplo::upper}},
    {"sytrs", "B"},
    {"sysv", "B"},
    {"geqrf", "A"},
    {"ormqr", "C", {.op = Op::trans}},
    {"orgqr", "A"},
    {"gels", "B", {}, kSmallStep}};

/// The largest difference of two results, in terms of the largest element. NaN stands where none is.
double difference(const Reals& x, const Reals& y) {
    double most = 0, largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (std::isnan(x[i]) && std::isnan(y[i])) continue;
        most = std::fmax(most, std::isnan(x[i] - y[i]) ? HUGE_VAL : std::fabs(x[i] - y[i]));
        largest = std::fmax(largest, std::fabs(y[i]));
    }
    return most / largest;
}

class MemoryLimits : public testing::TestWithParam<LimitedRoutine> {
  protected:
    static std::unique_ptr<test::Problem> problem_of_order(std::int64_t n) {
        test::Given given = GetParam().given;
        const std::string_view name = GetParam().name;
        given.m = given.n = given.k = n, given.nrhs = 5;
        if (name == "gels") given.n = n / 2;
        if (name == "ormqr") given.n = 5;
        auto problem = test::make_problem(name, ElementType::f64, given);
        for (std::int64_t i = 0; i < n && (name == "getrf" || name.ends_with("gesv")); ++i)
            problem->set("A", i, i, problem->was("A", i, i) + 8.0);
        return problem;
    }
    /// What a call gives with so much memory on each of some devices; nothing if that is too little.
    static std::optional<Reals> with_memory(test::Problem& problem, std::int64_t limit, std::size_t devices) {
        MachineOptions options = test::first_test_devices(devices);
        options.memory_limit = limit;
        Session session(options);
        problem.restore();
        try {
            EXPECT_EQ(problem.call(session), 0);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::out_of_memory) << error.what();
            EXPECT_NE(std::string_view(error.what()).find(" bytes"), std::string_view::npos) << error.what();
            return std::nullopt;
        }
        const hgctl::ListedCall call = problem.listed();
        for (const hgctl::ListedOperand* const x : call.operands())
            if (x->name == GetParam().output) {
                const auto* const first = static_cast<const double*>(x->data);
                return Reals(first, first + x->elements());
            }
        ADD_FAILURE() << "there is no " << GetParam().output;
        return std::nullopt;
    }
    static void sweep(std::int64_t n, std::initializer_list<std::size_t> counts, double least, double most,
                      double step);
};

void MemoryLimits::sweep(std::int64_t n, std::initializer_list<std::size_t> counts, double least, double most,
                         double step) {
    const auto problem = problem_of_order(n);
    const std::optional<Reals> expected = with_memory(*problem, 0, 1);
    ASSERT_TRUE(expected);
    EXPECT_TRUE(test::is_right(*problem));
    for (const std::size_t devices : counts) {
        std::int64_t enough = 0;
        for (double limit = least; limit < most; limit *= step) {
            const auto bytes = static_cast<std::int64_t>(limit);
            const std::optional<Reals> found = with_memory(*problem, bytes, devices);
            if (found) {
                EXPECT_LT(difference(*found, *expected), 1e-10) << bytes << " bytes on " << devices;
                if (enough == 0) enough = bytes;
            }
            EXPECT_TRUE(found || enough == 0) << bytes << " bytes on each of " << devices
                                              << " devices are too little, " << enough << " were enough";
        }
        EXPECT_GT(enough, 0);
    }
}

/// From where all of it is too much to where all of it fits.
TEST_P(MemoryLimits, MoreMemoryIsNeverTooLittle) {
    const std::int64_t n = GetParam().order;
    const double matrix = static_cast<double>(n * n) * sizeof(double);
    sweep(n, {1, 3}, matrix / 4, 16 * matrix, GetParam().step);
}

/// In steps of a twentieth for every routine: minutes, which ./hg test long_limits takes.
TEST_P(MemoryLimits, DISABLED_From1To64MiB) {
    sweep(723, {1, 2, 3}, 1 << 20, 64 << 20, kSmallStep);
}

INSTANTIATE_TEST_SUITE_P(All, MemoryLimits, testing::ValuesIn(kLimited),
                         [](const auto& routine) { return std::string(routine.param.name); });

}  // namespace
}  // namespace hg
