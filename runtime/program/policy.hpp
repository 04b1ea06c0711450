#pragma once

#include <cstdint>

namespace hg {

/// How the memory plan uses device memory beyond the minimum that a program needs.
struct MemoryPolicy {
    /// For each slot size: the number of slots that the plan may use in addition to the largest number of
    /// registers of that size alive at the same time. Additional slots let LD run ahead and ST run behind.
    /// Each device's capacity limits them. (With oldest-freed-first, six were enough for perfect overlap in a
    /// model of out-of-core C += A B.)
    std::int64_t extra_slots = 6;
};

}  // namespace hg
