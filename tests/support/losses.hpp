#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "blas/call/call_policy.hpp"
#include "support/faulty_session.hpp"
#include "support/problems.hpp"
#include "support/sanitized.hpp"
#include "support/written_numbers.hpp"
#include <hg/runtime/program/error.hpp>

/// Calls during which a device fails, at one command after the other.
namespace hg::test {

/// A call, and how devices fail in it.
struct Loss {
    std::string name;
    std::string_view routine;
    Given given{};
    std::int64_t memory = 0;  ///< of each device, for a part of the operands; 0: what it has
    std::size_t devices = 2;  ///< that the call may use
    std::size_t failing = 2;  ///< so many of them fail in turn
    std::vector<ErrorCode> codes{ErrorCode::device_lost};
    double most = 1e-11;       ///< difference that rounding may make
    int step = 1;              ///< every so many EXECs fail; each LD and ST
    int parts = 0;             ///< if it is not 0, about so many commands of each kind fail
    std::string_view error{};  ///< what an error says; empty: the call always ends in its result
    std::string_view kept{};   ///< an operand that is as it was after an error
    bool elements_are_old_or_final = false;  ///< after an error, which STs alone cause
    bool all_is_old = false;                 ///< after an error: the call worked on copies
    bool cpu_finishes = false;               ///< what no device does
    bool host = false;                       ///< on host devices alone: elsewhere a loss takes long
    ElementType type = ElementType::f64;
    void (*prepare)(Problem&) = nullptr;  ///< gives operands elements that no rule judges
};

inline void PrintTo(const Loss& loss, std::ostream* out) {
    *out << loss.name;
}
inline std::string name_of_loss(const testing::TestParamInfo<Loss>& loss) {
    return loss.param.name;
}

inline std::vector<double> numbers_written(const Problem& problem, std::string_view operand = {}) {
    return numbers_written(problem.listed(), operand);
}

/// Whether all are `right` but for rounding: far quicker than a rule, which `right` has passed. Or as they
/// were `before`.
inline testing::AssertionResult are_close(const std::vector<double>& right, const std::vector<double>& found,
                                          double most, const std::vector<double>& before = {}) {
    for (std::size_t i = 0; i < right.size(); ++i)
        if (!is_close(right[i], found[i], most) && (before.empty() || found[i] != before[i]))
            return testing::AssertionFailure()
                   << "number " << i << " is " << found[i] << " instead of " << right[i];
    return testing::AssertionSuccess();
}

/// Lets devices fail in a call. Each time others finish it or, if the loss says so, an error tells what is
/// left. The next call is right.
class LostDeviceTest : public testing::TestWithParam<Loss> {
  protected:
    static constexpr std::size_t kMostDevices = 3;
    using Devices = FaultySession<kMostDevices>;

    void fail_everywhere() {
        const Loss& loss = GetParam();
        if (loss.host && !on_host()) return;
        MachineOptions options = first_test_devices(loss.devices);
        if (loss.memory > 0) options.memory_limit = loss.memory;
        Devices x(options);
        if (x.session.machine().device_count() < loss.devices) GTEST_SKIP() << "there are too few devices";
        problem_ = make_problem(loss.routine, loss.type, loss.given);
        if (loss.prepare != nullptr) loss.prepare(*problem_);
        problem_->keep();
        before_ = numbers_written(*problem_), kept_ = numbers_written(*problem_, loss.kept);
        EXPECT_EQ(problem_->call(x.session), 0);
        ASSERT_TRUE(loss.prepare != nullptr || is_right(*problem_));
        right_ = numbers_written(*problem_);
        std::array<std::array<int, kOperations.size()>, kMostDevices> counts{};
        for (std::size_t d = 0; d < loss.failing; ++d)
            for (std::size_t o = 0; o < kOperations.size(); ++o)
                counts[d][o] = x.plans[d].count(kOperations[o]);
        for (std::size_t d = 0; d < loss.failing; ++d)
            for (std::size_t o = 0; o < kOperations.size(); ++o)
                for (const ErrorCode code : loss.codes) {
                    if (HasFatalFailure()) return;
                    fail_commands(x, static_cast<DeviceIndex>(d), kOperations[o], counts[d][o], code);
                }
        EXPECT_GT(finished_, 0) << "before anything is stored, other devices begin again";
        EXPECT_EQ(failed_ > 0, !loss.error.empty());
        expect_right(x);
        for (std::size_t d = 0; d < loss.failing && loss.parts == 0; ++d)
            EXPECT_GT(x.plans[d].count(Operation::store), 0) << "all devices are back";
    }

