#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <future>
#include <random>
#include <thread>
#include <vector>

#include "runtime/machine/device/host_memory.hpp"
#include "runtime/machine/staging/staging_pool.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using Wait = StagingPool::Wait;

/// Pinned memory as a test wants it.
struct Supply {
    std::int64_t largest = std::int64_t{1} << 40;  ///< bytes of one piece
    int pieces = 1 << 30;                          ///< that there are still
    std::atomic<int> given{0};
    bool lost = false;
    bool throws = false;  ///< instead of giving nothing

    ChunkSource source(const void* origin = nullptr) {
        return {origin ? origin : this, [this](std::int64_t bytes) -> std::shared_ptr<PinnedMemory> {
                    if (lost) throw Error(ErrorCode::device_lost, "the device is gone");
                    if (bytes > largest || given >= pieces) {
                        if (throws) throw Error(ErrorCode::out_of_memory, "no pinned memory");
                        return nullptr;
                    }
                    ++given;
                    return std::make_shared<OrdinaryMemory>(bytes);
                }};
    }
};

constexpr std::int64_t kChunk = std::int64_t{1} << 20;

SharedPiece piece_of(std::uint32_t group, std::int64_t members) {
    return {0, group, members, 0};
}

TEST(StagingPool, GivesChunksUntilAllAreHeld) {
    Supply supply;
    StagingPool pool(1000, 3);
    EXPECT_EQ(pool.chunk_bytes(supply.source()), 1000);
    std::vector<StagingPool::Lease> held;
    for (int i = 0; i < 3; ++i) {
        held.push_back(pool.take(10, supply.source(), Wait::no));
        ASSERT_TRUE(held.back());
        EXPECT_TRUE(held.back().fills());
        std::memset(held.back().data(), i, 1000);
    }
    EXPECT_EQ(pool.in_use(), 3U);
    EXPECT_FALSE(pool.take(10, supply.source(), Wait::no));
    std::byte* const freed = held[1].data();
    held[1] = {};
    EXPECT_EQ(pool.take(10, supply.source(), Wait::yes).data(), freed);
    held.clear();
    EXPECT_EQ(pool.in_use(), 0U);
    EXPECT_EQ(supply.given, 3);
}

TEST(StagingPool, AWaiterGetsTheChunkThatIsGivenBack) {
    Supply supply;
    StagingPool pool(64, 2);
    std::vector<StagingPool::Lease> held;
    for (int i = 0; i < 2; ++i) held.push_back(pool.take(1, supply.source(), Wait::yes));
    std::thread waiter([&] { EXPECT_TRUE(pool.take(1, supply.source(), Wait::yes)); });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    held.pop_back();
    waiter.join();
}

TEST(StagingPool, ASharedPieceIsKeptUntilAllHaveHadIt) {
    Supply supply;
    StagingPool pool(64, 4);
    const SharedPiece piece = piece_of(7, 3);
    std::byte* data = nullptr;
    {
        StagingPool::Lease first = pool.share(piece, 40, supply.source(), Wait::yes);
        ASSERT_TRUE(first.fills());
        first.data()[5] = std::byte{42};
        data = first.data();
        first.filled();
    }
    EXPECT_EQ(pool.in_use(), 1U);
    {
        StagingPool::Lease second = pool.share(piece, 64, supply.source(), Wait::yes);
        StagingPool::Lease third = pool.share(piece, 1, supply.source(), Wait::yes);
        for (StagingPool::Lease* lease : {&second, &third}) {
            EXPECT_FALSE(lease->fills());
            EXPECT_EQ(lease->bytes(), 40);
            EXPECT_TRUE(lease->wait_until_filled());
            EXPECT_EQ(lease->data(), data);
            EXPECT_EQ(lease->data()[5], std::byte{42});
        }
        EXPECT_EQ(pool.in_use(), 1U);
    }
    EXPECT_EQ(pool.in_use(), 0U);
}

TEST(StagingPool, OtherPiecesAreOtherChunks) {
    Supply supply;
    StagingPool pool(64, 8);
    const StagingPool::Lease a = pool.share({1, 2, 0}, 8, supply.source(), Wait::yes);
    const StagingPool::Lease b = pool.share({1, 2, 8}, 8, supply.source(), Wait::yes);
    const StagingPool::Lease c = pool.share({2, 2, 0}, 8, supply.source(), Wait::yes);
    EXPECT_TRUE(a.fills() && b.fills() && c.fills());
    EXPECT_EQ(pool.in_use(), 3U);
}

void have(StagingPool& pool, Supply& supply, const SharedPiece& piece, bool fills) {
    StagingPool::Lease lease = pool.share(piece, 8, supply.source(), Wait::yes);
    EXPECT_EQ(lease.fills(), fills) << "group " << piece.group;
    if (lease.fills()) lease.filled();
}

