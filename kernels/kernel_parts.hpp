#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "host_blas/element_arithmetic.hpp"
#include "runtime/program/base/instruction_parts.hpp"
#include <hg/runtime/program/error.hpp>

/// What makers of instructions share.
namespace hg::kernels {

/// The instruction of a type in floating point, "<front>_<type>", made by make.operator()<T>() as made_once()
/// does. Throws Error{invalid_argument} for i32.
template <class Make>
InstructionPtr made_for_type(std::string_view front, ElementType type, const Make& make) {
    const std::string instruction = std::string(front).append("_").append(hg::name(type));
    if (type == ElementType::i32)
        throw Error(ErrorCode::invalid_argument, instruction + ": supports f32, f64, c32 and c64 only");
    return made_once(instruction, [&] {
        InstructionPtr made;
        for_floating_type(type, [&]<class T>() { made = make.template operator()<T>(); });
        return made;
    });
}

/// The host implementation of an instruction: work.operator()<T>(call) with the T of a type in floating
/// point.
template <class Work>
std::function<void(const HostCall&)> host_for_type(ElementType type, const Work& work) {
    std::function<void(const HostCall&)> host;
    for_floating_type(
        type, [&]<class T>() { host = [work](const HostCall& call) { work.template operator()<T>(call); }; });
    return host;
}

}  // namespace hg::kernels
