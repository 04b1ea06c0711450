// A trace is advice: one that cannot be written changes no call.
#include <gtest/gtest.h>

#include "runtime/machine/trace/advisory_trace.hpp"
#include "support/gemm_calls.hpp"
#include "support/planted_trace.hpp"
#include "support/small_disk.hpp"

namespace hg {
namespace {

TEST(UnwritableTrace, LeavesProductsAsTheyAre) {
    // Each with beta, so that a call that is made twice would be wrong.
    const test::GemmSample<double> sample{.m = 40, .n = 30, .k = 20, .beta = 2};
    test::for_traces_that_cannot_be([&](Session& session, const std::string& what) {
        for (int call = 0; call < 2; ++call) EXPECT_TRUE(test::gemm_works(session, sample)) << what;
        EXPECT_EQ(session.statistics().runs, 2U) << what;
    });
}

TEST(UnwritableTrace, OnADiskThatFillsUpLeavesProductsAsTheyAre) {
    const test::TestFolder folder;
    const std::string path = folder.file("trace.json");
    ASSERT_EQ(setenv("HG_TRACE", path.c_str(), 1), 0);
    Session session(test::test_options());
    unsetenv("HG_TRACE");
    const test::GemmSample<double> sample{.m = 40, .n = 30, .k = 20, .beta = 2};
    EXPECT_TRUE(test::gemm_works(session, sample));
    AdvisoryTrace::write_all();
    const std::string first = test::contents(path);
    EXPECT_FALSE(first.empty());
    {
        const test::SmallDisk disk(first.size() / 2);
        EXPECT_TRUE(test::gemm_works(session, sample));
        AdvisoryTrace::write_all();
    }
    EXPECT_TRUE(test::gemm_works(session, sample));
    AdvisoryTrace::write_all();
    EXPECT_EQ(test::contents(path), first) << "the last whole trace stays";
    EXPECT_EQ(folder.entries(), 1);
}

}  // namespace
}  // namespace hg
