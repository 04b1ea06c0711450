#pragma once

#include <memory>

#include "kernels/tuner/candidate.hpp"
#include "runtime/machine/device.hpp"

namespace hg::kernels {

/// Checks and times candidates on one device, in this process: a candidate that crashes takes it along.
///
/// Operands are random, rotate among several sets so that caches do not serve them, and have guard zones
/// around them; every candidate's result is compared with a reference (a sample of rows and columns where the
/// product is large) before it is timed. Times are the device's own (OpenCL events): median of several runs
/// after a warm-up.
class Measurer final : public CandidateRunner {
  public:
    explicit Measurer(std::unique_ptr<Device> device);
    ~Measurer() override;

    Outcome run(const Candidate& candidate) override;
    /// Compiles only.
    Outcome compile(const Candidate& candidate);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace hg::kernels
