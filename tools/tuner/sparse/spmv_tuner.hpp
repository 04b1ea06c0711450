#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kernels/sparse/spmv_tuned.hpp"
#include "runtime/machine/measure/device_work.hpp"

/// The fastest kernel for products with one sparse matrix, found by running them. What is tuned is not a size
/// but a structure, so this is no TunableRoutine, and whoever has the matrix makes its arrays.
namespace hg::kernels {

/// A's arrays for a kernel in host memory: the operands before x, in their order.
struct SpmvHostArrays {
    struct Array {
        Register shape;
        const void* data = nullptr;  ///< without gaps
    };
    std::vector<Array> arrays;
    std::vector<Array> list{};          ///< those of coo for what the first have not; empty: there is none
    std::shared_ptr<const void> owner;  ///< of the arrays' memory
};

/// A matrix, and the product that is tuned: Y := A X.
struct SpmvProblem {
    SpmvFigures figures;
    SpmvUse use;
    std::int64_t cols = 0;  ///< of A
    /// The arrays of a format, with the blocking that it is for.
    std::function<SpmvHostArrays(const SpmvChoice&)> arrays;
};

/// A kernel that was tried.
struct SpmvTrial {
    SpmvChoice choice;
    double seconds = 0;  ///< of a product, on the device
    std::string fault;   ///< what is wrong with it; empty: nothing
};

/// What is worth trying for a matrix: choose_spmv()'s own kernel first, then others, those with the same
/// arrays one after the other. A pure function.
std::vector<SpmvChoice> spmv_candidates(const SpmvFigures& figures, const SpmvUse& use);

/// Tries candidates one after the other for `seconds` at most, the first one in any case; the fastest comes
/// first, wrong ones last. Results are compared with those of csr_rows on the host. tried(count, of) is
/// called after each. Throws what the device reports as its end, and what `arrays` throws; a kernel that does
/// not compile or does not fit is a fault of its own.
std::vector<SpmvTrial> tune_spmv(DeviceWork& work, const SpmvProblem& problem, double seconds,
                                 const std::function<void(std::size_t count, std::size_t of)>& tried = {});

/// A trial as the database keeps it. `bytes`: of least traffic, for the rate.
TunedKernel spmv_result(const SpmvKey& key, const SpmvTrial& trial, double bytes, const DeviceModel& device,
                        const std::string& driver);

}  // namespace hg::kernels
