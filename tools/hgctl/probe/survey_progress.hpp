#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "tools/cli/progress_bar.hpp"
#include "tools/hgctl/ending_signals.hpp"

namespace hgctl {

/// Shows how far surveys of several devices have come, and ends them if Ctrl-C asks for it: what was measured so far
/// is reported then. One at a time.
class SurveyProgress {
  public:
    explicit SurveyProgress(std::size_t devices);

    [[nodiscard]] bool interrupted() const noexcept { return interruption_.requested(); }
    /// To be asked before each measurement on a device, with what it is and the share of the device that is done; false
    /// ends the survey. Used while this lives.
    std::function<bool(const std::string& what, double share)> of_device(std::size_t device);

  private:
    const Interruption interruption_;
    const std::size_t devices_;
    const double begin_;
    ProgressBar bar_;
};

/// The exit status after a survey; says on standard error if it was interrupted.
int survey_status(bool interrupted);

}  // namespace hgctl
