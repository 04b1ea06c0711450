#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "kernels/emulated/emulated_choice.hpp"
#include "tools/tuner/emulated/emulated_routine.hpp"

/// Emulated products as the tuner sees them.
namespace hg::kernels {
namespace {

DeviceModel gpu(int capability, std::int64_t local_kib) {
    DeviceModel device;
    device.is_gpu = true;
    device.traits.product = "some GPU";
    device.traits.vendor = "NVIDIA";
    device.traits.architecture = "sm_" + std::to_string(capability);
    device.traits.nvidia_capability = capability;
    device.traits.compute_units = 100;
    device.traits.local_memory = local_kib << 10;
    device.traits.max_work_group = 1024;
    return device;
}

TuningProblem problem_of(ElementType type, std::int64_t m, std::int64_t n, std::int64_t k) {
    return {&emulated_routine(), type, 0, {m, n, k}};
}

std::set<std::string> names_for(const DeviceModel& device) {
    std::set<std::string> names;
    for (const FamilySpace& space :
         emulated_routine().space(problem_of(ElementType::f64, 1000, 1000, 1000), device, {}))
        for (const TunableKernel& kernel : space.kernels) EXPECT_TRUE(names.insert(kernel.name).second);
    return names;
}

TEST(TunerEmulated, SpacesHaveWhatADeviceRuns) {
    const std::set<std::string> hopper = names_for(gpu(90, 227));
    EXPECT_EQ(hopper.size(), 6U);
    EXPECT_TRUE(hopper.contains("emulated_product_wgmma_n14_g100_s4"));
    EXPECT_TRUE(hopper.contains("emulated_product_mma_n14_g100_s2"));
    // Less local memory, fewer stages.
    EXPECT_EQ(names_for(gpu(86, 99)), std::set<std::string>{"emulated_product_mma_n14_g100_s2"});
    EXPECT_EQ(names_for(gpu(75, 64)),
              (std::set<std::string>{"emulated_product_n14_w2", "emulated_product_n14_w4",
                                     "emulated_product_n14_w8"}));
}

TEST(TunerEmulated, KernelsAreFoundByTheirNames) {
    for (const ElementType type : {ElementType::f64, ElementType::f32}) {
        const TuningProblem problem = problem_of(type, 500, 500, 500);
        for (const FamilySpace& space : emulated_routine().space(problem, gpu(90, 227), {}))
            for (const TunableKernel& kernel : space.kernels) {
                EXPECT_EQ(emulated_routine().parse(kernel.name), kernel);
                EXPECT_EQ(emulated_routine().kernel(problem, kernel.family, kernel.values), kernel);
            }
    }
    EXPECT_EQ(emulated_routine().parse("emulated_product_n5_w4"), std::nullopt);
    EXPECT_EQ(emulated_routine().parse("gemm_n14_w4"), std::nullopt);
}

/// A tuned result of a device like this one.
TunedKernel tuned_on(const DeviceModel& device, const std::string& kernel) {
    return {.product = device.traits.product,
            .vendor = device.traits.vendor,
            .architecture = device.traits.architecture,
            .is_gpu = true,
            .routine = std::string(kEmulatedRoutine),
            .type = ElementType::f64,
            .operation = "",
            .extents = {4096, 4096, 4096},
            .kernel = kernel,
            .rate = 1e15,
            .driver = "1",
            .date = "2026-11-24"};
}

TEST(TunerEmulated, ResultsServeProductsOnTheSameDeviceAlone) {
    const DeviceModel device = gpu(90, 227);
    const auto chosen = [](const Database& database, const DeviceModel& on, int moduli) {
        return chosen_product(database, on, ElementType::f64, moduli, 1000, 2000, 3000).name();
    };
    Database database;
    EXPECT_EQ(chosen(database, device, 14), "emulated_product_wgmma_n14_g100_s4");
    database.merge(std::vector{tuned_on(device, "emulated_product_wgmma_n14_g100_s2")}, Rung::device);
    EXPECT_EQ(chosen(database, device, 14), "emulated_product_wgmma_n14_g100_s2");
    EXPECT_EQ(chosen(database, device, 15), "emulated_product_wgmma_n15_g100_s2");
    DeviceModel other = device;
    other.traits.product = "another GPU";
    EXPECT_EQ(chosen(database, other, 14), "emulated_product_wgmma_n14_g100_s4");
}

}  // namespace
}  // namespace hg::kernels
