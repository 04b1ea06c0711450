#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "support/faulty_device.hpp"
#include "support/lu_samples.hpp"
#include <hg/lapack/gesv.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::Factorization;
using test::FaultPlan;
using test::Matrix;
using test::random_matrix;

/// A session on two devices that fail as planned, and come back.
struct FaultySession {
    FaultySession()
        : session(std::make_unique<Machine>(test::faulty_devices(test::test_options(), plans),
                                            test::test_options())) {
        for (FaultPlan& plan : plans) plan.recovers = true;
    }

    /// The one fault of the next calls; none at all where `position` is -1.
    void fail(std::size_t device, Operation operation, int position, ErrorCode code) {
        for (FaultPlan& plan : plans) {
            plan.restart();
            plan.position = -1;
        }
        plans[device].operation = operation;
        plans[device].position = position;
        plans[device].code = code;
    }

    std::array<FaultPlan, 2> plans;
    Session session;
};

class LuFaults : public testing::Test {
  protected:
    void SetUp() override {
        expected_ = factor(x_.session, A_);
        ASSERT_TRUE(is_factorization(A_, expected_));
        for (std::size_t d = 0; d < 2; ++d)
            for (Operation operation : {Operation::load, Operation::exec, Operation::store})
                counts_[d][static_cast<std::size_t>(operation)] = x_.plans[d].count(operation);
    }

    [[nodiscard]] int count(std::size_t device, Operation operation) const {
        return counts_[device][static_cast<std::size_t>(operation)];
    }

    const Matrix<double> A_ = random_matrix<double>(300, 300, 17);
    FaultySession x_;
    Factorization<double> expected_{A_, {}, 0};
    std::array<std::array<int, 3>, 2> counts_{};
};

/// Wherever a device fails, the call ends: with the factors, or with an error that says what A holds. The
/// next call is right.
TEST_F(LuFaults, EndInFactorsOrACleanError) {
    int factored = 0, failed = 0;
    for (std::size_t d = 0; d < 2; ++d)
        for (Operation operation : {Operation::load, Operation::exec, Operation::store})
            for (ErrorCode code : {ErrorCode::device_lost, ErrorCode::device_failed}) {
                const int commands = count(d, operation);
                for (int position = 0; position < commands; position += std::max(1, commands / 2)) {
                    x_.fail(d, operation, position, code);
                    try {
                        EXPECT_TRUE(same_factorization(expected_, factor(x_.session, A_)));
                        ++factored;
                    } catch (const Error& error) {
                        EXPECT_EQ(error.code(), code);
                        EXPECT_NE(error.message().find("A holds neither the matrix nor its factors"),
                                  std::string::npos)
                            << error.what();
                        ++failed;
                    }
                    x_.fail(d, operation, -1, code);
                    ASSERT_TRUE(same_factorization(expected_, factor(x_.session, A_)));
                }
            }
    EXPECT_GT(factored, 0) << "before anything is stored, other devices begin again";
    EXPECT_GT(failed, 0);
}

TEST_F(LuFaults, BeforeAnythingIsStoredOtherDevicesBeginAgain) {
    x_.fail(0, Operation::load, 0, ErrorCode::device_lost);
    const std::uint64_t before = x_.session.statistics().failed_runs;
    EXPECT_TRUE(same_factorization(expected_, factor(x_.session, A_)));
    EXPECT_EQ(x_.session.statistics().failed_runs, before + 1);
}

}  // namespace
}  // namespace hg
