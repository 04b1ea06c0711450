#pragma once

#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "support/pocl_optimiser.hpp"
#include "support/problems.hpp"
#include "support/shared_devices.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/session.hpp>

namespace hg::test {

/// Problems of a type on one session with the devices of the tests, none of which may fail.
class DeviceProblems : public SessionSuite<testing::TestWithParam<ElementType>> {
  protected:
    /// Whether PoCL optimises kernels. It would take minutes for those of all types.
    [[nodiscard]] virtual bool optimises() const { return GetParam() == ElementType::f64; }

    static void SetUpTestSuite() {}
    void SetUp() override {
        const bool optimised = optimises() && !on_host();
        if (session_ && optimised == optimiser_.has_value()) return;
        session_.reset();
        optimiser_.reset();
        if (optimised) optimiser_.emplace();
        session_ = std::make_unique<Session>(test_options());
    }
    static void TearDownTestSuite() {
        session_.reset();
        optimiser_.reset();
    }

    static std::unique_ptr<Problem> make(std::string_view routine, const Given& given) {
        return make_problem(routine, GetParam(), given);
    }
    static bool is_double() { return needs_f64(GetParam()); }
    static bool is_complex() { return hg::is_complex(GetParam()); }

    /// A session on one device that holds little.
    static Session with_memory(std::int64_t bytes) {
        MachineOptions options = first_test_devices(1);
        options.memory_limit = bytes;
        return Session(options);
    }
    /// Multiplies the elements of A that count.
    static void scale(Problem& problem, std::int64_t rows, std::int64_t cols, double factor) {
        for (std::int64_t j = 0; j < cols; ++j)
            for (std::int64_t i = 0; i < rows; ++i)
                if (problem.counts("A", i, j)) problem.set("A", i, j, problem.was("A", i, j) * factor);
    }
    /// The same bits on fewer devices.
    static void expect_same_bits_on_fewer(Problem& problem) {
        EXPECT_TRUE(works(*session_, problem));
        const auto expected = problem.result_bits();
        for (std::size_t count = 1; count < session_->machine().device_count(); ++count) {
            Session fewer(first_test_devices(count));
            problem.restore();
            EXPECT_EQ(problem.call(fewer), 0);
            EXPECT_EQ(problem.result_bits(), expected) << problem.text() << " on " << count << " devices";
        }
    }

    static inline std::optional<PoclOptimiser> optimiser_;
};

/// Devices must do it, in one run.
inline testing::AssertionResult works_in_one_run(Session& session, Problem& problem) {
    const std::uint64_t runs = session.statistics().runs;
    const auto result = works(session, problem);
    if (result && session.statistics().runs > runs + 1) return testing::AssertionFailure() << "several runs";
    return result;
}

inline std::string name_of_type(const testing::TestParamInfo<ElementType>& type) {
    return std::string(name(type.param));
}

}  // namespace hg::test