TEST(StagingPool, DropsThePieceUsedLongestAgoWhereChunksRunOut) {
    Supply supply;
    StagingPool pool(64, 3);
    have(pool, supply, piece_of(1, 3), true);
    have(pool, supply, piece_of(2, 3), true);
    have(pool, supply, piece_of(3, 3), true);
    have(pool, supply, piece_of(1, 3), false);  // now 2 is the oldest
    have(pool, supply, piece_of(4, 2), true);
    have(pool, supply, piece_of(1, 3), false);  // the last: its chunk is free
    EXPECT_EQ(pool.in_use(), 2U);
    have(pool, supply, piece_of(3, 3), false);
    have(pool, supply, piece_of(2, 3), true);  // was dropped
    EXPECT_EQ(pool.in_use(), 3U);
    have(pool, supply, piece_of(2, 3), false);  // its third member: the first one counts
    EXPECT_EQ(pool.in_use(), 2U);
    have(pool, supply, piece_of(3, 3), false);
    have(pool, supply, piece_of(4, 2), false);
    EXPECT_EQ(pool.in_use(), 0U);
}

TEST(StagingPool, DropsNothingThatIsInUse) {
    Supply supply;
    StagingPool pool(64, 2);
    const StagingPool::Lease a = pool.share(piece_of(1, 9), 8, supply.source(), Wait::yes);
    const StagingPool::Lease b = pool.share(piece_of(2, 9), 8, supply.source(), Wait::yes);
    EXPECT_FALSE(pool.take(8, supply.source(), Wait::no));
    EXPECT_FALSE(pool.share(piece_of(3, 9), 8, supply.source(), Wait::no));
    EXPECT_TRUE(pool.share(piece_of(2, 9), 8, supply.source(), Wait::no));
}

TEST(StagingPool, AWaiterTakesOverFromAFillerThatGivesUp) {
    Supply supply;
    StagingPool pool(64, 2);
    StagingPool::Lease filler = pool.share(piece_of(1, 3), 8, supply.source(), Wait::yes);
    std::atomic<int> takers{0};
    const auto wait = [&] {
        StagingPool::Lease lease = pool.share(piece_of(1, 3), 8, supply.source(), Wait::yes);
        ASSERT_FALSE(lease.fills());
        if (lease.wait_until_filled()) {
            EXPECT_EQ(lease.data()[0], std::byte{9});
            return;
        }
        ++takers;
        EXPECT_TRUE(lease.fills());
        lease.data()[0] = std::byte{9};
        lease.filled();
    };
    std::thread one(wait);
    std::thread two(wait);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    filler = {};
    one.join();
    two.join();
    EXPECT_EQ(takers, 1);
    pool.forget_shared(0);
    EXPECT_EQ(pool.in_use(), 0U);
}

TEST(StagingPool, ForgetsWhatNobodyComesFor) {
    Supply supply;
    StagingPool pool(64, 4);
    have(pool, supply, piece_of(1, 2), true);
    {
        StagingPool::Lease held = pool.share(piece_of(2, 2), 8, supply.source(), Wait::yes);
        pool.forget_shared(0);
        EXPECT_EQ(pool.in_use(), 1U);
        EXPECT_TRUE(pool.share(piece_of(2, 2), 8, supply.source(), Wait::yes).fills());
    }
    pool.forget_shared(0);
    EXPECT_EQ(pool.in_use(), 0U);
}

TEST(StagingPool, DoesWithFewerChunks) {
    for (const bool throws : {false, true}) {
        Supply supply{.pieces = 3, .throws = throws};
        StagingPool pool(kChunk, 8);
        EXPECT_EQ(pool.chunk_bytes(supply.source()), kChunk);
        std::vector<StagingPool::Lease> held;
        for (int i = 0; i < 3; ++i) held.push_back(pool.take(1, supply.source(), Wait::yes));
        EXPECT_FALSE(pool.take(1, supply.source(), Wait::no));
        held.pop_back();
        EXPECT_TRUE(pool.take(1, supply.source(), Wait::no));
    }
}

TEST(StagingPool, DoesWithSmallerChunks) {
    Supply supply{.largest = 3 * kChunk};
    StagingPool pool(16 * kChunk, 8);
    EXPECT_EQ(pool.chunk_bytes(supply.source()), 2 * kChunk);
    EXPECT_TRUE(pool.take(2 * kChunk, supply.source(), Wait::no));
}

TEST(StagingPool, DoesWithOrdinaryMemory) {
    Supply supply{.pieces = 0};
    StagingPool pool(kChunk, 3);
    EXPECT_EQ(pool.chunk_bytes(supply.source()), kChunk);
    std::vector<StagingPool::Lease> held;
    for (int i = 0; i < 3; ++i) {
        held.push_back(pool.take(1, supply.source(), Wait::no));
        ASSERT_TRUE(held.back());
        std::memset(held.back().data(), 1, static_cast<std::size_t>(kChunk));
    }
    EXPECT_EQ(supply.given, 0);
}

