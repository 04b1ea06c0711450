#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/tuner/tunable_kernel.hpp"
#include "tools/tuner/tuning_problem.hpp"

namespace hg::kernels {

/// How one candidate went.
enum class Verdict : std::uint8_t {
    good,      ///< ran, right, timed
    wrong,     ///< result out of bounds, or a guard zone touched
    rejected,  ///< the compiler or the device refused it
    crashed,   ///< its process died
    timed_out  ///< its process was stopped at the time limit
};

/// A kernel on a problem: what is measured.
struct Candidate {
    TunableKernel kernel;
    TuningProblem problem;
};

struct Outcome {
    Verdict verdict = Verdict::rejected;
    double seconds = 0;  ///< robust time of one run (median of device timings); only for good
    std::string detail;  ///< what went wrong, in one line
};

/// Measures candidates. The search sees nothing else, so that tests plant their own.
class CandidateRunner {
  public:
    CandidateRunner() = default;
    CandidateRunner(const CandidateRunner&) = delete;
    CandidateRunner& operator=(const CandidateRunner&) = delete;
    virtual ~CandidateRunner() = default;

    /// A hint that these will be run soon, in this order: their kernels may be compiled in the background.
    virtual void expect(const std::vector<Candidate>& /*candidates*/) {}
    /// Checks and times one candidate. Never throws for what a candidate does.
    virtual Outcome run(const Candidate& candidate) = 0;
};

}  // namespace hg::kernels
