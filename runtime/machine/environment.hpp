#pragma once

#include <array>
#include <string_view>

namespace hg {

/// A variable of the environment that hg reads, with one line of help.
struct EnvironmentVariable {
    std::string_view name;
    std::string_view help;
};

/// In the order of docs/reference/environment.md. ROUTINE in a name stands for a routine's.
inline constexpr auto kEnvironmentVariables = std::to_array<EnvironmentVariable>({
    {"HG_DEVICES",
     "devices to use, comma-separated: positions from 'hgctl devices', parts of names, cpu, gpu, host; 2xcpu "
     "is two devices on the CPU, 0/2 the halves of device 0"},
    {"HG_MEMORY_LIMIT", "bytes of each device's memory that hg may use, such as 8G; default: nine tenths"},
    {"HG_WORK_GROUP_LIMIT", "largest work-group, in work-items; default: what the device's compiler allows"},
    {"HG_CACHE_DIR",
     "folder for compiled kernels, tuned kernels and measured rates; no other user may write to it. Default: "
     "hg in the user's cache folder; empty: none"},
    {"HG_STAGING_THREADS",
     "threads that copy matrices to and from pinned memory; default: half the process's cores, from 2 to 16"},
    {"HG_HOST_BELOW",
     "calls with less work than a product of square matrices of this order run on the CPU; 0: none; default: "
     "decided by the performance model"},
    {"HG_IN_PLACE", "0: devices that share the CPU's memory copy operands too; default: 1, they do not"},
    {"HG_ARITHMETIC", "arithmetic of products: native (default), emulated (exact), automatic (as native)"},
    {"HG_CPU_BLAS",
     "libraries with the CPU's BLAS and LAPACK, separated by colons, such as libblas.so.3:liblapack.so.3. "
     "Routines they lack come from the libraries that hg was linked with (the default). none: only those, "
     "behind libhgblas.so too"},
    {"HG_LOG", "log on standard error: trace, debug, info, warn, error, off; default: wrong settings"},
    {"HG_TRACE", "file for a trace of all runs (%p: process number); open it in https://ui.perfetto.dev"},
    {"HG_SHARE",
     "how processes on this node share devices: exclusive (each has whole devices), fair (turns, and a slice "
     "of memory), none; default: fair if a launcher started several ranks on GPUs, else none"},
    {"HG_SHARE_RANKS", "processes on this node that share devices; 0: unknown; default: the launcher's"},
    {"HG_SHARE_RANK", "0-based number of this process among them; default: from the launcher"},
    {"HG_SHARE_DIR", "private folder for the locks; default: /dev/shm/hg-USERID"},
    {"HG_OFFLOAD",
     "which calls libhgblas.so sends to the devices: auto (default): those that a GPU finishes faster; "
     "always; never"},
    {"HG_OFFLOAD_MIN_ROUTINE",
     "order n of square matrices, or n elements for level 1, as in HG_OFFLOAD_MIN_DGEMM=2000: libhgblas.so "
     "sends exactly the calls with at least that work to the devices; default: HG_OFFLOAD decides"},
    {"HG_REPORT",
     "report of the calls that libhgblas.so saw, at exit: 1: a table on standard error; 0: none (default); "
     "otherwise a file for JSON (%p: process number)"},
    {"HG_LIBRARY", "path of libhg_lapack.so for the Python module; default: searched for"},
    {"HG_HELP", "1: hgctl prints this list"},
});

/// Other variables with such names, which tests and scripts of hg's source tree read.
inline constexpr auto kVariablesOfTheTree =
    std::to_array<std::string_view>({"HG_TEST_DEVICES", "HG_TEST_BACKENDS", "HG_PYTHON", "HG_PYTHON_PACKAGE",
                                     "HG_RULE", "HG_BLAS_LIBRARY", "HG_WHEEL_BLAS", "HG_CALL_COUNTER",
                                     "HG_ILP64_PROGRAM", "HG_NAMED_DEVICE", "HG_VERSION", "HG_DOXYGEN_XML"});

}  // namespace hg
