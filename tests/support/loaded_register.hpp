#pragma once

#include <cstdint>
#include <string>

#include <hg/runtime/program/builder.hpp>

namespace hg::test {

/// A register of the first device that holds a matrix of the caller's: a program may read it.
inline RegisterId loaded_register(ProgramBuilder& builder, std::int64_t rows, std::int64_t cols,
                                  std::int64_t ld = 0, ElementType type = ElementType::f64) {
    const RegisterId reg = builder.reg(0, type, rows, cols, ld);
    const ParameterId matrix = builder.matrix("M" + std::to_string(index(reg)), type, rows, cols);
    builder.load(reg, {matrix, 0, 0, rows, cols});
    return reg;
}

}  // namespace hg::test
