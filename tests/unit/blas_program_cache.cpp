#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <stdexcept>
#include <thread>
#include <vector>

#include "blas/session/program_cache.hpp"
#include <hg/blas/gemm_program.hpp>

namespace hg {
namespace {

Program some_program() {
    Target target;
    target.devices.resize(1);
    return gemm_program({.m = 4, .n = 4, .k = 4, .block = 4}, target);
}

/// Asks for a program; true if it was built for that.
bool builds(ProgramCache& cache, const char* key) {
    const std::uint64_t built = cache.built();
    (void)cache.get(key, some_program);
    return cache.built() > built;
}

TEST(ProgramCache, BuildsOnceAndDropsWhatWasNotUsedForLongest) {
    ProgramCache cache(2);
    EXPECT_TRUE(builds(cache, "a"));
    EXPECT_TRUE(builds(cache, "b"));
    EXPECT_FALSE(builds(cache, "a"));
    EXPECT_TRUE(builds(cache, "c"));  // takes the place of b
    EXPECT_FALSE(builds(cache, "a"));
    EXPECT_TRUE(builds(cache, "b"));
}

TEST(ProgramCache, TriesAgainAfterABuildThatThrew) {
    ProgramCache cache(1);
    EXPECT_THROW((void)cache.get("a", []() -> Program { throw std::runtime_error("no"); }),
                 std::runtime_error);
    EXPECT_TRUE(builds(cache, "a"));
    EXPECT_FALSE(builds(cache, "a"));
}

TEST(ProgramCache, OthersDoNotWaitForABuild) {
    ProgramCache cache(4);
    std::promise<void> other_is_there;
    // The build of "slow" ends only after "quick" was built: it hangs if one waits for the other.
    auto slow = std::async(std::launch::async, [&] {
        return cache.get("slow", [&] {
            EXPECT_EQ(other_is_there.get_future().wait_for(std::chrono::seconds(60)),
                      std::future_status::ready);
            return some_program();
        });
    });
    EXPECT_TRUE(builds(cache, "quick"));
    other_is_there.set_value();
    (void)slow.get();
    EXPECT_EQ(cache.built(), 2U);
    EXPECT_EQ(cache.reused(), 0U);
}

TEST(ProgramCache, ThreadsThatAskForTheSameBuildItOnce) {
    ProgramCache cache(4);
    std::atomic<int> builds{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t)
        threads.emplace_back([&] {
            (void)cache.get("a", [&] {
                ++builds;
                return some_program();
            });
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(builds, 1);
}

}  // namespace
}  // namespace hg
