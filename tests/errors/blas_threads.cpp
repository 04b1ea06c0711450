#include <gtest/gtest.h>

#include <vector>

#include "blas/call/submitted_call.hpp"
#include "support/failing_threads.hpp"
#include "support/gemm_calls.hpp"
#include <hg/blas/async.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::FailingThreads;
using test::GemmSample;
using test::Matrix;

/// Threads that the system refuses: one, or all from there on.
class RefusedThreads : public ::testing::TestWithParam<int> {
  protected:
    void SetUp() override {
        if (!test::kThreadsCanFail) GTEST_SKIP() << "sanitizers take pthread_create for themselves";
    }
};

/// Two products at once, and one more that waits for the first.
void expect_async_works(Session& session) {
    const GemmSample<double> s{.m = 60, .n = 50, .k = 40, .beta = 0.0};
    const Matrix<double> a = s.make_a(), b = s.make_b(), c = s.make_c();
    std::vector<Matrix<double>> got(2, c);
    std::vector<Call> calls;
    for (const std::size_t i : {0, 1, 0})
        calls.push_back(gemm_async<double>(session, s.layout, s.op_a, s.op_b, s.m, s.n, s.k, s.alpha,
                                           a.data.data(), a.ld, b.data.data(), b.ld, s.beta,
                                           got[i].data.data(), got[i].ld));
    for (const Call& call : calls) call.wait();
    for (const Matrix<double>& result : got) EXPECT_TRUE(gemm_is_right(s, a, b, c, result));
}

TEST_P(RefusedThreads, ASessionWorksOrThrowsHgsErrorThenWorks) {
    int number = 0;
    for (bool any_failed = true; any_failed; ++number) {
        FailingThreads failing(number, GetParam());
        try {
            Session session(test::test_options());
            const GemmSample<double> s{.m = 60, .n = 50, .k = 40};
            EXPECT_TRUE(gemm_works(session, s));
            expect_async_works(session);
            failing.stop();
            expect_async_works(session);
            EXPECT_TRUE(gemm_works(session, s));
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
            EXPECT_NE(error.message().find("cannot start a thread"), std::string::npos) << error.what();
        }
        any_failed = failing.any_failed();
    }
    EXPECT_GT(number, 4);
}

TEST_P(RefusedThreads, SubmittedCallsAreDoneByWhatThreadsThereAre) {
    for (int number = 0; number < 3; ++number) {
        FailingThreads failing(number, GetParam());
        WorkQueue queue(4);
        std::vector<Call> calls;
        std::vector<std::int64_t> done(8, 0);
        for (std::size_t i = 0; i < done.size(); ++i)
            calls.push_back(
                submit_call(queue, ProcessGeneration(), {HostRegion{&done[i], 8, 1, 8, true}}, [&done, i] {
                    done[i] = 1;
                    return static_cast<std::int64_t>(i);
                }));
        for (std::size_t i = 0; i < calls.size(); ++i)
            EXPECT_EQ(calls[i].wait(), static_cast<std::int64_t>(i));
        EXPECT_EQ(done, std::vector<std::int64_t>(8, 1));
        EXPECT_TRUE(failing.any_failed() || number > 0);
    }
}

INSTANTIATE_TEST_SUITE_P(Threads, RefusedThreads, ::testing::Values(1, 1 << 20),
                         [](const auto& count) { return count.param == 1 ? "One" : "AllFromThere"; });

}  // namespace
}  // namespace hg
