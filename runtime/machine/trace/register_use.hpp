#pragma once

#include <cstdint>
#include <vector>

#include <hg/runtime/machine/watched_run.hpp>

namespace hg {

/// The commands of a run that used a register, in program order.
struct RegisterUse {
    CommandId first{};
    CommandId last{};
    double begin = 0;  ///< of the command that began first, seconds since the run began
    double end = 0;    ///< of the command that ended last
    double arrow = 0;  ///< where the latest arrow between them has its end
    bool used = false;
    bool late = false;  ///< no arrows can be drawn

    /// Returns true if a command passed the register on to another one, and the trace shows it.
    [[nodiscard]] bool is_shared() const noexcept { return used && first != last && !late; }
};

/// Returns the uses of a run's registers, by RegisterId; those of windows count for the whole register.
std::vector<RegisterUse> register_uses(const WatchedRun& run);

}  // namespace hg
