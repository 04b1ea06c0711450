#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "runtime/program/base/immortal.hpp"
#include <hg/runtime/program/instruction.hpp>

/// What makers of instructions share.
namespace hg::kernels {

constexpr bool is_power_of_two(int value) noexcept {
    return value > 0 && std::has_single_bit(static_cast<unsigned>(value));
}

/// `groups` work-groups of `items` work-items in one dimension.
inline Geometry groups_in_a_row(std::int64_t groups, std::int64_t items) {
    return {{static_cast<std::size_t>(groups * items), 1, 1}, {static_cast<std::size_t>(items), 1, 1}};
}

/// The instruction of this name, made by `make` when it is first asked for: one object a name, kept as long as the
/// process. Thread-safe.
template <class Make>
InstructionPtr made_once(const std::string& name, const Make& make) {
    static std::mutex mutex;
    static Immortal<std::map<std::string, InstructionPtr>> made;
    const std::lock_guard lock(mutex);
    InstructionPtr& instruction = (*made)[name];
    if (!instruction) instruction = make();
    return instruction;
}

}  // namespace hg::kernels
