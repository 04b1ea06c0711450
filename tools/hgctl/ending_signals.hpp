#pragma once

namespace hgctl {

/// From here on SIGINT, SIGTERM, SIGHUP and SIGPIPE end the tuner's processes and remove what stands under
/// temporary names before they end the process as they would have. A signal that whoever started hgctl has
/// ignored stays ignored.
void clean_up_on_ending_signals();

/// While one of these exists, the first SIGINT or SIGTERM asks the work to end, so that what was measured so
/// far is reported. The next signal ends the process as clean_up_on_ending_signals() has it. One at a time.
class Interruption {
  public:
    Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;
    ~Interruption();

    /// Whether a signal has come since the construction.
    [[nodiscard]] bool requested() const noexcept;
};

}  // namespace hgctl
