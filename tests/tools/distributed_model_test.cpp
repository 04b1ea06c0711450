#include "tools/hgctl/distributed/distributed_model.hpp"

#include <gtest/gtest.h>

#include <hg/blas/gemm_program.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace hgctl {
namespace {

const hg::kernels::Database& database() {
    return hg::kernels::Database::shipped();
}

/// Ranks without accelerators: times can be worked out by hand.
RankModel cpu_rank() {
    return {.target = {},
            .cpu = {.gemm_rate = 1e9, .panel_rate = 1e8, .memory_rate = 1e9},
            .network = {.latency = 1e-3, .bandwidth = 1e9}};
}

RankModel gpu_rank() {
    RankModel rank = cpu_rank();
    rank.target.devices.resize(2);
    return rank;
}

DistributedTime lu(const DistributedProblem& problem, const RankModel& rank) {
    LocalCosts costs(rank, database());
    return lu_time(problem, rank, costs);
}

DistributedTime summa(const DistributedProblem& problem, const RankModel& rank) {
    LocalCosts costs(rank, database());
    return summa_time(problem, rank, costs);
}

TEST(ProcessGrid, IsAsNearToSquareAsCanBe) {
    for (const auto& [ranks, rows] : {std::pair{1, 1}, {2, 1}, {4, 2}, {7, 1}, {8, 2}, {1024, 32}, {96, 8}}) {
        const ProcessGrid grid = ProcessGrid::of(ranks);
        EXPECT_EQ(grid.rows, rows);
        EXPECT_EQ(grid.size(), ranks);
    }
}

TEST(ProcessGrid, DealsOutEveryElementOnce) {
    for (std::int64_t n : {0, 1, 63, 64, 65, 1000})
        for (std::int64_t processes : {1, 2, 3, 16}) {
            std::int64_t sum = 0;
            for (std::int64_t p = 0; p < processes; ++p) {
                sum += local_size(n, 64, p, processes);
                EXPECT_LE(local_size(n, 64, p, processes), largest_local_size(n, 64, processes));
            }
            EXPECT_EQ(sum, n);
        }
}

TEST(LocalCosts, AreTheSimulatedTimesWhereDevicesAreSooner) {
    RankModel rank = gpu_rank();
    LocalCosts costs(rank, database());
    const auto simulated = [&](std::int64_t n) {
        return hg::simulate(hg::gemm_program({.m = n, .n = n, .k = n}, rank.target, database()), rank.target)
            .makespan;
    };
    EXPECT_DOUBLE_EQ(costs.gemm(1024, 1024, 1024), simulated(1024));
    EXPECT_DOUBLE_EQ(costs.gemm_at(1000, 1000, 1000), simulated(1000));
    EXPECT_DOUBLE_EQ(costs.gemm(16, 16, 16), 2.0 * 16 * 16 * 16 / rank.cpu.gemm_rate);
    EXPECT_EQ(costs.gemm(0, 16, 16), 0);
}

TEST(LocalCosts, AtLeastAreNeverMoreThanSimulated) {
    for (const bool slow_host : {false, true}) {
        RankModel rank = gpu_rank();
        rank.target.delays = hg::HostDelays::none();  // the bound knows none
        if (slow_host) rank.target.host_copy_rate = rank.target.links_in = 3e9;
        LocalCosts simulated(rank, database());
        LocalCosts least(rank, database(), LocalCosts::Detail::least);
        int near = 0;
        for (const std::int64_t m : {100, 1500, 20000})
            for (const std::int64_t n : {300, 9000}) {
                EXPECT_LE(least.trsm(m, n), simulated.trsm(m, n)) << m << " x " << n;
                for (const std::int64_t k : {64, 2000}) {
                    EXPECT_LE(least.gemm(m, n, k), simulated.gemm(m, n, k)) << m << " x " << n << " x " << k;
                    near += least.gemm(m, n, k) > 0.7 * simulated.gemm(m, n, k);
                }
            }
        EXPECT_GT(near, 3) << "a bound so low tells nothing";
    }
}

TEST(LuTime, OfLeastCostsIsNeverMoreThanOfSimulatedOnes) {
    const RankModel rank = gpu_rank();
    LocalCosts simulated(rank, database());
    LocalCosts least(rank, database(), LocalCosts::Detail::least);
    for (const std::int64_t block : {128, 512, 2048})
        for (const ProcessGrid grid : {ProcessGrid{}, ProcessGrid{.rows = 2, .cols = 3}}) {
            const DistributedProblem problem{.n = 10000, .block = block, .grid = grid};
            EXPECT_LE(lu_time(problem, rank, least).seconds, lu_time(problem, rank, simulated).seconds);
        }
}

TEST(LocalCosts, BetweenSimulatedSizesTimesGrowEvenly) {
    const RankModel rank = cpu_rank();
    LocalCosts costs(rank, database());
    for (const std::int64_t m : {1, 3, 5, 6, 7, 100, 1000, 1025})
        for (const std::int64_t n : {1, 9, 777})
            EXPECT_NEAR(costs.gemm(m, n, 10), 2e-9 * static_cast<double>(m * n * 10), 1e-14);
    EXPECT_NEAR(costs.trsm(30, 777), 1e-9 * 30 * 30 * 777, 1e-14);
}

TEST(SummaTime, OneRankMakesOneCall) {
    const RankModel rank = gpu_rank();
    LocalCosts costs(rank, database());
    const DistributedTime time = summa_time({.n = 3000, .block = 100, .grid = {}}, rank, costs);
    EXPECT_EQ(time.seconds, costs.gemm_at(3000, 3000, 3000));
    EXPECT_EQ(time.network, 0);
}

TEST(SummaTime, CountsBroadcastsAndProductsOfEachStep) {
    const DistributedTime time = summa({.n = 512, .block = 128, .grid = {.rows = 2, .cols = 4}}, cpu_rank());
    const double row = (2 + 3) * 1e-3 + 2 * 0.75 * 8 * 256 * 128 / 1e9;
    const double column = (1 + 1) * 1e-3 + 2 * 0.5 * 8 * 128 * 128 / 1e9;
    EXPECT_NEAR(time.network, 4 * (row + column), 1e-12);
    EXPECT_NEAR(time.update, 4 * 2.0 * 256 * 128 * 128 / 1e9, 1e-12);
    EXPECT_NEAR(time.seconds, time.update + time.network, 1e-12);
}

TEST(LuTime, OfTwoPanelsOnOneRankIsTheirSum) {
    const DistributedTime time = lu({.n = 256, .block = 128, .grid = {}}, cpu_rank());
    EXPECT_NEAR(time.panel, (256 + 128) * 128 * 128 / 1e8, 1e-12);
    EXPECT_NEAR(time.update, (128 * 128 * 128 + 2 * 128 * 128 * 128) / 1e9, 1e-12);
    EXPECT_NEAR(time.network, 4 * 8 * 128 * 128 / 1e9, 1e-12);
    EXPECT_NEAR(time.waiting(), 0, 1e-12);
}

TEST(LuTime, WidePanelsAreHalvedOrTakenColumnByColumn) {
    DistributedProblem problem{.n = 256, .block = 256, .grid = {}};
    EXPECT_NEAR(lu(problem, cpu_rank()).panel, 2 * 256 * 128 * 128 / 1e8 + 2.0 * 256 * 128 * 128 / 1e9,
                1e-12);
    problem.recursive_panels = false;
    EXPECT_NEAR(lu(problem, cpu_rank()).panel, 8.0 * 256 * 256 * 256 / 1e9, 1e-12);
}

TEST(LuTime, LookAheadHidesPanelsBehindUpdates) {
    RankModel rank = cpu_rank();
    DistributedProblem problem{.n = 8192, .block = 128, .grid = {.rows = 1, .cols = 4}};
    const double ahead = lu(problem, rank).seconds;
    problem.look_ahead = false;
    const double behind = lu(problem, rank).seconds;
    EXPECT_LT(ahead, 0.95 * behind);
    // Without look-ahead every panel stands in the way of all others.
    EXPECT_GT(behind, 4 * lu(problem, rank).panel);
}

TEST(LuTime, RanksNeverDoMoreThanTheirNumberAndLessOverASlowNetwork) {
    for (const bool look_ahead : {false, true}) {
        RankModel rank = cpu_rank();
        rank.network = {.latency = 0, .bandwidth = 1e18};
        DistributedProblem problem{.n = 4096, .block = 128, .grid = {}, .look_ahead = look_ahead};
        const double one = lu(problem, rank).seconds;
        double before = one;
        for (const std::int64_t ranks : {2, 4, 16}) {
            problem.grid = ProcessGrid::of(ranks);
            const double seconds = lu(problem, rank).seconds;
            EXPECT_GE(seconds * static_cast<double>(ranks), one);
            EXPECT_LT(seconds, before);
            before = seconds;
        }
        RankModel slow = rank;
        slow.network.bandwidth = 1e8;
        EXPECT_GT(lu(problem, slow).seconds, before);
        slow.network = {.latency = 1e-4, .bandwidth = 1e18};
        EXPECT_GT(lu(problem, slow).seconds, before);
    }
}

}  // namespace
}  // namespace hgctl
