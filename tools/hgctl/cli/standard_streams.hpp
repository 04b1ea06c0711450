#pragma once

#include <string>

namespace hgctl {

/// Gives standard streams that the caller closed a descriptor on which reading or writing fails, as on a
/// closed one. Else the next file opened takes their number, and messages are written into it. Call it before
/// anything is opened.
void open_standard_streams();

/// Writes out what std::cout holds. Why something of it is lost: ": " and the system's words if it has
/// some, else a mere "."; empty if nothing is. The reader of a pipe who leaves ends the process by
/// SIGPIPE, as is usual.
std::string standard_output_fault();

}  // namespace hgctl
