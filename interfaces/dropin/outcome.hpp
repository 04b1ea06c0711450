#pragma once

namespace hg::dropin {

/// The outcome of a call.
enum class Outcome : int {
    done,              ///< devices computed it, at least in part
    done_by_cpu,       ///< the CPU computed all of it
    untouched,         ///< it wrote nothing: the CPU BLAS can still run it
    partially_written  ///< outputs hold neither their old contents nor the result: the caller must be told
};

/// The place where a call runs.
enum class Place : int {
    devices,  ///< entirely on the session's devices
    chosen    ///< where the session chooses, for each part of the call
};

}  // namespace hg::dropin
