#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "tools/tuner/candidate.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg::kernels {

/// Checks and times candidates on one device, in this process: a candidate that crashes takes it along. Used
/// by one thread.
///
/// Each candidate is checked as it is given: twice on its routine's small problem, with aligned and with odd
/// leading dimensions, then on its own problem. The routine's operands say what is right.
///
/// Times are the device's own (OpenCL events): median of several runs after a warm-up, on operands
/// that take turns among several sets so that caches do not serve them. All instructions of a kernel
/// count together.
class Measurer final : public CandidateRunner {
  public:
    using MakeInstructions = std::function<std::vector<InstructionPtr>(const TunableKernel&)>;

    /// `make` gives a kernel's instructions; empty: its routine does. The operands of the last `kept`
    /// problems stay in memory for further candidates, fewer if memory does not suffice.
    explicit Measurer(std::unique_ptr<Device> device, MakeInstructions make = {}, int kept = 1);
    ~Measurer() override;

    Outcome run(const Candidate& candidate) override;
    /// Compiles only; `seconds` is what that took.
    Outcome compile(const Candidate& candidate);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// A runner that compiles only, for processes that fill the kernel cache.
class CompileRunner final : public CandidateRunner {
  public:
    explicit CompileRunner(std::unique_ptr<Device> device) : measurer_(std::move(device)) {}
    Outcome run(const Candidate& candidate) override { return measurer_.compile(candidate); }

  private:
    Measurer measurer_;
};

}  // namespace hg::kernels
