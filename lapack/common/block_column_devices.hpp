#pragma once

#include <string>
#include <vector>

#include <hg/runtime/program/element.hpp>
#include <hg/runtime/program/location.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The devices that block_columns of a matrix are dealt out to: those that compute in the type and are not
/// the host, else the host's. Throws Error{device_failed} if there is none.
std::vector<DeviceIndex> block_column_devices(ElementType type, const Target& target);

/// Throws Error{out_of_memory} unless programs may use so many bytes on each of the devices. `work` is what
/// needs them, such as "a QR factorization of 3 x 2 elements".
void require_memory(double bytes, const std::string& work, const std::vector<DeviceIndex>& devices,
                    const Target& target);

}  // namespace hg
