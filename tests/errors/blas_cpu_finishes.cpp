#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>

#include "blas/call/call_policy.hpp"
#include "support/faulty_session.hpp"
#include "support/gemm_calls.hpp"
#include "support/trsm_calls.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::FaultPlan;
using test::GemmSample;
using test::kOperations;
using test::Matrix;
using test::TrsmSample;

/// Of no device's making, and a loss that nobody comes back from.
constexpr std::array kCodes{ErrorCode::out_of_memory, ErrorCode::device_lost};

/// Two devices that fail, behind which the host device fails too.
struct NobodyLeft {
    NobodyLeft()
        : session(test::options_with_memory(300 << 10),
                  std::make_unique<Machine>(test::faulty_devices(host(), host_plan))) {
        host_plan[0].operation = Operation::exec;
        host_plan[0].position = 0;
    }
    static MachineOptions host() {
        MachineOptions options;
        options.devices = "host";
        return options;
    }
    void fail(Operation operation, int position, ErrorCode code) {
        session.fail(0, operation, position, code);
        FaultPlan& other = session.plans[1];
        other.operation = Operation::load;
        other.position = 3;
        other.code = code;
        for (FaultPlan& plan : session.plans) plan.recovers = true;
        host_plan[0].recovers = true;
    }

    std::array<FaultPlan, 1> host_plan;
    test::FaultySession<2> session;
};

TEST(CpuFinishes, ProductsThatNoDeviceCan) {
    const GemmSample<double> s{
        .op_a = Op::trans, .m = 210, .n = 150, .k = 90, .alpha = 1.5, .beta = 0.75, .gap = 3};
    const Matrix<double> a = s.make_a(), b = s.make_b(), c = s.make_c();
    NobodyLeft x;
    const Matrix<double> right = call_gemm(x.session.session, s, a, b, c);
    ASSERT_TRUE(gemm_is_right(s, a, b, c, right));
    const CallPolicy policy({.cpu_finishes = true});
    for (const Operation operation : kOperations)
        for (const ErrorCode code : kCodes)
            for (const int position : {0, 2}) {
                const std::uint64_t before = x.session.failed_runs();
                x.session.plans[0].stored_before = 99 * 8;
                x.fail(operation, position, code);
                EXPECT_TRUE(same_but_for_rounding(right, call_gemm(x.session.session, s, a, b, c), 1e-12));
                EXPECT_GT(x.session.failed_runs(), before) << "the fault did not happen";
            }
}

TEST(CpuFinishes, SolvesThatNoDeviceCan) {
    TrsmSample<double> s;
    s.m = 300;
    s.n = 260;
    s.alpha = -1.5;
    s.gap = 2;
    const Matrix<double> a = s.make_a(), b = s.make_b();
    Session sound(test::first_test_devices(1));
    const Matrix<double> right = call_trsm(sound, s, a, b);
    ASSERT_TRUE(trsm_is_right(s, a, b, right));
    for (const Operation operation : kOperations)
        for (const ErrorCode code : kCodes) {
            test::FaultySession<1> x(test::options_with_memory(3 << 20));
            x.plans[0].stored_before = 99 * 8;
            x.fail(0, operation, 0, code);
            const CallPolicy policy({.cpu_finishes = true});
            EXPECT_TRUE(same_but_for_rounding(right, call_trsm(x.session, s, a, b), 1e-11));
            EXPECT_GT(x.failed_runs(), 0U) << "the fault did not happen";
        }
}

TEST(CpuFinishes, OnlyWhileAThreadWantsIt) {
    const GemmSample<double> s{.m = 60, .n = 50, .k = 40};
    const Matrix<double> a = s.make_a(), b = s.make_b(), c = s.make_c();
    test::FaultySession<1> x(test::test_options());
    {
        const CallPolicy policy({.cpu_finishes = true});
        x.fail(0, Operation::exec, 0, ErrorCode::out_of_memory);
        EXPECT_TRUE(gemm_is_right(s, a, b, c, call_gemm(x.session, s, a, b, c)));
    }
    x.fail(0, Operation::exec, 0, ErrorCode::out_of_memory);
    EXPECT_THROW(call_gemm(x.session, s, a, b, c), Error);
}

TEST(CallPolicy, DevicesOnly) {
    MachineOptions options = test::test_options();
    options.host_below = 1000;
    Session session(options);
    EXPECT_TRUE(session.runs_on_cpu(ElementType::f64, 10, 10, 10, false));
    {
        const CallPolicy policy({.devices_only = true});
        EXPECT_FALSE(session.runs_on_cpu(ElementType::f64, 10, 10, 10, false));
    }
    EXPECT_TRUE(session.runs_on_cpu(ElementType::f64, 10, 10, 10, false));
}

}  // namespace
}  // namespace hg
