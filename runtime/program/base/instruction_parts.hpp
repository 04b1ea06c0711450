#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "runtime/program/base/no_destructor.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/instruction.hpp>

/// Functions that the makers of instructions share.
namespace hg {

constexpr bool is_power_of_two(int value) noexcept {
    return value > 0 && std::has_single_bit(static_cast<unsigned>(value));
}

/// `groups` work-groups of `items` work-items in one dimension.
inline Geometry groups_in_a_row(std::int64_t groups, std::int64_t items) {
    return {{static_cast<std::size_t>(groups * items), 1, 1}, {static_cast<std::size_t>(items), 1, 1}};
}

/// At least `work_items` in one dimension, best in work-groups of `items`; the kernel takes work-groups of
/// any size.
inline Geometry any_groups_in_a_row(std::int64_t work_items, std::int64_t items) {
    Geometry geometry = groups_in_a_row((work_items + items - 1) / items, items);
    geometry.any_local = true;
    return geometry;
}

/// " -DMACRO=value"
inline std::string define(std::string_view macro, std::int64_t value) {
    return std::string(" -D").append(macro).append("=").append(std::to_string(value));
}

/// Returns the build option that defines a source's REAL as the OpenCL C type of an element, and says whether
/// it is complex.
inline std::string real_option(ElementType type) {
    switch (type) {
        case ElementType::f32:
            return "-DREAL=float";
        case ElementType::f64:
            return "-DREAL=double";
        case ElementType::i32:
            return "-DREAL=int";
        case ElementType::c32:
            return "-DREAL=float2 -DCOMPLEX=1";
        case ElementType::c64:
            return "-DREAL=double2 -DCOMPLEX=1";
    }
    return {};
}

/// Returns the instruction of this name, which `make` creates at the first request. There is one object per
/// name, which lives until the process ends. Thread-safe.
template <class Make>
InstructionPtr made_once(const std::string& name, const Make& make) {
    static std::mutex mutex;
    static NoDestructor<std::map<std::string, InstructionPtr>> made;
    const std::lock_guard lock(mutex);
    InstructionPtr& instruction = (*made)[name];
    if (!instruction) instruction = make();
    return instruction;
}

/// Throws Error{invalid_program} unless `fit`: "swap_rows_f64: registers of 128x3 and 100x7: <needed>".
inline void require_shapes(bool fit, std::string_view instruction, const ExecShape& shape,
                           std::string_view needed) {
    if (fit) return;
    std::string found;
    for (const Register& r : shape.registers)
        found += (found.empty() ? "" : ", ") + std::to_string(r.rows) + "x" + std::to_string(r.cols);
    throw Error(ErrorCode::invalid_program,
                std::string(instruction) + ": registers of " + found + ": " + std::string(needed));
}

}  // namespace hg
