#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/machine/measure/device_work.hpp"
#include "tools/tuner/tunable_kernel.hpp"

namespace hg::kernels {

/// A kernel and the instructions that it is made of, compiled for the device.
struct PreparedKernel {
    TunableKernel kernel;
    std::vector<InstructionPtr> instructions;
};

/// How a problem's operands lie in memory.
struct OperandLayout {
    bool aligned = true;  ///< columns begin on 128 bytes; otherwise on odd numbers of elements
    std::int64_t set_bytes =
        0;  ///< as many sets of operands as take this much together, 8 at most, 1 at least
};

/// The operands of one problem in a device's memory, with guards around them, and what they must give.
class TrialOperands {
  public:
    TrialOperands() = default;
    TrialOperands(const TrialOperands&) = delete;
    TrialOperands& operator=(const TrialOperands&) = delete;
    virtual ~TrialOperands() = default;

    /// Runs a kernel once on fresh operands; what is wrong with the result, empty if nothing is.
    /// Throws what the device reports.
    virtual std::string fault_of(const PreparedKernel& kernel) = 0;
    /// Runs it `times` times on the next set of operands; the seconds of one time.
    virtual double seconds_of(const PreparedKernel& kernel, int times) = 0;
};

}  // namespace hg::kernels
