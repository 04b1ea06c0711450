#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tools/workload/resident/resident_device.hpp"
#include "tools/workload/resident/resident_steps.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hgctl {

/// The kernels that something appends to a program, on registers in the memory of a device, without the
/// machine around them.
class ResidentProgram {
  public:
    /// A register that holds data from the start.
    struct Operand {
        hg::ElementType type = hg::ElementType::f64;
        std::int64_t rows = 0, cols = 0, ld = 0;
    };
    using Append = std::function<void(hg::ProgramBuilder&, std::span<const hg::RegisterId>)>;

    /// Compiles and allocates. Throws what `append` and ResidentDevice throw.
    ResidentProgram(ResidentDevice& device, const hg::DeviceModel& model, std::span<const Operand> operands,
                    const Append& append);

    [[nodiscard]] hg::LiveRegister operand(std::size_t i) const { return steps_.live(operands_[i]); }
    [[nodiscard]] const ResidentSteps& steps() const noexcept { return steps_; }
    void run_once() { device_.run_unobserved(steps_.steps(), 1); }
    /// Runs all kernels `times` times over, once for each clock.
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