  private:
    /// Commands of this kind, one in each call.
    void fail_commands(Devices& x, DeviceIndex device, Operation operation, int count, ErrorCode code) {
        const Loss& loss = GetParam();
        // Devices of OpenCL make new contexts after each loss; sanitizers watch every access.
        const int every = on_host() && !kIsSanitized ? 1 : 3;
        const int step = on_host() || loss.step == 1 ? loss.step : 2 * loss.step;
        const int distance = loss.parts > 0 ? std::max(1, count / loss.parts)
                                            : every * (operation == Operation::exec ? step : 1);
        ASSERT_GT(count, loss.parts > 0 ? -1 : 1)
            << "device " << device << " must have several " << name(operation);
        const int failed_before = failed_;
        x.plans[device].recovers = true;
        for (int position = 0; position < count && !HasFatalFailure(); position += distance) {
            x.plans[device].stored_before =
                std::array{0, 1, 70, 333, 1 << 17}[position % 5] * size_of(loss.type);
            SCOPED_TRACE(testing::Message()
                         << name(operation) << ' ' << position << " of device " << device << " failed");
            const std::uint64_t failed_runs = x.failed_runs();
            x.fail(device, operation, position, code);
            call_once(x, code);
            ASSERT_GE(x.failed_runs(), failed_runs + 1) << "the fault did not happen";
            if (loss.error.empty() && code == ErrorCode::device_lost) {
                ASSERT_EQ(x.failed_runs(), failed_runs + 1) << "another fault happened";
            }
            if (!loss.error.empty()) expect_right(x);
        }
        if (loss.elements_are_old_or_final) {
            EXPECT_EQ(failed_ > failed_before, operation == Operation::store) << name(operation);
        }
    }
    void call_once(Devices& x, ErrorCode code) {
        const Loss& loss = GetParam();
        const CallPolicy policy({.cpu_finishes = loss.cpu_finishes});
        problem_->restore();
        try {
            EXPECT_EQ(problem_->call(x.session), 0);
            ++finished_;
            ASSERT_TRUE(are_close(right_, numbers_written(*problem_), loss.most));
        } catch (const Error& error) {
            ASSERT_FALSE(loss.error.empty()) << error.what();
            ++failed_;
            EXPECT_EQ(error.code(), code);
            EXPECT_NE(error.context().partially_written, loss.all_is_old) << error.what();
            EXPECT_NE(error.message().find(loss.error), std::string::npos) << error.what();
            if (!loss.kept.empty()) {
                EXPECT_TRUE(are_close(kept_, numbers_written(*problem_, loss.kept), 0))
                    << "it is no solution";
            }
            if (!loss.elements_are_old_or_final) return;
            ASSERT_TRUE(are_close(right_, numbers_written(*problem_), loss.most, before_));
            EXPECT_EQ(problem_->judged().fault.find("wrote"), std::string::npos) << problem_->judged().fault;
        }
    }
    /// Without a fault.
    void expect_right(Devices& x) {
        x.fail(0, Operation::exec, -1);
        problem_->restore();
        EXPECT_EQ(problem_->call(x.session), 0);
        ASSERT_TRUE(are_close(right_, numbers_written(*problem_), GetParam().most));
    }

    std::unique_ptr<Problem> problem_{};
    std::vector<double> before_{}, kept_{}, right_{};
    int finished_ = 0, failed_ = 0;
};

}  // namespace hg::test
