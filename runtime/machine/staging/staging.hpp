#pragma once

#include <cstdint>
#include <memory>

#include "runtime/machine/staging/copy_threads.hpp"
#include "runtime/machine/staging/staging_pool.hpp"
#include <hg/runtime/machine/options.hpp>

namespace hg {

/// What the devices of a machine stage with, together.
struct Staging {
    std::shared_ptr<CopyThreads> threads;
    /// Of the devices of one OpenCL platform: pinned memory of one is pinned for the others.
    std::shared_ptr<StagingPool> pool;

    /// For `devices` devices of one platform.
    static Staging make(const MachineOptions& options, std::shared_ptr<CopyThreads> threads, int devices) {
        // A ring each way, and what waits for devices that are behind, if there are such.
        const int each = 2 * options.ring_chunks + (devices > 1 ? options.shared_chunks : 0);
        return {std::move(threads), std::make_shared<StagingPool>(options.chunk_bytes, devices * each)};
    }
};

}  // namespace hg
