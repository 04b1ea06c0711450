#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <hg/runtime/machine/share_options.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// Settings of a machine. The defaults are those of an empty environment.
struct MachineOptions {
    /// Devices, separated by commas: positions in list_devices(), parts of names (in any case; all matches),
    /// "cpu", "gpu", "host", or "2x" and one of these: two devices on the first match. "/2" after one of
    /// these divides an OpenCL device into two equal parts, "/4+2" into parts of 4 and 2 compute units,
    /// "/numa" into one for each NUMA node ("/l4" to "/l1": cache); "0/2.1" is the second half of device 0.
    /// Empty: all GPUs, else all other OpenCL devices, else the host device. If OpenCL devices other than
    /// GPUs were chosen by default, a session gives them no calls: these run on the CPU BLAS (but see
    /// host_below).
    std::string devices;
    /// Bytes of each device's memory that programs may use. 0: nine tenths of the device's memory.
    std::int64_t memory_limit = 0;
    /// Work-items that a work-group on an OpenCL device may have, if the device's compiler does not ask for
    /// fewer. 0: no further limit.
    std::int64_t work_group_limit = 0;
    /// Folder for compiled kernels. Empty: they are cached in memory only. Sessions also store tuning results
    /// and measured rates there.
    std::string cache_folder;
    /// Bytes of one chunk of pinned memory. If there is not enough pinned memory for all chunks, hg uses
    /// fewer or smaller chunks.
    std::int64_t chunk_bytes = std::int64_t{8} << 20;
    /// Number of chunks of each device for LD, and again for ST.
    int ring_chunks = 4;
    /// If there are several devices: additional chunks per device, for tiles that other devices have yet to
    /// send.
    int shared_chunks = 4;
    /// Threads that copy between callers' matrices and pinned memory, for all devices together. 0: as many as
    /// the machine's model says (see MachineModel::staging_threads), or half the number of cores, from 2 to
    /// 24; each of several ranks on the node counts an equal part of the cores.
    int staging_threads = 0;
    /// Bytes that a session sends to a device, and back, in each run that measures transfers (if it ever
    /// measures). 0: 512 MiB if all devices are GPUs, else 32 MiB; 96 MiB for the cost of calls. With fewer
    /// bytes measuring is faster, and rates are less exact.
    std::int64_t transfer_probe_bytes = 0;
    /// Calls of a session that run immediately on the CPU BLAS, without the machine: those with fewer flops
    /// than a product of square matrices of this order. 0: no calls. Empty: calls that, as far as is known,
    /// take longer on the devices than on the CPU (see Session).
    std::optional<std::int64_t> host_below;
    /// Devices that share the CPU's memory read operands in the caller's memory instead of copying them.
    bool in_place = true;
    /// How a session's devices compute matrix products: see docs/design/emulation.md.
    Arithmetic arithmetic = Arithmetic::native;
    /// How the devices are shared with other processes on this node. If the number of those processes is
    /// known, each gets an equal part of the memory that programs may use.
    ShareOptions share{};

    /// Reads HG_DEVICES, HG_MEMORY_LIMIT (bytes, or with K, M, G), HG_WORK_GROUP_LIMIT, HG_CACHE_DIR
    /// (default: the user's cache folder), HG_STAGING_THREADS, HG_HOST_BELOW, HG_IN_PLACE (1 or 0),
    /// HG_ARITHMETIC (native, emulated or automatic), and the variables that ShareOptions reads. Throws
    /// Error{invalid_argument} with the variable's name if a value cannot be read.
    static MachineOptions from_environment();
};

}  // namespace hg
