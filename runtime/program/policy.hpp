#pragma once

#include <cstdint>

namespace hg {

/// How the memory plan spends device memory beyond what a program needs at least.
struct MemoryPolicy {
    /// Slots of a size that the plan may add to the most registers of that size alive at once, so that LD can
    /// run ahead and ST behind. Each device's capacity bounds them. (With oldest-freed-first, six were enough
    /// for perfect overlap in a model of out-of-core C += A B.)
    std::int64_t extra_slots = 6;
};

}  // namespace hg
