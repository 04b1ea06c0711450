#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tools/workload/resident/resident_device.hpp"
#include <hg/kernels/database.hpp>

namespace hgctl {

/// A kind of launches that `hgctl stress` repeats: its word, its type, and what a launch comes to.
struct StressKind {
    std::string word;  ///< "gemm", "peak", "copy", "links"
    hg::ElementType type = hg::ElementType::f64;
    bool counts_flops = false;  ///< else bytes
    double work = 0;            ///< flops or bytes of a launch

    /// "gemm f64"
    [[nodiscard]] std::string label() const { return word + " " + std::string(hg::name(type)); }
};

/// The elements of a result that differ in their bits from those of the first one.
struct WrongBits {
    std::int64_t elements = 0;
    std::int64_t row = 0;  ///< of the first of them, column by column
    std::int64_t col = 0;
};

/// Launches on one device whose result has the same bits in each iteration, if the device is sound. A wrong
/// element of any of an iteration's launches is found: either it is still there after the last, unless
/// rounding hides it, or each launch is compared. Not thread-safe. All of them throw what the device
/// throws.
struct StressWork {
    StressKind kind;
    /// The launches of an iteration, one after the other.
    std::function<ChainTimes(int launches)> run;
    /// What differs in the result from the one that was kept, or from what it must be.
    std::function<WrongBits()> compare;
    /// Keeps the result as what others are compared with, unless it is known what it must be.
    std::function<void()> keep = [] {};
};

/// What works are made of.
struct StressSetting {
    ResidentDevice& device;
    const hg::DeviceModel& model;
    const hg::kernels::Database& kernels;
    std::int64_t n = 0;  ///< order of all matrices
};

/// The words of the kernels that run in a device's memory.
std::vector<std::string> stress_kernel_words();

/// The word of the work that goes through a device's link.
inline constexpr const char* kLinksWord = "links";

/// Matrices of order n that a work holds in the device's memory; what does not grow with n is not counted.
std::int64_t matrices_of(const std::string& word);

/// Compiles, allocates and loads. `word` is one of the kernels, or kLinksWord. Throws what the device
/// throws. The work refers to the setting's device.
StressWork make_stress_work(const std::string& word, hg::ElementType type, const StressSetting& setting);

}  // namespace hgctl
