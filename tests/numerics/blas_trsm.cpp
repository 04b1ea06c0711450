#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "support/gemm_calls.hpp"
#include "support/trsm_calls.hpp"
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hg {
namespace {

using test::all_trsm_cases;
using test::Matrix;
using test::TrsmCase;
using test::TrsmSample;

class Trsm : public testing::Test {
  protected:
    static void SetUpTestSuite() { session_ = std::make_unique<Session>(test::test_options()); }
    static void TearDownTestSuite() { session_.reset(); }
    static std::unique_ptr<Session> session_;
};

std::unique_ptr<Session> Trsm::session_;

template <class T>
TrsmSample<T> any_sample(const TrsmCase& which, Layout layout, std::mt19937& random, std::int64_t largest) {
    const auto extent = [&] { return 1 + static_cast<std::int64_t>(random()) % largest; };
    TrsmSample<T> s{which};
    s.layout = layout;
    s.m = extent();
    s.n = extent();
    s.alpha = std::array{T{1}, T{-1.25}, T{0.375}}[random() % 3];
    s.gap = static_cast<std::int64_t>(random() % 4);
    s.seed = static_cast<unsigned>(random());
    return s;
}

/// Few columns are solved for one by one, by the kernels of level 2; several blocks, the last one smaller.
TEST_F(Trsm, FewColumnsInSeveralBlocks) {
    Machine& machine = session_->machine();
    std::mt19937 random(4);
    for (const TrsmCase& which : all_trsm_cases()) {
        if (which.side != Side::left) continue;
        TrsmSample<double> s = any_sample<double>(which, Layout::col_major, random, 8);
        s.m = 300;
        const auto a = s.make_a();
        const auto b = s.make_b();
        const Target target = test::first_devices(machine, 1);
        const Program program =
            trsm_program(test::problem_of(s), test::plan_of(test::problem_of(s), target, 128, s.n), target,
                         kernels::Database::shipped());
        ASSERT_NE(print(program).find("trsv"), std::string::npos) << s.text();
        EXPECT_TRUE(trsm_is_right(s, a, b, test::run_on(machine, program, s, a, b)));
    }
}

/// Several blocks and strips, the last ones smaller, on one device and on three.
TEST_F(Trsm, AnyNumberOfDevicesGivesTheSameBits) {
    Machine& machine = session_->machine();
    std::mt19937 random(3);
    for (const TrsmCase& which : all_trsm_cases()) {
        TrsmSample<double> s = any_sample<double>(which, Layout::col_major, random, 8);
        s.m = s.side == Side::left ? 300 : 211;
        s.n = s.side == Side::left ? 211 : 300;
        const auto a = s.make_a();
        const auto b = s.make_b();
        const auto run = [&](std::size_t devices, std::int64_t strip) {
            const Target target = test::first_devices(machine, devices);
            const Program program =
                trsm_program(test::problem_of(s), test::plan_of(test::problem_of(s), target, 128, strip),
                             target, kernels::Database::shipped());
            verify(program);
            return run_on(machine, program, s, a, b);
        };
        const auto one = run(1, 211);
        EXPECT_TRUE(trsm_is_right(s, a, b, one));
        for (const auto& [devices, strip] : {std::pair(1u, 100), std::pair(2u, 211), std::pair(3u, 32)}) {
            if (devices > machine.device_count()) continue;
            const auto other = run(devices, strip);
            EXPECT_TRUE(one.data == other.data) << s.text() << " on " << devices << " devices";
        }
    }
}

}  // namespace
}  // namespace hg
