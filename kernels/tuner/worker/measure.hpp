#pragma once

#include <functional>
#include <memory>

#include "kernels/tuner/candidate.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg::kernels {

/// Checks and times candidates on one device, in this process: a candidate that crashes takes it along. Used
/// by one thread.
///
/// Each candidate is checked as it is given, with alpha and beta other than 0 and 1: twice on a product
/// of two and a half of its tiles each way, with aligned and with odd leading dimensions, then on its
/// shape. Operands are random; guard zones around them hold NaN and must stay as they are. Small
/// results are compared element by element, large ones by their product with a random vector. See
/// GemmReference for the bounds.
///
/// Times are the device's own (OpenCL events): median of several runs after a warm-up, on operands
/// that take turns among several sets so that caches do not serve them. Parts of a sum over k and
/// their sum count together.
class Measurer final : public CandidateRunner {
  public:
    using MakeInstruction = std::function<InstructionPtr(const GemmParameters&)>;

    /// `make` gives the product's instruction.
    explicit Measurer(std::unique_ptr<Device> device, MakeInstruction make = kernels::gemm);
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