TEST(StagingPool, PassesOnThatADeviceIsLost) {
    Supply supply{.lost = true};
    StagingPool pool(kChunk, 4);
    EXPECT_THROW(static_cast<void>(pool.chunk_bytes(supply.source())), Error);
    supply.lost = false;
    EXPECT_EQ(pool.chunk_bytes(supply.source()), kChunk);
    std::vector<StagingPool::Lease> held;
    for (int i = 0; i < 2; ++i) held.push_back(pool.take(1, supply.source(), Wait::no));
    supply.lost = true;
    EXPECT_THROW(static_cast<void>(pool.take(1, supply.source(), Wait::no)), Error);
    supply.lost = false;
    EXPECT_TRUE(pool.take(1, supply.source(), Wait::no)) << "the chunk that was refused is not made later";
}

TEST(StagingPool, DiscardsTheMemoryOfALostDevice) {
    Supply lost;
    Supply other;
    StagingPool pool(64, 3);
    have(pool, lost, piece_of(1, 2), true);
    pool.discard(&lost);
    EXPECT_EQ(pool.in_use(), 0U);
    std::vector<StagingPool::Lease> held;
    for (int i = 0; i < 3; ++i) held.push_back(pool.take(1, other.source(), Wait::no));
    EXPECT_EQ(other.given, 3);
    EXPECT_FALSE(pool.take(1, other.source(), Wait::no));
}

/// Members of many groups, in orders of their own, with fewer chunks than pieces that are waited for.
TEST(StagingPool, SeveralThreadsNeitherBlockNorMixPieces) {
    constexpr std::int64_t kMembers = 4;
    constexpr std::uint32_t kGroups = 300;
    Supply supply;
    for (const int chunks : {2, 3, 6}) {
        StagingPool pool(64, chunks);
        std::vector<std::thread> members;
        for (unsigned m = 0; m < kMembers; ++m)
            members.emplace_back([&, m] {
                std::mt19937 random(m);
                std::vector<std::uint32_t> order(kGroups);
                for (std::uint32_t g = 0; g < kGroups; ++g) order[g] = g;
                for (std::uint32_t g = 0; g + 8 < kGroups; ++g) std::swap(order[g], order[g + random() % 8]);
                for (const std::uint32_t g : order) {
                    StagingPool::Lease lease =
                        pool.share(piece_of(g, kMembers), 4, supply.source(), Wait::yes);
                    if (lease.fills() || !lease.wait_until_filled()) {
                        if (random() % 16 == 0) lease = {};  // gives up, and tries again
                        if (!lease) lease = pool.share(piece_of(g, kMembers), 4, supply.source(), Wait::yes);
                    }
                    if (lease.fills() || !lease.wait_until_filled()) {
                        std::memcpy(lease.data(), &g, sizeof g);
                        lease.filled();
                    }
                    std::uint32_t found = 0;
                    std::memcpy(&found, lease.data(), sizeof found);
                    EXPECT_EQ(found, g);
                    StagingPool::Lease own =
                        random() % 4 ? StagingPool::Lease() : pool.take(4, supply.source(), Wait::no);
                    if (own) std::memset(own.data(), 255, 4);
                }
            });
        for (std::thread& member : members) member.join();
        pool.forget_shared(0);
        EXPECT_EQ(pool.in_use(), 0U);
    }
}

TEST(StagingPool, WhoWaitsForAChunkThatCannotBeMadeMakesOne) {
    Supply supply;
    StagingPool pool(64, 3);
    std::vector<StagingPool::Lease> held;
    for (int i = 0; i < 2; ++i) held.push_back(pool.take(1, supply.source(), Wait::yes));
    std::promise<void> asked;
    std::promise<void> fail;
    const ChunkSource broken{&supply, [&](std::int64_t) -> std::shared_ptr<PinnedMemory> {
                                 asked.set_value();
                                 fail.get_future().wait();
                                 throw Error(ErrorCode::device_failed, "no chunk");
                             }};
    auto first =
        std::async(std::launch::async, [&] { EXPECT_THROW((void)pool.take(1, broken, Wait::yes), Error); });
    asked.get_future().wait();
    auto second =
        std::async(std::launch::async, [&] { return bool(pool.take(1, supply.source(), Wait::yes)); });
    std::this_thread::sleep_for(std::chrono::milliseconds(30));  // for the second to wait
    fail.set_value();
    EXPECT_EQ(second.wait_for(std::chrono::seconds(10)), std::future_status::ready);
    held.clear();
    EXPECT_TRUE(second.get());
    first.get();
}

}  // namespace
}  // namespace hg
