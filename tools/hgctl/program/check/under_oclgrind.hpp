#pragma once

#include <string>

namespace hgctl {

/// The option by which a process started by start_under_oclgrind() gets the name of Oclgrind's log.
inline constexpr const char* kOclgrindLog = "--oclgrind-log";

/// Replaces this process by `oclgrind hgctl ...`, with the arguments of this process but for `left_out`, and
/// with kOclgrindLog. Oclgrind is an OpenCL device that interprets kernels, and reports data races and
/// accesses outside of buffers. Throws hg::Error{io} if it cannot be started.
[[noreturn]] void start_under_oclgrind(const std::string& left_out);

/// Returns what Oclgrind has reported to its log, and removes the log.
std::string take_oclgrind_log(const std::string& path);

}  // namespace hgctl
