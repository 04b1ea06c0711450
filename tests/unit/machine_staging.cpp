#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/machine/staging/copy_threads.hpp"
#include "runtime/threads/available_cores.hpp"
#include "tests/support/in_threads.hpp"

namespace hg {
namespace {

struct Shape {
    std::int64_t column_bytes;
    std::int64_t columns;
    std::int64_t to_gap;
    std::int64_t from_gap;
    bool streaming;
};

constexpr std::size_t kLargest = std::size_t{8} << 20;

/// Bytes to copy, no two neighbours alike.
const std::vector<std::byte>& pattern() {
    static const std::vector<std::byte> bytes = [] {
        std::vector<std::byte> made(kLargest);
        for (std::size_t i = 0; i < made.size(); ++i) made[i] = static_cast<std::byte>(1 + i % 251);
        return made;
    }();
    return bytes;
}

void expect_copied(CopyThreads& copier, const Shape& s) {
    const std::int64_t to_stride = s.column_bytes + s.to_gap;
    const std::int64_t from_stride = s.column_bytes + s.from_gap;
    const std::byte* from = pattern().data();
    ASSERT_LE(static_cast<std::size_t>(from_stride * s.columns), kLargest);
    std::vector<std::byte> to(static_cast<std::size_t>(to_stride * s.columns), std::byte{255});
    std::vector<std::byte> expected = to;
    for (std::int64_t j = 0; j < s.columns; ++j)
        std::memcpy(expected.data() + j * to_stride, from + j * from_stride,
                    static_cast<std::size_t>(s.column_bytes));
    copier.copy({to.data(), to_stride, from, from_stride, s.column_bytes, s.columns, s.streaming});
    EXPECT_EQ(std::memcmp(to.data(), expected.data(), to.size()), 0)
        << s.column_bytes << " bytes x " << s.columns << " gaps " << s.to_gap << " " << s.from_gap
        << (s.streaming ? ", streaming" : "");
}

TEST(CopyThreads, AreNoMoreThanTheCoresThatTheProcessMayUse) {
    const int cores = available_cores();
    EXPECT_LE(CopyThreads(cores + 1).count(), cores);
    std::thread([] {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(static_cast<std::size_t>(sched_getcpu()), &one);
        ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
        EXPECT_EQ(available_cores(), 1);
        for (const int wanted : {0, 1, 8}) EXPECT_EQ(CopyThreads(wanted).count(), 1) << wanted;
    }).join();
    EXPECT_EQ(available_cores(), cores);
}

TEST(CopyThreads, RanksOfANodeDivideItsCores) {
    const auto of_node = static_cast<int>(std::thread::hardware_concurrency());
    CopyThreads rank(0, of_node);
    EXPECT_EQ(rank.count(), 1);
    rank.adapt(of_node);
    EXPECT_EQ(rank.count(), 1);
    EXPECT_EQ(CopyThreads(2, of_node).count(), std::min(2, available_cores())) << "the user chose two";
    EXPECT_EQ(CopyThreads(0, 0).count(), CopyThreads(0).count()) << "unknown";
}

TEST(CopyThreads, AdaptUnlessTheirNumberWasChosen) {
    CopyThreads chosen(1);
    chosen.adapt(2);
    EXPECT_EQ(chosen.count(), 1);
    CopyThreads copier(0);
    const int cores = available_cores();
    for (const auto& [wanted, expected] : {std::pair{cores + 1, cores}, {0, 1}, {cores, cores}}) {
        copier.adapt(wanted);
        EXPECT_EQ(copier.count(), expected);
        expect_copied(copier, {(3 << 20) + 1, 2, 0, 0, false});
    }
}

TEST(CopyThreads, CopiesColumnsOfAnyShape) {
    for (int threads : {1, 3}) {
        CopyThreads copier(threads);
        for (std::int64_t to_gap : {0, 24})
            for (std::int64_t from_gap : {0, 8})
                for (bool streaming : {false, true})
                    for (const auto& [bytes, columns] :
                         std::vector<std::pair<std::int64_t, std::int64_t>>{{1, 1},
                                                                            {8, 5},
                                                                            {1000, 3000},
                                                                            {70000, 40},
                                                                            {(1 << 20) + 8, 3},
                                                                            {(3 << 20) + 1, 2},
                                                                            {524288, 5}})
                        expect_copied(copier, {bytes, columns, to_gap, from_gap, streaming});
    }
}

TEST(CopyThreads, CopiesNothingWhereThereIsNothing) {
    CopyThreads copier(2);
    copier.copy({});
    std::byte untouched{9};
    copier.copy({&untouched, 8, nullptr, 8, 0, 4});
    EXPECT_EQ(untouched, std::byte{9});
}

TEST(CopyThreads, ServeSeveralCallersAtOnce) {
    for (const int threads : {1, 2, 4}) {
        CopyThreads copies(threads);
        test::in_threads(5, [&copies](int caller) {
            std::vector<std::byte> to(kLargest);
            for (int round = 0; round < 6; ++round) {
                const std::int64_t bytes = (std::int64_t{1} << (17 + (caller + round) % 6)) + 8 * caller;
                std::fill(to.begin(), to.end(), std::byte{0});
                copies.copy({to.data(), bytes, pattern().data() + caller, bytes, bytes, 1, round % 2 == 0});
                const auto size = static_cast<std::size_t>(bytes);
                EXPECT_EQ(std::memcmp(to.data(), pattern().data() + caller, size), 0);
                EXPECT_EQ(to[size], std::byte{0});
            }
        });
    }
}

TEST(CopyThreads, BeginAJobBeforeAnotherEnds) {
    CopyThreads copies(3);
    std::vector<std::byte> to(kLargest);
    constexpr std::int64_t kPart = std::int64_t{1} << 20;
    std::deque<ColumnJob> jobs;
    for (std::int64_t part = 0; part < 6; ++part) {
        const ColumnCopy copy{
            to.data() + part * kPart, kPart, pattern().data() + part * kPart, kPart, kPart, 1};
        copies.begin(jobs.emplace_back(copy, copies));
    }
    for (auto job = jobs.rbegin(); job != jobs.rend(); ++job) copies.finish(*job);
    EXPECT_EQ(std::memcmp(to.data(), pattern().data(), static_cast<std::size_t>(6 * kPart)), 0);
}

}  // namespace
}  // namespace hg
