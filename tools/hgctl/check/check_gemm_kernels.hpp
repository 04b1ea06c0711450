#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tools/workload/resident/resident_device.hpp"
#include <hg/kernels/gemm.hpp>
#include <hg/runtime/program/target.hpp>

namespace hgctl {

/// Which kernels are checked on a device, and on how many problems.
struct KernelCheckPlan {
    std::vector<hg::kernels::GemmFamily> families;
    std::vector<hg::ElementType> types;
    std::uint64_t seed = 1;
    std::int64_t n_max = 200;
    std::int64_t count = 4;        ///< problems of each family, type and pair of operations
    bool says_what_is_not = true;  ///< families not made for a type count as skipped
};

/// Families, types and operations together, at most.
std::size_t kernels_to_check(const KernelCheckPlan& plan);

/// One problem that went wrong: which, and how.
struct KernelFault {
    std::string problem;
    std::string fault;
    std::string family;
    std::string type;
    std::uint64_t seed = 0;
};

struct KernelCheckResult {
    std::int64_t passed = 0;
    std::int64_t failed = 0;
    double worst = 0;                  ///< largest error, in units of the bound
    std::vector<std::string> checked;  ///< "mma f64"
    std::vector<std::string> skipped;  ///< those that the device cannot run, and why
};

/// Who watches a check.
struct KernelCheckWatch {
    std::function<void(const std::string& what)> next;     ///< a family, type and operations begin
    std::function<void(const KernelFault& fault)> failed;  ///< a problem went wrong
};

/// The families whose sources have code for this device alone, which no other machine can check.
std::vector<hg::kernels::GemmFamily> families_written_for(const hg::DeviceTraits& device);

/// Runs kernels of every family, type and pair of operations on random problems against the reference: sizes
/// odd, tiny and beside powers of two, gaps below the columns, every kind of alpha and beta, sums over k in
/// parts. All that is no element of A, B or C holds NaN and must keep its bits in C; a C that is not to be
/// read holds NaN too.
KernelCheckResult check_gemm_kernels(ResidentDevice& device, const hg::DeviceModel& model,
                                     const KernelCheckPlan& plan, const KernelCheckWatch& watch);

}  // namespace hgctl
