#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tools/hgctl/bench/resident/resident_case.hpp"
#include "tools/workload/resident/resident_device.hpp"
#include "tools/workload/resident/resident_steps.hpp"

namespace hgctl {

/// A call of a routine on registers, in the memory of a device: the kernels that the routine appends to a program,
/// without the machine around them.
class ResidentProgram {
  public:
    /// Compiles and allocates. Throws what the routine and ResidentDevice throw.
    ResidentProgram(ResidentDevice& device, const hg::DeviceModel& model, const ResidentCase& bench);

    /// The routine's operands, in their order.
    [[nodiscard]] hg::LiveRegister operand(std::size_t i) const;
    /// The names of its kernels, with " + " between them.
    [[nodiscard]] std::string kernels() const { return steps_.kernels(); }
    void run_once() { device_.run_unobserved(steps_.steps(), 1); }
    /// Calls one after the other, by both clocks.
    ChainTimes run(int times) {
        return {.wall = device_.run_unobserved(steps_.steps(), times),
                .device = device_.run(steps_.steps(), times).device};
    }

  private:
    ResidentDevice& device_;
    std::vector<hg::RegisterId> operands_;  ///< made with the steps
    ResidentSteps steps_;
};

}  // namespace hgctl
