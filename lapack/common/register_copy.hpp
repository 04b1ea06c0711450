#pragma once

#include <cstdint>

#include "kernels/elementwise/copy.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Appends a copy of a register, for what leaves while the register may change. `ld` is the copy's leading
/// dimension.
inline RegisterId copy_of(ProgramBuilder& builder, RegisterId reg, std::int64_t ld) {
    const Register from = builder.reg(reg);
    const RegisterId copy = builder.reg(from.device, from.type, from.rows, from.cols, ld);
    builder.exec(kernels::copy(from.type), {reg, copy});
    return copy;
}

}  // namespace hg
