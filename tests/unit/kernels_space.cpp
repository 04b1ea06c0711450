#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "kernels/gemm/gemm_blocking.hpp"
#include "kernels/gemm/gemm_family.hpp"
#include "kernels/gemm/gemm_space.hpp"
#include "support/published_kernels.hpp"
#include <hg/kernels/gemm.hpp>

namespace hg::kernels {
namespace {

const DeviceTraits kH200{.product = "NVIDIA H200",
                         .vendor = "NVIDIA",
                         .architecture = "sm_90",
                         .nvidia_capability = 90,
                         .local_memory = 227 << 10,
                         .max_work_group = 1024};
const DeviceTraits kMi300x{.product = "AMD Instinct MI300X",
                           .vendor = "AMD",
                           .architecture = "gfx942",
                           .local_memory = 64 << 10,
                           .max_work_group = 256};
const DeviceTraits kSmallGpu{
    .product = "small", .vendor = "AMD", .architecture = "", .local_memory = 32 << 10, .max_work_group = 256};
const DeviceTraits kCpu{
    .product = "cpu", .vendor = "pocl", .architecture = "", .local_memory = 1 << 20, .max_work_group = 4096};

bool is_gpu(const DeviceTraits& device) {
    return device.vendor != "pocl";
}

bool is_made(GemmFamily family, ElementType type) {
    return blocking_fault({.family = family, .type = type}).empty();
}

TEST(KernelSpace, CandidatesAreDifferentAndRunOnTheDevice) {
    for (const DeviceTraits& device : {kH200, kMi300x, kSmallGpu, kCpu})
        for (GemmFamily family : gemm_families())
            for (ElementType type : {ElementType::f64, ElementType::f32})
                for (bool full : {false, true}) {
                    if (full && type == ElementType::f32) continue;  // takes its time
                    std::set<std::string> names;
                    const auto all = gemm_candidates(family, {.type = type, .transpose_a = true}, device,
                                                     is_gpu(device), full);
                    for (const GemmParameters& p : all) {
                        EXPECT_EQ(blocking_fault(p), "") << name(p);
                        EXPECT_EQ(fault_on(p, device), "") << name(p);
                        EXPECT_TRUE(p.family == family && p.type == type && p.transpose_a && !p.transpose_b);
                        EXPECT_EQ(with_defaults(p), p);
                        names.insert(name(p));
                    }
                    EXPECT_EQ(names.size(), all.size()) << name(family);
                }
}

TEST(KernelSpace, SizesAreThoseOfAQuickAndOfALongSearch) {
    for (GemmFamily family : gemm_families())
        for (ElementType type : {ElementType::f64, ElementType::f32}) {
            if (family == GemmFamily::global || !is_made(family, type)) continue;
            const auto size = [&](bool full) {
                const DeviceTraits& device = family == GemmFamily::mfma ? kMi300x : kH200;
                return gemm_candidates(family, {.type = type}, device, true, full).size();
            };
            EXPECT_GE(size(false), 10u) << name(family);
            EXPECT_LE(size(false), 400u) << name(family);
            EXPECT_GE(size(true), 300u) << name(family);
            EXPECT_LE(size(true), 120000u) << name(family);
        }
}

TEST(KernelSpace, ComplexFamiliesHaveSpacesThatTheirDevicesRun) {
    const auto candidates = [](GemmFamily family, ElementType type, const DeviceTraits& device, int parts) {
        return gemm_candidates(family, {.type = type, .split_k = parts}, device, is_gpu(device), false);
    };
    for (const ElementType type : {ElementType::c32, ElementType::c64}) {
        const std::vector<GemmFamily> families = gemm_families_for(kH200, type, true, false);
        EXPECT_EQ(families.size(), 2u);
        EXPECT_EQ(gemm_families_for(kCpu, type, false, true), std::vector{GemmFamily::complex});
        for (const GemmFamily family : families)
            for (const int parts : {1, 4}) {
                const auto all = candidates(family, type, kH200, parts);
                EXPECT_GE(all.size(), 10u) << name(family);
                EXPECT_LE(all.size(), 400u) << name(family);
                EXPECT_EQ(std::ranges::count(
                              all, with_defaults({.family = family, .type = type, .split_k = parts})),
                          1)
                    << name(family);
                for (const GemmParameters& p : all) EXPECT_EQ(fault_on(p, kH200), "") << name(p);
            }
        EXPECT_GE(candidates(GemmFamily::complex, type, kSmallGpu, 1).size(), 10u);
        EXPECT_GE(candidates(GemmFamily::complex, type, kCpu, 1).size(), 10u);
    }
}

TEST(KernelSpace, DefaultsAreAmongTheCandidates) {
    for (bool gpu : {true, false})
        for (ElementType type : {ElementType::f64, ElementType::f32})
            for (bool full : {false, true}) {
                const GemmParameters p = default_gemm(type, gpu);
                const auto all = gemm_candidates(p.family, p, gpu ? kH200 : kCpu, gpu, full);
                EXPECT_EQ(std::ranges::count(all, p), 1) << name(p) << (full ? ", full" : "");
            }
    const GemmParameters mma = with_defaults({.family = GemmFamily::mma});
    EXPECT_EQ(std::ranges::count(gemm_candidates(mma.family, mma, kH200, true, true), mma), 1);
    const GemmParameters mfma = with_defaults({.family = GemmFamily::mfma});
    EXPECT_EQ(std::ranges::count(gemm_candidates(mfma.family, mfma, kMi300x, true, false), mfma), 1);
}

TEST(KernelSpace, AxesNameTheirFields) {
    for (GemmFamily family : gemm_families())
        for (const GemmAxis& axis : gemm_axes(family, ElementType::f64, true, true)) {
            EXPECT_EQ(std::ranges::count(kGemmFields, axis.field, &GemmField::value), 1);
            EXPECT_EQ(std::set<int>(axis.values.begin(), axis.values.end()).size(), axis.values.size())
                << name(family);
        }
}

TEST(KernelSpace, DevicesGetTheFamiliesThatTheyRun) {
    const auto has = [](const std::vector<GemmFamily>& families, GemmFamily family) {
        return std::ranges::count(families, family) == 1;
    };
    EXPECT_TRUE(has(gemm_families_for(kH200, ElementType::f64, true, false), GemmFamily::mma));
    EXPECT_FALSE(has(gemm_families_for(kH200, ElementType::f32, true, true), GemmFamily::mma));
    EXPECT_FALSE(has(gemm_families_for(kSmallGpu, ElementType::f64, true, true), GemmFamily::mma));
    EXPECT_FALSE(has(gemm_families_for(kH200, ElementType::f64, true, false), GemmFamily::local));
    EXPECT_TRUE(has(gemm_families_for(kMi300x, ElementType::f64, true, false), GemmFamily::mfma));
    EXPECT_FALSE(has(gemm_families_for(kH200, ElementType::f64, true, true), GemmFamily::mfma));
    for (const DeviceTraits& device : {kH200, kMi300x, kSmallGpu, kCpu}) {
        EXPECT_TRUE(
            has(gemm_families_for(device, ElementType::f64, is_gpu(device), false), GemmFamily::blocked));
        for (GemmFamily family : gemm_families())
            for (ElementType type : {ElementType::f64, ElementType::f32})
                EXPECT_EQ(has(gemm_families_for(device, type, is_gpu(device), true), family),
                          !gemm_candidates(family, {.type = type}, device, is_gpu(device), false).empty())
                    << device.product << " " << name(family);
    }
}

TEST(KernelSpace, TheFullSpaceHoldsPublishedKernels) {
    for (const test::PublishedKernel& published : test::published_kernels()) {
        const DeviceTraits gpu{.product = std::string(published.gpu),
                               .vendor = "",
                               .architecture = "",
                               .local_memory = published.local_memory,
                               .max_work_group = published.max_work_group};
        const GemmParameters& p = published.kernel;
        EXPECT_TRUE(std::ranges::count(gemm_families_for(gpu, p.type, true, true), p.family)) << gpu.product;
        const auto all = gemm_candidates(p.family, p, gpu, true, true);
        EXPECT_EQ(std::ranges::count(all, with_defaults(p)), 1) << gpu.product << ": " << name(p);
    }
}

TEST(KernelSpace, TheFullSpaceHasTheValuesOfTheLiterature) {
    const auto values = [](GemmFamily family, ElementType type, bool gpu, int GemmParameters::*field) {
        std::set<int> found;
        for (const GemmParameters& p : gemm_candidates(family, {.type = type}, gpu ? kH200 : kCpu, gpu, true))
            found.insert(p.*field);
        return found;
    };
    using P = GemmParameters;
    using F = GemmFamily;
    for (const F family : {F::blocked, F::local_a, F::registers}) {
        EXPECT_EQ(values(family, ElementType::f32, true, &P::vector), (std::set{1, 2, 4, 8}));
        EXPECT_EQ(values(family, ElementType::f64, true, &P::vector), (std::set{1, 2, 4}));
        EXPECT_EQ(values(family, ElementType::f64, false, &P::vector), (std::set{1, 2, 4, 8}));
        EXPECT_TRUE(values(family, ElementType::f64, false, &P::work_m).contains(1));
        EXPECT_TRUE(values(family, ElementType::f64, true, &P::work_n).contains(1));
    }
    for (const F family : {F::blocked, F::local_a, F::local}) {
        EXPECT_TRUE(
            std::ranges::includes(values(family, ElementType::f32, true, &P::padding), std::set{0, 1, 2}));
        EXPECT_TRUE(
            std::ranges::includes(values(family, ElementType::f64, false, &P::padding), std::set{0, 1, 2}));
    }
    EXPECT_TRUE(values(F::blocked, ElementType::f64, false, &P::variant).contains(2));
    for (const F family : {F::local, F::global})
        EXPECT_TRUE(
            std::ranges::includes(values(family, ElementType::f64, true, &P::work_m), std::set{1, 2, 4}));
}

TEST(KernelSpace, WhatADeviceCannotRunIsRefusedWithTheLimit) {
    EXPECT_EQ(fault_on({.family = GemmFamily::mma}, kSmallGpu),
              "needs compute capability 9.0; small is no NVIDIA device");
    DeviceTraits older = kH200;
    older.nvidia_capability = 80;
    EXPECT_EQ(fault_on({.family = GemmFamily::mma}, older),
              "needs compute capability 9.0; NVIDIA H200 has 8.0");
    EXPECT_EQ(fault_on({.tile_m = 128, .tile_n = 128, .tile_k = 32, .work_m = 8, .work_n = 8}, kSmallGpu),
              "takes 65536 bytes of local memory, the device has 32768");
    EXPECT_EQ(fault_on({.tile_m = 64, .tile_n = 64, .tile_k = 8, .work_m = 2, .work_n = 2}, kSmallGpu),
              "takes work-groups of 1024 work-items, the device runs at most 256");
    EXPECT_EQ(fault_on({}, kSmallGpu), "");
    DeviceTraits host = kSmallGpu;
    host.is_host = true;
    EXPECT_EQ(fault_on({.family = GemmFamily::mma}, host), "") << "host implementations need nothing";
}

TEST(KernelSpace, NeedsOfAnInstructionAreThoseOfItsSource) {
    const InstructionPtr plain = gemm({.tile_m = 64, .tile_n = 32, .tile_k = 16, .padding = 2});
    EXPECT_EQ(plain->needs.local_memory, 8 * (16 * 66 + 32 * 18));
    EXPECT_EQ(plain->needs.work_group, 16 * 8);
    EXPECT_EQ(plain->needs.nvidia_capability, 0);
    EXPECT_EQ(gemm({.transpose_b = true, .tile_m = 64, .tile_n = 32, .padding = 2})->needs.local_memory,
              8 * (16 * 66 + 16 * 34));
    EXPECT_EQ(gemm({.tile_m = 64, .tile_n = 32, .variant = 1})->needs.local_memory,
              8 * (16 * 64 + 32 * 16 + 64 * 32));
    const InstructionPtr matrix = gemm({.family = GemmFamily::mma,
                                        .tile_m = 128,
                                        .tile_n = 64,
                                        .tile_k = 16,
                                        .work_m = 64,
                                        .work_n = 32,
                                        .stages = 4});
    EXPECT_EQ(matrix->needs.local_memory, 8 * 4 * (128 + 64) * 16);
    EXPECT_EQ(matrix->needs.work_group, 32 * 2 * 2);
    EXPECT_EQ(matrix->needs.nvidia_capability, 90);
    EXPECT_EQ(gemm({.family = GemmFamily::registers})->needs.local_memory, 0);
}

}  // namespace
}  // namespace hg::kernels
