#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <memory>
#include <random>
#include <vector>

#include "support/faulty_session.hpp"
#include "support/gemm_calls.hpp"
#include "support/trmm_calls.hpp"
#include <hg/runtime/program/verify.hpp>

namespace hg {
namespace {

using test::all_trsm_cases;
using test::Matrix;
using test::TrmmSample;
using test::TrsmCase;

class Trmm : public testing::Test {
  protected:
    static void SetUpTestSuite() { session_ = std::make_unique<Session>(test::test_options()); }
    static void TearDownTestSuite() { session_.reset(); }
    static std::unique_ptr<Session> session_;
};

std::unique_ptr<Session> Trmm::session_;

template <class T>
TrmmSample<T> any_product(const TrsmCase& which, Layout layout, std::mt19937& random, std::int64_t largest) {
    const auto extent = [&] { return 1 + static_cast<std::int64_t>(random()) % largest; };
    TrmmSample<T> s{{which}};
    s.layout = layout;
    s.m = extent();
    s.n = extent();
    s.alpha = std::array{T{1}, T{-1.25}, T{0.375}}[random() % 3];
    s.gap = static_cast<std::int64_t>(random() % 4);
    s.seed = static_cast<unsigned>(random());
    return s;
}

/// Blocks are small, A comes again for each strip.
TEST_F(Trmm, LittleMemoryIsEnough) {
    Session session(test::options_with_memory(2 << 20));
    std::mt19937 random(3);
    for (const TrsmCase& which : all_trsm_cases()) {
        auto s = any_product<double>(which, Layout::col_major, random, 8);
        s.m = s.side == Side::left ? 400 : 331;
        s.n = s.side == Side::left ? 331 : 400;
        EXPECT_TRUE(trmm_works(session, s, s.make_a(), s.make_b()));
    }
}

/// Each reaches what op(A) couples it with, and nothing else: neither through the zeros of the other triangle
/// nor through neighbours in a block.
TEST_F(Trmm, InfAndNanInBSpreadAsByDefinition) {
    const double odd[] = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN(),
                          -std::numeric_limits<double>::infinity()};
    std::mt19937 random(4);
    for (const TrsmCase& which : all_trsm_cases()) {
        auto s = any_product<double>(which, Layout::col_major, random, 8);
        s.m = s.side == Side::left ? 90 : 75;
        s.n = s.side == Side::left ? 75 : 90;
        Matrix<double> b = s.make_b();
        // One a column (a row), so that no two of them meet.
        for (std::int64_t line = 0; line < 75; line += 2)
            (s.side == Side::left ? b(line * 7 % 90, line) : b(line, line * 7 % 90)) = odd[line / 2 % 3];
        EXPECT_TRUE(trmm_works(*session_, s, s.make_a(), b));
    }
}

TEST_F(Trmm, InfAndNanInTheTriangleSpread) {
    for (const TrsmCase& which : all_trsm_cases()) {
        std::mt19937 random(5);
        auto s = any_product<double>(which, Layout::col_major, random, 70);
        s.m += 70;
        s.n += 70;
        Matrix<double> a = s.make_a();
        const bool lower = s.uplo == Uplo::lower;
        a(lower ? 40 : 9, lower ? 9 : 40) = std::numeric_limits<double>::infinity();
        a(lower ? 50 : 1, lower ? 1 : 50) = std::numeric_limits<double>::quiet_NaN();
        EXPECT_TRUE(trmm_works(*session_, s, a, s.make_b()));
    }
}

TEST_F(Trmm, AlphaZeroReadsNeitherAnorB) {
    TrmmSample<double> s{};
    s.m = 30;
    s.n = 20;
    s.alpha = 0;
    s.gap = 2;
    Matrix<double> b = s.make_b();
    b(3, 4) = b(29, 19) = std::numeric_limits<double>::quiet_NaN();
    trmm<double>(*session_, s.layout, s.side, s.uplo, s.op, s.diag, s.m, s.n, 0, nullptr, 30, b.data.data(),
                 b.ld);
    for (std::int64_t j = 0; j < s.n; ++j)
        for (std::int64_t i = 0; i < s.m; ++i) ASSERT_EQ(b(i, j), 0) << i << ", " << j;
    EXPECT_TRUE(b.gaps_untouched());
}

/// Several blocks and strips, the last ones smaller, on one device and on three.
TEST_F(Trmm, AnyNumberOfDevicesGivesTheSameBits) {
    Machine& machine = session_->machine();
    std::mt19937 random(6);
    for (const TrsmCase& which : all_trsm_cases()) {
        auto s = any_product<double>(which, Layout::col_major, random, 8);
        s.m = s.side == Side::left ? 300 : 211;
        s.n = s.side == Side::left ? 211 : 300;
        const auto a = s.make_a();
        const auto b = s.make_b();
        const auto run = [&](std::size_t devices, std::int64_t strip) {
            const Target target = test::first_devices(machine, devices);
            const Program program = trmm_program(s.problem(), test::plan_of(s.problem(), target, 128, strip),
                                                 target, kernels::Database::shipped());
            verify(program);
            return run_on(machine, program, s, a, b);
        };
        const auto one = run(1, 211);
        EXPECT_TRUE(trmm_is_right(s, a, b, one));
        for (const auto& [devices, strip] : {std::pair(1u, 100), std::pair(2u, 211), std::pair(3u, 32)}) {
            if (devices > machine.device_count()) continue;
            const auto other = run(devices, strip);
            EXPECT_TRUE(one.data == other.data) << s.text() << " on " << devices << " devices";
        }
    }
}

/// Large blocks begin with smaller ones.
TEST_F(Trmm, LargeBlocksAreDividedAtOneEnd) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
        TrmmSample<double> s{{{.uplo = uplo}}};
        s.m = 1100;
        s.n = 9;
        const Target target = test::first_devices(session_->machine(), 1);
        const Program program = trmm_program(s.problem(), test::plan_of(s.problem(), target, 1024, 9), target,
                                             kernels::Database::shipped());
        std::vector<std::int64_t> heights;
        for (const CommandId id : program.queue({0, QueueKind::store}))
            if (program.command(id).operation == Operation::store) heights.push_back(program.tile(id).rows);
        EXPECT_EQ(heights, (std::vector<std::int64_t>{76, 512, 256, 256}));
        const auto a = s.make_a();
        const auto b = s.make_b();
        EXPECT_TRUE(trmm_is_right(s, a, b, run_on(session_->machine(), program, s, a, b)));
    }
}

}  // namespace
}  // namespace hg
