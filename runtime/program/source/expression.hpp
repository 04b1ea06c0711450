#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/program/source/source_text.hpp"
#include <hg/runtime/program/location.hpp>

namespace hg::source {

/// The position of a variable's value while a program is built.
enum class Cell : std::uint32_t {};

/// The position of an expression in the tree's list.
enum class ExpressionId : std::uint32_t {};
inline constexpr ExpressionId kNoExpression{0xffffffff};

enum class Operator : std::uint8_t {
    constant,
    variable,
    count_of_devices,
    rows,  ///< this and the next two refer to an operand, in an instruction's expressions
    cols,
    ld,
    add,
    subtract,
    multiply,
    divide,
    modulo,
    ceil_divide,
    minimum,
    maximum,
    negate,
    absolute,
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    both,
    either,
    no
};

/// A constant, a variable, or an operator with its one or two operands.
struct Expression {
    std::int64_t value = 0;  ///< a constant's value, a variable's cell or an operand's position
    ExpressionId left = kNoExpression;
    ExpressionId right = kNoExpression;
    Place place = 0;
    Operator op = Operator::constant;
};

using Expressions = std::vector<Expression>;

/// The values on which expressions depend.
struct Environment {
    const SourceText* source = nullptr;
    std::span<const std::int64_t> cells;
    std::int64_t devices = 0;
    std::span<const Register> operands;
};

/// Returns the value; a condition's value is 0 or 1. Throws Error{invalid_program} with the place if the
/// expression overflows or divides by 0.
std::int64_t evaluate(const Expressions& expressions, ExpressionId id, const Environment& environment);

/// Does the same in floating point, for numbers that may not fit into 64 bits. The expression must not be a
/// condition.
double evaluate_real(const Expressions& expressions, ExpressionId id, const Environment& environment);

}  // namespace hg::source
