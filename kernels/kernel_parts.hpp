#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include <hg/runtime/program/instruction.hpp>

/// What makers of instructions share.
namespace hg::kernels {

constexpr bool is_power_of_two(int value) noexcept {
    return value > 0 && std::has_single_bit(static_cast<unsigned>(value));
}

/// " -DMACRO=value", a build option.
inline std::string define(const char* macro, std::int64_t value) {
    return std::string(" -D") + macro + "=" + std::to_string(value);
}

/// `groups` work-groups of `items` work-items in one dimension.
inline Geometry groups_in_a_row(std::int64_t groups, std::int64_t items) {
    return {{static_cast<std::size_t>(groups * items), 1, 1}, {static_cast<std::size_t>(items), 1, 1}};
}

}  // namespace hg::kernels
