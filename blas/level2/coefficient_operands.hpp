#pragma once

#include <vector>

#include <hg/blas/registers/vector.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>

/// Coefficients as operands of instructions.
namespace hg {

/// Returns how an instruction takes the coefficient. Throws Error{invalid_argument} if it has only a
/// denominator.
inline kernels::VectorCoefficient coefficient_kind(const Coefficient& c) {
    if (c.over != kNoRegister && c.of == kNoRegister)
        throw Error(ErrorCode::invalid_argument, "a coefficient with a denominator needs a numerator");
    if (c.over != kNoRegister) return kernels::VectorCoefficient::quotient;
    return c.of != kNoRegister ? kernels::VectorCoefficient::element : kernels::VectorCoefficient::number;
}

/// Appends the coefficient's registers, if it has any.
inline void append_registers(std::vector<RegisterId>& operands, const Coefficient& c) {
    for (const RegisterId reg : {c.of, c.over})
        if (reg != kNoRegister) operands.push_back(reg);
}

/// Returns true for the literal 0. The contents of a register are unknown when the program is built.
inline bool is_number_zero(const Coefficient& c) {
    return c.of == kNoRegister && c.factor.is_literal() && c.factor.value == 0;
}

}  // namespace hg
