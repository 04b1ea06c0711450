#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/tuner/worker/device_work.hpp"
#include <hg/kernels/database.hpp>

namespace hg::kernels {

/// The kernels of one candidate: the product and, if the sum over k comes in parts, their sum.
struct GemmKernels {
    InstructionPtr product;
    InstructionPtr sum;  ///< null if parts is 1
    int parts = 1;
    bool reads_c = true;
};

/// How a problem's matrices lie in memory.
struct GemmLayout {
    bool aligned = true;  ///< columns begin on 128 bytes; otherwise on odd numbers of elements
    std::int64_t set_bytes =
        0;  ///< as many sets of operands as take this much together, 8 at most, 1 at least
};

/// The operands of one GEMM shape in a device's memory, with guards around them, and what they must give.
class GemmProblem {
  public:
    GemmProblem() = default;
    GemmProblem(const GemmProblem&) = delete;
    GemmProblem& operator=(const GemmProblem&) = delete;
    virtual ~GemmProblem() = default;

    /// Runs prepared kernels once on fresh operands; what is wrong with the result, empty if nothing is.
    /// Throws what the device reports.
    virtual std::string fault_of(const GemmKernels& kernels) = 0;
    /// Runs them `times` times on the next set of operands; the seconds of one time.
    virtual double seconds_of(const GemmKernels& kernels, int times) = 0;
};

/// Throws Error{out_of_memory} if the device does not hold the operands.
std::unique_ptr<GemmProblem> make_gemm_problem(DeviceWork& work, const GemmShape& shape,
                                               const GemmLayout& layout);

}  // namespace hg::kernels
