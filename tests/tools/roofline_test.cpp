#include "tools/hgctl/bench/roofline.hpp"

#include <gtest/gtest.h>

namespace hgctl {
namespace {

/// 100 flop/s, 10 bytes/s in, 5 out, 12 both ways; staging without limit.
hg::Target target(std::size_t devices) {
    hg::DeviceModel device;
    device.rate_f64 = 100;
    device.link_in = 10;
    device.link_out = 5;
    device.link_both = 12;
    hg::Target t;
    t.devices.assign(devices, device);
    t.host_copy_rate = 1e30;
    return t;
}

void expect_bound(const Roofline& roof, const char* bound, double seconds) {
    EXPECT_EQ(roof.bound, bound);
    EXPECT_DOUBLE_EQ(roof.seconds, seconds);
}

TEST(Roofline, IsTheLargestOfItsTimes) {
    hg::Target t = target(1);
    // 2 m n k flops; 8 bytes an element.
    expect_bound(gemm_roofline({.m = 10, .n = 10, .k = 100, .reads_c = false}, t), "link in",
                 8.0 * 2000 / 10);
    expect_bound(gemm_roofline({.m = 100, .n = 100, .k = 1, .reads_c = false}, t), "link out",
                 8.0 * 10000 / 5);
    t.devices[0].link_out = 100;
    expect_bound(gemm_roofline({.m = 100, .n = 100, .k = 1, .reads_c = true}, t), "links", 8.0 * 20200 / 12);
    t.devices[0].rate_f64 = 1;
    expect_bound(gemm_roofline({.m = 100, .n = 100, .k = 100, .reads_c = false}, t), "flops", 2e6);
}

TEST(Roofline, EachMatrixIsStagedOnceForAllDevices) {
    hg::Target t = target(4);
    t.host_copy_rate = 0.5;
    const hg::GemmProblem work{.m = 10, .n = 10, .k = 10, .reads_c = true};
    expect_bound(gemm_roofline(work, t), "staging", 8.0 * 400 / 0.5);
    hg::GemmProblem pinned = work;
    pinned.pinned = true;
    EXPECT_NE(gemm_roofline(pinned, t).bound, "staging");
}

TEST(Roofline, DevicesAreDividedIntoTheBestGrid) {
    // Four in a 2 x 2 grid load half of A and half of B each; in a row, all of A and a quarter of B.
    expect_bound(gemm_roofline({.m = 100, .n = 100, .k = 1000, .reads_c = false}, target(4)), "link in",
                 8.0 * 100000 / 10);
    // All links together may be slower than their sum.
    hg::Target shared = target(4);
    shared.links_in = 35;
    EXPECT_DOUBLE_EQ(gemm_roofline({.m = 100, .n = 100, .k = 1000, .reads_c = false}, shared).seconds,
                     8.0 * 400000 / 35);
}

TEST(Roofline, DevicesThatWouldNotHelpAreLeftOut) {
    hg::Target t = target(2);
    t.links_in = 10;  // as much as one device's
    const hg::GemmProblem work{.m = 100, .n = 100, .k = 1000, .reads_c = false};
    EXPECT_DOUBLE_EQ(gemm_roofline(work, t).seconds, gemm_roofline(work, target(1)).seconds);
}

TEST(Roofline, OfWorkThatIsDividedAndDataThatAllNeed) {
    hg::Target t = target(2);
    t.devices[1].rate_f64 = 300;
    // The second device does three quarters of it.
    expect_bound(roofline({.flops = 4000, .shared_in = 1, .divided_in = 8, .divided_out = 8}, t), "flops",
                 10);
    expect_bound(roofline({.flops = 4, .shared_in = 10, .divided_in = 80, .divided_out = 8}, t), "link in",
                 (10 + 60) / 10.0);
    expect_bound(roofline({.flops = 4, .divided_in = 8, .divided_out = 80}, t), "link out", 60 / 5.0);
    expect_bound(roofline({.flops = 4, .divided_in = 80, .divided_out = 40}, t), "links", 90 / 12.0);
    // Staged once for both.
    t.host_copy_rate = 1;
    expect_bound(roofline({.flops = 4, .shared_in = 10, .divided_in = 8, .divided_out = 8}, t), "staging",
                 26);
    EXPECT_NE(
        roofline({.flops = 4, .shared_in = 10, .divided_in = 8, .divided_out = 8, .pinned = true}, t).bound,
        "staging");
}

TEST(Roofline, WhatAllNeedMayMakeOneDeviceTheBest) {
    hg::Target t = target(2);
    t.links_in = 10;
    const Work work{.flops = 4, .shared_in = 100, .divided_in = 10};
    EXPECT_DOUBLE_EQ(roofline(work, t).seconds, roofline(work, target(1)).seconds);
}

TEST(Roofline, FactorsGoWhereTheirRowsAndColumnsAreNeeded) {
    // A quarter of the result each: half of the rows and of the columns, or the fewest rows that there can
    // be.
    EXPECT_DOUBLE_EQ(roofline({.rows_in = 100, .cols_in = 100, .pinned = true}, target(4)).seconds,
                     100 / 10.0);
    EXPECT_DOUBLE_EQ(roofline({.rows_in = 1000, .cols_in = 1, .pinned = true}, target(4)).seconds,
                     251 / 10.0);
    EXPECT_DOUBLE_EQ(roofline({.rows_in = 100, .pinned = true}, target(1)).seconds, 100 / 10.0);
    // Each of them is staged once.
    hg::Target staged = target(4);
    staged.host_copy_rate = 0.5;
    EXPECT_DOUBLE_EQ(roofline({.rows_in = 100, .cols_in = 60}, staged).seconds, 160 / 0.5);
}

TEST(Roofline, OfLevels1And2IsTheFasterOfMemoryAndLinks) {
    hg::Target t = target(1);
    t.host_copy_rate = 3;
    const hg::HostRates host{.memory = 4};  // the CPU may read at 6 bytes/s
    const auto roof = [&](const hg::Traffic& traffic, bool pinned, const hg::HostRates& rates) {
        return memory_roofline(hg::ElementType::f64, traffic, pinned, t, rates);
    };
    expect_bound(roof({60, 0}, true, host), "link in", 6);
    EXPECT_EQ(roof({60, 0}, false, host).bound, "memory") << "staging takes 20 s";
    EXPECT_DOUBLE_EQ(roof({60, 0}, false, host).seconds, 10);
    EXPECT_EQ(roof({0, 60}, true, host).bound, "memory") << "12 s out";
    EXPECT_EQ(roof({60, 0}, true, {}).seconds, 0) << "nothing is known of the host's memory";
}

}  // namespace
}  // namespace hgctl
