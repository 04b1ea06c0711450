#pragma once

#include <span>
#include <string>
#include <vector>

#include "tools/workload/resident/resident_device.hpp"
#include <hg/runtime/program/program.hpp>

namespace hgctl {

/// The kernels of a program for one device, in the memory of that device, without the machine around them:
/// what the program loads and stores is left out.
class ResidentSteps {
  public:
    /// Compiles and allocates. The scalars of the program are numbers. Throws what ResidentDevice throws.
    ResidentSteps(ResidentDevice& device, const hg::Program& program);

    [[nodiscard]] hg::LiveRegister live(hg::RegisterId reg) const;
    [[nodiscard]] std::span<const ResidentStep> steps() const noexcept { return steps_; }
    /// The names of the kernels, with " + " between them.
    [[nodiscard]] std::string kernels() const;

  private:
    void add_step(const hg::Program& program, hg::CommandId command);

    ResidentDevice& device_;
    std::vector<ResidentMatrix> registers_;  ///< by RegisterId; windows have no memory of their own
    std::vector<ResidentStep> steps_;
};

}  // namespace hgctl
