#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/device_problems.hpp"
#include "support/problems.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/session.hpp>

namespace hg::test {

/// A routine with the arguments of a call.
struct ProblemRow {
    std::string_view routine;
    Given given;
};

/// Pivots and iter: what a call leaves beside its operands.
inline std::vector<std::int64_t> pivots_of(const Problem& problem) {
    std::vector<std::int64_t> pivots;
    const hgctl::ListedCall call = problem.listed();
    for (const hgctl::ListedOperand* const x : call.operands())
        if (x->is_integral()) {
            const auto* const first = static_cast<const std::int64_t*>(x->data);
            pivots.insert(pivots.end(), first, first + x->elements());
        }
    return pivots;
}

/// Sessions on one device of the tests, and on more. Calls have the same bits on all of them.
class AnyDevicesTest : public testing::TestWithParam<ElementType> {
  protected:
    static void SetUpTestSuite() {
        for (std::size_t devices = 1; devices <= 3; ++devices) {
            auto session = std::make_unique<Session>(first_test_devices(devices));
            if (session->machine().device_count() == devices) sessions_.push_back(std::move(session));
        }
    }
    static void TearDownTestSuite() { sessions_.clear(); }
    void TearDown() override {
        for (const auto& session : sessions_) EXPECT_EQ(session->statistics().failed_runs, 0U);
    }

    static void expect_same_bits(Problem& problem) {
        std::vector<std::byte> bits;
        std::vector<std::int64_t> pivots;
        for (const auto& session : sessions_) {
            problem.restore();
            EXPECT_EQ(problem.call(*session), 0) << problem.text();
            if (session == sessions_.front()) bits = problem.result_bits(), pivots = pivots_of(problem);
            const std::size_t devices = session->machine().device_count();
            EXPECT_TRUE(problem.result_bits() == bits) << problem.text() << " on " << devices << " devices";
            EXPECT_EQ(pivots_of(problem), pivots) << problem.text() << " on " << devices << " devices";
        }
    }
    /// Of rows whose routines have this type.
    static void expect_same_bits(const std::vector<ProblemRow>& rows) {
        for (const auto& [routine, given] : rows) {
            const Routine& known = hgctl::routine_named(routine);
            if (known.has(GetParam())) expect_same_bits(*known.make(GetParam(), given));
        }
    }

    static inline std::vector<std::unique_ptr<Session>> sessions_{};
};

}  // namespace hg::test
