#pragma once

#include <span>
#include <string>

#include "runtime/program/source/expression.hpp"
#include <hg/runtime/program/instruction.hpp>

namespace hg::source {

/// An integer expression of an instruction's declaration as a source writes it, with no more brackets than it needs. Its
/// variables are the shapes of `operands`.
std::string expression_text(const Expressions& expressions, ExpressionId id,
                            std::span<const Operand> operands);

}  // namespace hg::source
