#pragma once

#include <vector>

#include "tools/workload/resident/resident_gemm.hpp"
#include "tools/workload/resident/resident_steps.hpp"
#include <hg/kernels/database.hpp>

namespace hgctl {

/// C := op(A) op(B) + beta C by an emulated product, in a device's memory: all that EmulatedGemm appends to a program.
class ResidentEmulation {
  public:
    /// Compiles and allocates. Of the parameters, the type, the operations and `overwrite` count. Throws what
    /// ResidentDevice throws.
    ResidentEmulation(ResidentDevice& device, const hg::kernels::Database& database,
                      const hg::DeviceModel& model, const hg::kernels::GemmParameters& parameters,
                      const ResidentShape& shape, double beta);

    [[nodiscard]] hg::LiveRegister a() const { return steps_.live(operands_[0]); }
    [[nodiscard]] hg::LiveRegister b() const { return steps_.live(operands_[1]); }
    [[nodiscard]] hg::LiveRegister c() const { return steps_.live(operands_[2]); }
    [[nodiscard]] const ResidentSteps& steps() const noexcept { return steps_; }

    /// `times` products one after the other.
    ChainTimes multiply(int times) { return device_.run(steps_.steps(), times); }

  private:
    ResidentDevice& device_;
    std::vector<hg::RegisterId> operands_;  ///< A, B, C; made with the steps
    ResidentSteps steps_;
};

}  // namespace hgctl
