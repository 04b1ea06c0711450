#pragma once

#include <string>
#include <utility>
#include <vector>

#include <hg/kernels/database.hpp>

/// Made-up devices and tuned results that the tests of kernels and blas share.
namespace hg::test {

/// A GPU of which all traits are known.
inline DeviceModel model(const std::string& product, const std::string& vendor = "Maker",
                         const std::string& architecture = "arch1") {
    DeviceModel device;
    device.traits.product = product;
    device.traits.vendor = vendor;
    device.traits.architecture = architecture;
    device.traits.local_memory = 64 << 10;
    return device;
}

/// `kernel`, by its name, as the best found on `device` for a cell.
inline kernels::TunedGemm tuned(const DeviceModel& device, const std::string& kernel, std::int64_t m,
                                std::int64_t n, std::int64_t k, double rate = 1e12) {
    kernels::TunedGemm result;
    result.product = device.traits.product;
    result.vendor = device.traits.vendor;
    result.architecture = device.traits.architecture;
    result.is_gpu = device.is_gpu;
    result.parameters = kernels::parse_gemm(kernel).value();
    result.parameters.overwrite = false;
    result.shape = {
        result.parameters.type, result.parameters.transpose_a, result.parameters.transpose_b, m, n, k};
    result.rate = rate;
    result.driver = "driver 1";
    result.date = "2026-11-21";
    return result;
}

/// Likewise a kernel of another routine: of vectors of n elements unless there are more extents.
inline kernels::TunedKernel tuned_kernel(const DeviceModel& device, const std::string& routine,
                                         const std::string& kernel, std::vector<std::int64_t> extents,
                                         double rate = 1e12, const std::string& operation = "") {
    return {device.traits.product,
            device.traits.vendor,
            device.traits.architecture,
            device.is_gpu,
            routine,
            ElementType::f64,
            operation,
            std::move(extents),
            kernel,
            rate,
            "driver 1",
            "2026-11-21"};
}

}  // namespace hg::test
