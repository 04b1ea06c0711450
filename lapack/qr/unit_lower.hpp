#pragma once

#include <array>
#include <vector>

#include "kernels/triangle/triangle.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Appends that a square register becomes its unit lower triangle, with zeros above.
inline void make_unit_lower(ProgramBuilder& builder, RegisterId square) {
    constexpr double kLower = 0;
    constexpr double kUnit = 1;
    constexpr double kAsItIs = 0;  // no conjugates
    const ElementType type = builder.reg(square).type;
    std::vector<Scalar> scalars{kLower, kUnit};
    if (is_complex(type)) scalars.emplace_back(kAsItIs);
    builder.exec(kernels::triangle_clean(type), std::array{square}, scalars);
}

}  // namespace hg
