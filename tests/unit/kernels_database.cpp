#include <gtest/gtest.h>

#include <set>

#include "kernels/embedded_source.hpp"
#include "support/tuned_samples.hpp"
#include <hg/kernels/database.hpp>
#include <hg/kernels/library.hpp>

namespace hg::kernels {
namespace {

using test::model;
using test::tuned;
using test::tuned_kernel;

// Kernels told apart by their blocking.
const std::string kSmall = "gemm_blocked_f64_nn_32x32x16_2x2";
const std::string kMiddle = "gemm_blocked_f64_nn_32x32x8_4x4";
const std::string kLarge = "gemm_blocked_f64_nn_64x32x16_4x4";
const std::string kTooLarge = "gemm_blocked_f64_nn_128x128x64_8x8";  // 133 KB of local memory

GemmShape shape(std::int64_t m, std::int64_t n, std::int64_t k) {
    return {ElementType::f64, false, false, m, n, k};
}

Database database(const std::vector<TunedGemm>& shipped, const std::vector<TunedGemm>& users = {}) {
    Database d;
    d.merge(shipped, Rung::device);
    d.merge(users, Rung::user);
    return d;
}

void expect_choice(const GemmChoice& choice, const std::string& kernel, Rung rung) {
    EXPECT_EQ(name(choice.parameters), kernel);
    EXPECT_EQ(name(choice.rung), name(rung));
}

TEST(Database, TheNearestCellServes) {
    const DeviceModel device = model("A");
    const Database d =
        database({tuned(device, kSmall, 128, 128, 128), tuned(device, kMiddle, 1024, 1024, 1024),
                  tuned(device, kLarge, 4096, 4096, 256)});
    expect_choice(d.choose(shape(100, 100, 100), device), kSmall, Rung::device);
    expect_choice(d.choose(shape(360, 360, 360), device), kSmall, Rung::device);
    expect_choice(d.choose(shape(364, 364, 364), device), kMiddle, Rung::device);
    expect_choice(d.choose(shape(2000, 9000, 9000), device), kMiddle, Rung::device);
    expect_choice(d.choose(shape(20000, 20000, 512), device), kLarge, Rung::device);
    expect_choice(d.choose(shape(0, 0, 0), device), kSmall, Rung::device);
    EXPECT_EQ(d.choose(shape(1, 1, 1), device).rate, 1e12);
}

TEST(Database, TheLadderGoesFromTheProductToTheDefault) {
    const Database d = database({tuned(model("A"), kSmall, 512, 512, 512),
                                 tuned(model("B", "Maker", "arch2"), kMiddle, 512, 512, 512, 9e12),
                                 tuned(model("C", "Other", "arch1"), kLarge, 512, 512, 512)});
    const GemmShape s = shape(512, 512, 512);
    expect_choice(d.choose(s, model("A")), kSmall, Rung::device);
    expect_choice(d.choose(s, model("A2")), kSmall, Rung::architecture);
    expect_choice(d.choose(s, model("X", "Maker", "arch9")), kMiddle, Rung::vendor);
    expect_choice(d.choose(s, model("X", "Nobody", "arch1")), name(default_gemm(ElementType::f64, true)),
                  Rung::fallback);
    for (const auto& [device, expected] :
         {std::pair(model("A"), Rung::device), std::pair(model("A2"), Rung::architecture),
          std::pair(model("X", "Maker", "arch9"), Rung::vendor),
          std::pair(model("X", "Nobody", "arch1"), Rung::fallback)}) {
        EXPECT_EQ(d.rung(ElementType::f64, device), expected);
        EXPECT_EQ(d.rung(ElementType::f32, device), Rung::fallback);
    }
}

TEST(Database, TraitsThatAreNotKnownMatchNothing) {
    const Database d = database({tuned(model("", "", ""), kSmall, 512, 512, 512)});
    EXPECT_EQ(d.choose(shape(512, 512, 512), model("", "", "")).rung, Rung::fallback);
    EXPECT_EQ(d.choose(shape(512, 512, 512), DeviceModel{}).rung, Rung::fallback);
}

TEST(Database, CpusAndGpusOfOneMakerAreDifferentDevices) {
    DeviceModel cpu = model("X");
    cpu.is_gpu = false;
    const Database d = database({tuned(model("A"), kSmall, 512, 512, 512)});
    EXPECT_EQ(d.choose(shape(512, 512, 512), cpu).rung, Rung::fallback);
}

TEST(Database, TheUsersOwnComeBeforeWhatShipsForTheProduct) {
    const DeviceModel device = model("A");
    const Database d =
        database({tuned(device, kSmall, 512, 512, 512, 2e12), tuned(device, kMiddle, 4096, 512, 512)},
                 {tuned(device, kLarge, 512, 512, 512, 1e12)});
    expect_choice(d.choose(shape(512, 512, 512), device), kLarge, Rung::user);
    expect_choice(d.choose(shape(4096, 512, 512), device), kMiddle, Rung::device);
    EXPECT_EQ(d.rung(ElementType::f64, device), Rung::user);
    expect_choice(d.choose(shape(512, 512, 512), model("A2")), kSmall, Rung::architecture);
}

TEST(Database, OperationsAndTypeAreKept) {
    const DeviceModel device = model("A");
    const Database d = database({tuned(device, kSmall, 512, 512, 512),
                                 tuned(device, "gemm_blocked_f64_tn_32x32x8_4x4", 16, 16, 16),
                                 tuned(device, "gemm_blocked_f64_tt_64x32x16_4x4", 512, 512, 512)});
    GemmShape s = shape(512, 512, 512);
    s.transpose_a = true;
    expect_choice(d.choose(s, device), "gemm_blocked_f64_tn_32x32x8_4x4", Rung::device);
    s = {ElementType::f64, false, true, 512, 512, 512};
    expect_choice(d.choose(s, device), "gemm_blocked_f64_nt_32x32x16_2x2", Rung::device);
    s = {ElementType::f32, false, false, 512, 512, 512};
    expect_choice(d.choose(s, device), name(default_gemm(ElementType::f32, true)), Rung::fallback);
    s.transpose_b = true;
    EXPECT_TRUE(d.choose(s, device).parameters.transpose_b);
}

TEST(Database, KernelsThatTheDeviceCannotRunArePassedOver) {
    DeviceModel device = model("A");
    const Database d =
        database({tuned(device, kTooLarge, 512, 512, 512, 9e12), tuned(device, kSmall, 16, 16, 16)});
    expect_choice(d.choose(shape(512, 512, 512), device), kSmall, Rung::device);
    device.traits.local_memory = 256 << 10;
    expect_choice(d.choose(shape(512, 512, 512), device), kTooLarge, Rung::device);
    device.traits.max_work_group = 4;
    expect_choice(d.choose(shape(512, 512, 512), device), "gemm_global_f64_nn", Rung::fallback);
    EXPECT_EQ(d.rung(ElementType::f64, device), Rung::fallback);
}

TEST(Database, AFallbackThatDoesNotFitGivesWayToOneThatDoes) {
    DeviceModel cpu = model("some CPU");
    cpu.is_gpu = false;
    cpu.traits.local_memory = 1 << 20;
    EXPECT_EQ(Database().choose(shape(9, 9, 9), cpu).parameters, default_gemm(ElementType::f64, false));
    cpu.traits.local_memory = 32 << 10;
    expect_choice(Database().choose(shape(9, 9, 9), cpu), "gemm_blocked_f64_nn", Rung::fallback);
    cpu.traits.local_memory = 1 << 10;
    expect_choice(Database().choose(shape(9, 9, 9), cpu), "gemm_global_f64_nn", Rung::fallback);
}

TEST(Database, TiesAreBrokenAlikeWhateverTheOrder) {
    const DeviceModel device = model("A");
    const TunedGemm slow = tuned(device, kSmall, 256, 512, 512, 1e12);
    const TunedGemm fast = tuned(device, kMiddle, 1024, 512, 512, 2e12);
    for (const auto& results : {std::vector{slow, fast}, std::vector{fast, slow}})
        expect_choice(database(results).choose(shape(512, 512, 512), device), kMiddle, Rung::device);
}

TEST(Database, MergingKeepsTheBetterOfEachCell) {
    const DeviceModel device = model("A");
    Database d = database({tuned(device, kSmall, 512, 512, 512, 2e12)});
    d.merge({tuned(device, kMiddle, 512, 512, 512, 1e12)}, Rung::device);
    expect_choice(d.choose(shape(512, 512, 512), device), kSmall, Rung::device);
    d.merge({tuned(device, kLarge, 512, 512, 512, 2e12)}, Rung::device);
    expect_choice(d.choose(shape(512, 512, 512), device), kLarge, Rung::device);
    d.merge({tuned(device, kMiddle, 512, 512, 512, 3e12)}, Rung::device);
    expect_choice(d.choose(shape(512, 512, 512), device), kMiddle, Rung::device);
    EXPECT_EQ(d.results().size(), 1u);
    d.merge({tuned(model("B"), kSmall, 512, 512, 512, 1e12)}, Rung::device);
    EXPECT_EQ(d.results().size(), 2u);
}

const std::string kNarrow = "vector_dot_f64_v2_w4_i64_g1";
const std::string kWide = "vector_dot_f64_v2_w4_i256_g1024";
const std::string kWidest = "vector_dot_f64_v4_w8_i256_g132";

TEST(Database, KernelsOfOtherRoutinesAreChosenByTheSameRules) {
    const DeviceModel device = model("A");
    Database d;
    d.merge({tuned_kernel(device, "dot", kNarrow, {1000}), tuned_kernel(device, "dot", kWide, {100000}),
             tuned_kernel(model("B"), "dot", kWidest, {10}),
             tuned_kernel(device, "nrm2", "vector_nrm2_f64_v2_w4_i64_g1", {10000}),
             tuned_kernel(device, "dot", "vector_dot_f64_of_tomorrow", {10000})},
            Rung::device);
    const auto chosen = [&](std::vector<std::int64_t> extents, const DeviceModel& on) {
        const auto choice = d.choose_kernel("dot", ElementType::f64, "", extents, on);
        return choice ? choice->kernel + " " + std::string(name(choice->rung)) : "none";
    };
    EXPECT_EQ(chosen({1}, device), kNarrow + " device");
    EXPECT_EQ(chosen({9999}, device), kNarrow + " device") << "the nearest one that this version can make";
    EXPECT_EQ(chosen({10001}, device), kWide + " device");
    EXPECT_EQ(chosen({1000, 1000}, device), "none");
    EXPECT_EQ(chosen({10}, model("B2")), kWidest + " architecture");
    EXPECT_EQ(chosen({10}, model("C", "Nobody")), "none");
    EXPECT_FALSE(d.choose_kernel("dot", ElementType::f32, "", {10}, device));
    EXPECT_FALSE(d.choose_kernel("dot", ElementType::f64, "t", {10}, device));
    DeviceModel small = device;
    small.traits.max_work_group = 64;
    EXPECT_EQ(chosen({100000}, small), kNarrow + " device");
    d.merge({tuned_kernel(device, "dot", kWidest, {900}, 1)}, Rung::user);
    EXPECT_EQ(chosen({800}, device), kWidest + " user");
    EXPECT_EQ(chosen({1000}, device), kNarrow + " device");
    d.merge({tuned_kernel(device, "dot", kWide, {1000}, 2e12)}, Rung::device);
    EXPECT_EQ(chosen({1000}, device), kWide + " device");
    EXPECT_TRUE(d.results().empty());
}

TEST(Database, WhatShipsCanBeMadeAndSaysWhereItIsFrom) {
    std::size_t listed = 0;
    for (const std::string_view text : embedded_tuned_kernels()) {
        for (std::size_t at = text.find("\"kernel\""); at != std::string_view::npos;
             at = text.find("\"kernel\"", at + 1))
            ++listed;
    }
    const std::vector<TunedGemm>& results = Database::shipped().results();
    EXPECT_EQ(results.size() + Database::shipped().kernels().size(), listed)
        << "every result that is listed can be made, and no cell stands twice";
    EXPECT_FALSE(results.empty());
    std::set<std::string> vendors;
    for (const TunedGemm& r : results) {
        vendors.insert(r.vendor);
        EXPECT_FALSE(r.product.empty());
        EXPECT_FALSE(r.driver.empty());
        EXPECT_EQ(r.date.size(), 10u) << r.date;
        EXPECT_NO_THROW((void)gemm(r.parameters));
    }
    EXPECT_TRUE(vendors.contains("pocl"));
    for (const TunedKernel& r : Database::shipped().kernels()) EXPECT_NE(find(r.kernel), nullptr) << r.kernel;
}

}  // namespace
}  // namespace hg::kernels
