#pragma once

#include <memory>
#include <string>

#include "tools/cli/progress_bar.hpp"
#include <hg/runtime/machine/observer.hpp>

namespace hgctl {

/// Shows how many of a run's commands have ended, and passes everything on to `next`.
class RunProgress : public hg::Observer {
  public:
    /// `next` may be null and must outlive this.
    RunProgress(std::string what, hg::Observer* next);

    void on_begin(std::uint64_t run, const hg::Program& program) noexcept override;
    void on_interval(const hg::Interval& interval) noexcept override;
    void on_end(std::uint64_t run, double seconds, bool succeeded) noexcept override;

  private:
    std::string what_;
    hg::Observer* next_;
    std::unique_ptr<ProgressBar> bar_;
};

}  // namespace hgctl
