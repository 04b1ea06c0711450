#pragma once

#include <string>

namespace hg {

/// Returns the file that HG_TRACE now names for this process; empty if no trace is wanted. Each %p in the
/// name becomes the process's number. If there is none, names of processes that a launcher or fork() has made
/// of one program differ: trace.json becomes trace.rank3.json in rank 3 of several MPI ranks, and
/// trace.PROCESS.json in a child.
std::string trace_path_of_environment();

/// Returns the name with `.PROCESS`, this process's number, before its extension.
std::string with_process_number(const std::string& path);

}  // namespace hg
