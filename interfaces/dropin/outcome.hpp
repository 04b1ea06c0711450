#pragma once

namespace hg::dropin {

/// How a call ended.
enum class Outcome : int {
    done,              ///< by devices, at least in part
    done_by_cpu,       ///< all of it
    untouched,         ///< nothing was written: the CPU's BLAS can do the call
    partially_written  ///< outputs hold neither what they held nor the result: callers are to be told
};

/// Where a call runs.
enum class Place : int {
    devices,  ///< all of it on the session's devices
    chosen    ///< as the session chooses for each part of it
};

}  // namespace hg::dropin
