#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "lapack/passes/tile_operation.hpp"

namespace hg {

/// How permutations are put back into a list.
struct DeferredPermutations {
    std::int64_t rows = 0;  ///< of A
    std::vector<Span>
        groups;  ///< columns of panels whose permutations are applied together to columns left of them
    /// Columns of earlier passes, which have the permutations of all panels of their own pass.
    std::vector<Span> stored;
    /// Panels of a group get each other's permutations as soon as they are read, so that later columns get
    /// those of the whole group as one. If false, panels get them with the columns before the group.
    bool within_groups = true;
    bool owners_read_copies =
        true;  ///< of panels that were sent to other devices: else what has become of them
    std::function<DeviceIndex(std::int64_t)> device_of;  ///< of a column
    std::int64_t step = 1;  ///< columns of A that are factored before the rest is updated by them
};

/// The list without its permutations.
TileOperations without_permutations(const TileOperations& operations);

/// Puts permutations back into a list without them, as late as possible. Two laws allow that: P2 P1 is one
/// permutation, and P (A - L U) = P A - (P L) U. So before an update, columns get the permutations that L has
/// at that time, those of later panels among them. A copy of L on another device has only those of its own
/// panels. Columns left of a group get the permutations of all its panels when the work by these is done.
TileOperations defer_permutations(const TileOperations& operations, const DeferredPermutations& how);

}  // namespace hg
