#pragma once

#include <cstdint>
#include <vector>

#include <hg/runtime/program/element.hpp>
#include <hg/runtime/program/location.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The width of block columns, or of block rows, for an inverse of order n. It does not depend on the device,
/// so that the bits of results do not.
std::int64_t inverse_block(std::int64_t n) noexcept;

/// What an inverse needs in a device's memory at the same time: the matrix in one register, and registers of
/// a block column's and of a diagonal block's size.
struct InverseMemory {
    ElementType type = ElementType::f64;
    std::int64_t n = 0;
    double columns = 0;  ///< block columns besides the matrix
    double blocks = 0;   ///< blocks on the diagonal
};

/// The devices that hold the whole inverse, in their order. Throws Error{out_of_memory} if there is none, and
/// Error{device_failed} if no device supports the type.
std::vector<DeviceIndex> inverse_devices(const InverseMemory& needed, const Target& target);

}  // namespace hg
