#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "runtime/threads/available_cores.hpp"
#include "runtime/threads/parallel_for.hpp"
#include "support/failing_threads.hpp"
#include "support/in_threads.hpp"

namespace hg {
namespace {

/// How often a loop visits each index.
std::vector<int> visits(std::int64_t count, LoopDivision division = {}) {
    std::vector<int> visits(static_cast<std::size_t>(count));
    parallel_for(
        count,
        [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t i = first; i < last; ++i) ++visits[static_cast<std::size_t>(i)];
        },
        division);
    return visits;
}

TEST(ParallelFor, CoversEachIndexOnce) {
    for (const std::int64_t count : {0, 1, 7, 1000})
        for (const int threads : {0, 1, 3, 8})
            for (const std::int64_t least : {0, 1, 2, 5000})
                EXPECT_EQ(visits(count, {.least = least, .threads = threads}),
                          std::vector<int>(static_cast<std::size_t>(count), 1))
                    << count << " indices, " << threads << " threads, " << least << " at least";
}

TEST(ParallelFor, MakesARangeForEachThreadAskedFor) {
    const int cores = available_cores();
    const auto ranges = [](std::int64_t count, LoopDivision division) {
        std::atomic<int> seen{0};
        parallel_for(
            count, [&](std::int64_t, std::int64_t) { ++seen; }, division);
        return seen.load();
    };
    EXPECT_EQ(ranges(1000, {.threads = 1}), 1);
    EXPECT_EQ(ranges(1 << 20, {.threads = 2}), std::min(2, cores));
    EXPECT_EQ(ranges(1 << 20, {.threads = 1 << 10}), std::min(1 << 10, cores));
    EXPECT_EQ(ranges(1 << 20, {}), cores);
    EXPECT_EQ(ranges(1000, {.least = 400}), std::min(2, cores));
    EXPECT_EQ(ranges(1000, {.least = 1001, .threads = 4}), 1);
}

TEST(ParallelFor, UsesSeveralThreads) {
    if (available_cores() < 2) GTEST_SKIP() << "one core: loops have no threads";
    // Each range waits until another one has begun: that takes a second thread.
    std::atomic<int> begun{0};
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    parallel_for(2,
                 [&](std::int64_t, std::int64_t) {
                     ++begun;
                     while (begun < 2 && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
                 },
                 {.threads = 2});
    EXPECT_LT(std::chrono::steady_clock::now(), limit) << "one thread did both ranges";
}

TEST(ParallelFor, ServesSeveralCallersAndLoopsInLoops) {
    std::atomic<int> wrong{0};
    test::in_threads(4, [&](int) {
        for (int i = 0; i < 200; ++i)
            parallel_for(4, [&](std::int64_t first, std::int64_t last) {
                for (; first < last; ++first)
                    if (visits(100) != std::vector<int>(100, 1)) ++wrong;
            });
    });
    EXPECT_EQ(wrong, 0);
}

/// The exit status of a child made by fork that does `body`.
template <class Body>
int status_of_child(Body body) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(60);
        _exit(body());
    }
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(ParallelFor, GoesOnInChildrenMadeByFork) {
    if (!test::kThreadsCanFail) GTEST_SKIP() << "sanitizers know no children that make threads";
    // Children are made at any moment of a loop of another thread.
    std::atomic<bool> enough{false};
    std::thread other([&] {
        while (!enough) visits(1000);
    });
    const auto right = [] { return visits(1000) == std::vector<int>(1000, 1); };
    for (int i = 0; i < 20; ++i)
        EXPECT_EQ(status_of_child([&] {
                      return right() && status_of_child([&] { return right() ? 3 : 4; }) == 3 ? 3 : 4;
                  }),
                  3);
    enough = true;
    other.join();
}

/// In a child: the threads of this process's loops may all have been made.
TEST(ParallelFor, GoesOnWithTheThreadsThereAre) {
    if (!test::kThreadsCanFail) GTEST_SKIP() << "sanitizers make the threads";
    if (available_cores() < 2) GTEST_SKIP() << "one core: loops have no threads";
    for (const int refused : {1, 1 << 20})
        EXPECT_EQ(status_of_child([&] {
                      const test::FailingThreads failing(0, refused);
                      for (int i = 0; i < 2; ++i)
                          if (visits(1000) != std::vector<int>(1000, 1)) return 1;
                      return failing.any_failed() ? 3 : 2;
                  }),
                  3);
}

}  // namespace
}  // namespace hg
