#pragma once

#include <string>

namespace hg {

enum class LogLevel { trace, debug, info, warn, error };

/// True if messages of this level are shown. Ask first if making the message is work.
bool logs(LogLevel level) noexcept;
/// Writes a line to the logger "hg": standard error, silent unless HG_LOG names a level, and in
/// children of a process that has used devices. Thread-safe.
void log(LogLevel level, const std::string& message) noexcept;
/// log_once() for what a user has to know without having asked for messages, such as a setting that has no
/// effect: also written if HG_LOG is not set. HG_LOG=off silences it. Thread-safe.
void tell_once(LogLevel level, const std::string& message) noexcept;
/// log() for what would be said again for each file, device or session: the same message once a process.
/// Thread-safe.
void log_once(LogLevel level, const std::string& message) noexcept;

}  // namespace hg
