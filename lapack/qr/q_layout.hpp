#pragma once

#include <cstddef>
#include <cstdint>

#include "lapack/common/block_layout.hpp"

namespace hg {

/// How a product with Q is divided. C is cut into block columns, or block rows if Q is on the right; panels
/// are those of the reflectors.
struct QLayout : BlockLayout {
    bool keeps_panels = true;  ///< devices keep block reflectors from pass to pass
};

/// The layout that suits a C of this extent and a number of reflectors, with one block column a device in a
/// pass. Throws Error{device_failed} if no device computes in the type.
QLayout q_layout(ElementType type, std::int64_t extent, std::int64_t reflectors, const Target& target);

/// A layout on the first `count` of its devices, with one block column for each in a pass.
QLayout on_fewer_devices(QLayout layout, std::size_t count);

/// Lets a layout take less memory. False if it cannot.
bool take_less_memory(QLayout& layout);

}  // namespace hg
