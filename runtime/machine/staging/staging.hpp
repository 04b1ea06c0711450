#pragma once

#include <cstdint>
#include <memory>

#include "runtime/machine/staging/copy_threads.hpp"
#include "runtime/machine/staging/staging_pool.hpp"
#include <hg/runtime/machine/options.hpp>

namespace hg {

/// The staging resources that a machine's devices share.
struct Staging {
    std::shared_ptr<CopyThreads> threads;
    /// Shared by the devices of one OpenCL platform, because memory that one of them pins is pinned for all.
    std::shared_ptr<StagingPool> pool;

    /// For `devices` devices of one platform.
    static Staging make(const MachineOptions& options, std::shared_ptr<CopyThreads> threads, int devices) {
        // A ring for each direction, and chunks that wait for slower devices if there are several.
        const int each = 2 * options.ring_chunks + (devices > 1 ? options.shared_chunks : 0);
        return {std::move(threads), std::make_shared<StagingPool>(options.chunk_bytes, devices * each)};
    }
};

}  // namespace hg
