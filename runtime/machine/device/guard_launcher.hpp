#pragma once

#include <optional>
#include <vector>

#include "runtime/machine/opencl/kernel_launcher.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg {

/// Runs the guards of instructions for one queue of EXECs. Only that queue's thread may use it.
class GuardLauncher {
  public:
    /// The launcher must outlive it.
    explicit GuardLauncher(KernelLauncher& kernels) : kernels_(kernels) {}

    /// Enqueues the guards of the call's instruction, which begin when the events `after` are complete, and
    /// clears `after`, because the queue is in order. If one of the guards can find a fault, waits for their
    /// results. Throws the fault as on the host device; then the instruction must not run.
    void look(const cl::CommandQueue& queue, const ExecCall& call, std::vector<cl::Event>& after);

  private:
    [[nodiscard]] LiveRegister fault(const cl::CommandQueue& queue);
    [[nodiscard]] bool takes_fault(const cl::CommandQueue& queue) const;

    KernelLauncher& kernels_;
    std::optional<OpenClMemory> fault_{};   ///< 0 unless a guard has found a fault
    std::vector<Register> shapes_{};        ///< of the current call; kept to avoid further allocations
    std::vector<LiveRegister> of_guard_{};  ///< likewise
};

}  // namespace hg
