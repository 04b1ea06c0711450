#pragma once

#include <cstdint>

namespace hg {

/// How the memory plan uses device memory beyond the least that a program needs.
struct MemoryPolicy {
    /// For each slot size: the slots that the plan may have beyond the most registers of that size alive at
    /// once. With them LD can run ahead and ST behind. Each device's capacity bounds them. (With
    /// oldest-freed-first, six were enough for perfect overlap in a model of out-of-core C += A B.)
    std::int64_t extra_slots = 6;
};

}  // namespace hg
