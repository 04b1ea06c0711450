#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "blas/session/thread_counts.hpp"

namespace hg {
namespace {

/// Also what threads count that are too many for places of their own, and threads that have ended.
TEST(ThreadCounts, LoseNothing) {
    constexpr int kThreads = 100;
    constexpr int kEvents = 5000;
    ThreadCounts counts, others;
    const auto count = [&] {
        for (int i = 0; i < kEvents; ++i) counts.add();
        others.add();
    };
    for (int round = 0; round < 2; ++round) {
        std::vector<std::thread> threads;
        for (int t = 0; t < kThreads; ++t) threads.emplace_back(count);
        for (std::thread& thread : threads) thread.join();
    }
    EXPECT_EQ(counts.sum(), 2u * kThreads * kEvents);
    EXPECT_EQ(others.sum(), 2u * kThreads);
}

}  // namespace
}  // namespace hg
