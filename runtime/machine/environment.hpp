#pragma once

#include <array>
#include <string_view>

namespace hg {

/// A variable of the environment that hg reads, with one line of help.
struct EnvironmentVariable {
    std::string_view name;
    std::string_view help;
};

inline constexpr auto kEnvironmentVariables = std::to_array<EnvironmentVariable>({
    {"HG_DEVICES",
     "devices to use, comma-separated: numbers as 'hgctl devices' shows them, parts of names, host"},
    {"HG_MEMORY_LIMIT", "bytes of each device's memory to use, for example 8G; default: nine tenths"},
    {"HG_CACHE_DIR",
     "folder for compiled kernels, tuned kernels and measured rates, which no other user may write to; "
     "default: hg in the user's cache folder; empty: none"},
    {"HG_STAGING_THREADS",
     "threads that copy matrices to and from pinned memory; default: half the cores, from 2 to 16"},
    {"HG_HOST_BELOW",
     "calls of less work than a product of square matrices of this order run on the CPU at once; 0: none; "
     "default: by what is known of the devices"},
    {"HG_ARITHMETIC",
     "how devices compute products: native (default), emulated, by exact products of integers of 8 bits, or "
     "automatic, which is native"},
    {"HG_CPU_BLAS",
     "libraries with the CPU's BLAS and LAPACK, separated by colons, for example "
     "libblas.so.3:liblapack.so.3; "
     "default, and for what they lack: those that hg was linked with; none: these alone, behind libhgblas.so "
     "too"},
    {"HG_SHARE",
     "how processes of this node share devices: exclusive (whole devices each), fair (turns, and parts of "
     "memory), none; default: fair for several ranks of a launcher on GPUs, else none"},
    {"HG_SHARE_RANKS", "processes on this node that share; 0: not known; default: what the launcher tells"},
    {"HG_SHARE_RANK", "the number of this one among them, from 0; default: what the launcher tells"},
    {"HG_SHARE_DIR", "private folder for the locks of sharing; default: /dev/shm/hg-USERID"},
    {"HG_OFFLOAD",
     "what libhgblas.so sends to the devices: auto (default): what they do sooner; always; never"},
    {"HG_OFFLOAD_MIN_DGEMM",
     "order of square matrices from which on libhgblas.so sends products to the devices; likewise for the "
     "other "
     "routines that it has; default: by what is known of the devices"},
    {"HG_REPORT",
     "what libhgblas.so reports at exit of the calls it saw: 1: a table on standard error; else a file for "
     "JSON, "
     "%p being the process; default: nothing"},
    {"HG_LOG", "what to log to standard error: trace, debug, info, warn, error or off (default)"},
    {"HG_TRACE", "file for a trace of all runs, for https://ui.perfetto.dev, %p being the process"},
    {"HG_HELP", "set to 1: hgctl prints this list"},
});

}  // namespace hg
