#pragma once

#include <cstdlib>
#include <optional>

#include "runtime/program/base/pocl.hpp"
#include "support/setting.hpp"

namespace hg::test {

/// PoCL optimises the kernels of machines that are made while this lives. It takes a second for a kernel and
/// a fraction of one without, so that runs of tests on PoCL forbid it (POCL_EXTRA_BUILD_FLAGS). PoCL reads
/// that at each build, and hg, whose kernel files differ by it, where a machine finds its devices: this must
/// outlive both.
class PoclOptimiser {
  public:
    static bool is_on() { return !std::getenv(kFlags); }

  private:
    static constexpr const char* kFlags = pocl::kCompilerVariables.front();
    Setting flags_{kFlags, nullptr};
};

/// A suite whose tests, and machine if its tests share one, run kernels that PoCL has optimised: as users do.
template <class Suite>
class Optimised : public Suite {
  protected:
    static void SetUpTestSuite() {
        optimiser_.emplace();
        Suite::SetUpTestSuite();
    }
    static void TearDownTestSuite() {
        Suite::TearDownTestSuite();
        optimiser_.reset();
    }

  private:
    static inline std::optional<PoclOptimiser> optimiser_;
};

}  // namespace hg::test
