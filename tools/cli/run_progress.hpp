#pragma once

#include <memory>
#include <string>

#include "tools/cli/command_line.hpp"
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

/// What reports say behind the name of a trace.
inline constexpr const char* kTraceHint = " (open it in https://ui.perfetto.dev)";

/// The option `--trace` of subcommands that do one run.
inline void add_trace_option(Command& app, std::string& path) {
    app.file("--trace", path, "Write a trace of the run to this file; open it in ui.perfetto.dev");
}

}  // namespace hgctl
