#include <gtest/gtest.h>

#include "runtime/machine/opencl/platforms/opencl_traits.hpp"
#include "support/test_devices.hpp"
#include <hg/runtime/machine/machine.hpp>

namespace hg {
namespace {

DeviceInfo info(const std::string& platform, const std::string& vendor, const std::string& name,
                const std::string& version = "OpenCL 3.0") {
    DeviceInfo i;
    i.platform = platform;
    i.vendor = vendor;
    i.name = name;
    i.version = version;
    i.local_memory = 48 << 10;
    i.max_work_group = 1024;
    i.compute_units = 132;
    return i;
}

TEST(Traits, OfAnNvidiaDeviceFollowItsComputeCapability) {
    const DeviceTraits t =
        opencl_traits(info("NVIDIA CUDA", "NVIDIA Corporation", "NVIDIA H200"), {.nvidia_capability = 90});
    EXPECT_EQ(t.product, "NVIDIA H200");
    EXPECT_EQ(t.vendor, "NVIDIA");
    EXPECT_EQ(t.architecture, "sm_90");
    EXPECT_EQ(t.nvidia_capability, 90);
    EXPECT_EQ(t.local_memory, 0x38c00);
    EXPECT_EQ(t.max_work_group, 1024);
    EXPECT_EQ(t.compute_units, 132);
    EXPECT_FALSE(t.is_host);
}

TEST(Traits, OfAnNvidiaDeviceThatDoesNotTellItsCapabilityAreWhatItReports) {
    const DeviceTraits t = opencl_traits(info("NVIDIA CUDA", "NVIDIA Corporation", "NVIDIA H200"), {});
    EXPECT_EQ(t.architecture, "");
    EXPECT_EQ(t.local_memory, 48 << 10);
}

TEST(Traits, LocalMemoryOfNvidiaDevices) {
    const std::int64_t reported = 48 << 10;
    EXPECT_EQ(nvidia_local_memory(70, reported), 96 << 10);
    EXPECT_EQ(nvidia_local_memory(75, reported), 64 << 10);
    EXPECT_EQ(nvidia_local_memory(80, reported), 163 << 10);
    EXPECT_EQ(nvidia_local_memory(86, reported), 99 << 10);
    EXPECT_EQ(nvidia_local_memory(89, reported), 99 << 10);
    EXPECT_EQ(nvidia_local_memory(90, reported), 227 << 10);
    EXPECT_EQ(nvidia_local_memory(100, reported), 227 << 10);
    for (int unknown : {0, 35, 61, 999}) EXPECT_EQ(nvidia_local_memory(unknown, reported), reported);
    EXPECT_EQ(nvidia_local_memory(75, 100 << 10), 100 << 10) << "never less than the device reports";
}

TEST(Traits, OfAnAmdDeviceTellBoardAndArchitecture) {
    const DeviceInfo mi210 =
        info("AMD Accelerated Parallel Processing", "Advanced Micro Devices, Inc.", "gfx90a:sramecc+:xnack-");
    const DeviceTraits t = opencl_traits(mi210, {.amd_board = "AMD Instinct MI210"});
    EXPECT_EQ(t.product, "AMD Instinct MI210");
    EXPECT_EQ(t.vendor, "AMD");
    EXPECT_EQ(t.architecture, "gfx90a");
    EXPECT_EQ(t.local_memory, 48 << 10);
    EXPECT_EQ(opencl_traits(mi210, {}).product, mi210.name) << "without the board's name";
}

TEST(Traits, OfPoclNameTheProcessor) {
    const DeviceTraits t =
        opencl_traits(info("Portable Computing Language", "AuthenticAMD", "pthread-skylake-avx512-AMD EPYC",
                           "OpenCL 3.0 PoCL HSTR: pthread-x86_64-pc-linux-gnu-skylake-avx512"),
                      {});
    EXPECT_EQ(t.vendor, "pocl");
    EXPECT_EQ(t.architecture, "skylake-avx512");
    EXPECT_EQ(t.product, "pthread-skylake-avx512-AMD EPYC");
    const DeviceTraits haswell = opencl_traits(
        info("Portable Computing Language", "GenuineIntel", "cpu-haswell-Intel(R) Xeon(R) E5-2680",
             "OpenCL 3.0 PoCL HSTR: cpu-x86_64-pc-linux-gnu-haswell"),
        {});
    EXPECT_EQ(haswell.architecture, "haswell");
    const DeviceTraits unknown =
        opencl_traits(info("Portable Computing Language", "GenuineIntel", "basic", "OpenCL 2.0 pocl"), {});
    EXPECT_EQ(unknown.architecture, "");
    const DeviceTraits gpu = opencl_traits(
        info("Portable Computing Language", "NVIDIA Corporation", "NVIDIA H200"), {.nvidia_capability = 90});
    EXPECT_EQ(gpu.vendor, "pocl");
    EXPECT_EQ(gpu.nvidia_capability, 0) << "another compiler, which need not take NVIDIA's instructions";
}

TEST(Traits, OfOtherMakersKeepTheirNames) {
    EXPECT_EQ(opencl_traits(info("Intel(R) OpenCL", "Intel(R) Corporation", "Arc"), {}).vendor, "Intel");
    const DeviceTraits t = opencl_traits(info("Some platform", "Some maker", "Some chip"), {});
    EXPECT_EQ(t.vendor, "Some maker");
    EXPECT_EQ(t.product, "Some chip");
    EXPECT_EQ(t.architecture, "");
}

TEST(Traits, OfTheDevicesHereReachTheModel) {
    const Machine machine(test::test_options());
    for (std::size_t d = 0; d < machine.device_count(); ++d) {
        const DeviceTraits& t = machine.target().devices[d].traits;
        EXPECT_EQ(t.is_host, test::on_host());
        EXPECT_EQ(t.vendor == "host", test::on_host());
        EXPECT_EQ(t.product, machine.device(d).name);
        EXPECT_GT(t.local_memory, 0);
        EXPECT_GT(t.compute_units, 0);
        if (test::test_devices() == "pthread") {
            EXPECT_EQ(t.vendor, "pocl");
            EXPECT_NE(t.architecture, "");
        }
    }
}

TEST(Needs, AreToldWithTheLimitTheyBreak) {
    DeviceTraits device;
    device.product = "NVIDIA V100";
    device.nvidia_capability = 70;
    device.local_memory = 49152;
    device.max_work_group = 1024;
    EXPECT_EQ(unmet_need({}, device), "");
    EXPECT_EQ(unmet_need({.local_memory = 49152, .work_group = 1024, .nvidia_capability = 70}, device), "");
    EXPECT_EQ(unmet_need({.nvidia_capability = 80}, device),
              "needs compute capability 8.0; NVIDIA V100 has 7.0");
    EXPECT_EQ(unmet_need({.local_memory = 98304}, device),
              "takes 98304 bytes of local memory, the device has 49152");
    EXPECT_EQ(unmet_need({.work_group = 2048}, device),
              "takes work-groups of 2048 work-items, the device runs at most 1024");
    device.nvidia_capability = 0;
    device.product = "Some chip";
    EXPECT_EQ(unmet_need({.nvidia_capability = 80}, device),
              "needs compute capability 8.0; Some chip is no NVIDIA device");
    device.architecture = "gfx942";
    EXPECT_EQ(unmet_need({.architectures = "gfx90a gfx942"}, device), "");
    EXPECT_EQ(unmet_need({.architectures = "gfx90a gfx9421"}, device),
              "needs one of the architectures gfx90a gfx9421; Some chip is none of them");
    device.is_host = true;
    EXPECT_EQ(unmet_need({.local_memory = 98304, .nvidia_capability = 80}, device), "");
}

}  // namespace
}  // namespace hg
