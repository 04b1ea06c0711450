#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/machine/run/work_queue.hpp"
#include <hg/blas/session.hpp>
#include <hg/blas/types.hpp>

namespace hg::sparse {

/// Waits for the calls that were submitted before, if they write `read` or touch `written`.
template <Element T>
void wait_for_vectors(Session& session, std::span<const T> read, std::span<const T> written) {
    session.calls().wait_for([&] {
        const auto region = [](std::span<const T> x, bool writes) {
            const auto bytes = static_cast<std::int64_t>(x.size_bytes());
            return HostRegion{x.data(), bytes, 1, bytes, writes};
        };
        return std::vector<HostRegion>{region(read, false), region(written, true)};
    });
}

}  // namespace hg::sparse
