#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "host_blas/element_arithmetic.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include <hg/runtime/program/error.hpp>
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
    static NoDestructor<std::map<std::string, InstructionPtr>> made;
    const std::lock_guard lock(mutex);
    InstructionPtr& instruction = (*made)[name];
    if (!instruction) instruction = make();
    return instruction;
}

/// The instruction of a type in floating point, "<front>_<type>", made by make.operator()<T>() as made_once() does. Throws
/// Error{invalid_argument} for i32.
template <class Make>
InstructionPtr made_for_type(std::string_view front, ElementType type, const Make& make) {
    const std::string instruction = std::string(front).append("_").append(hg::name(type));
    if (type == ElementType::i32)
        throw Error(ErrorCode::invalid_argument, instruction + ": is made for f32, f64, c32 and c64");
    return made_once(instruction, [&] {
        InstructionPtr made;
        for_floating_type(type, [&]<class T>() { made = make.template operator()<T>(); });
        return made;
    });
}

}  // namespace hg::kernels
