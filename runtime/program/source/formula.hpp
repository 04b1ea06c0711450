#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "runtime/program/source/syntax_tree.hpp"

namespace hg::source {

/// An expression of an instruction's declaration, whose only variables are the shapes of operands. It is
/// evaluated at each launch and outlives the builder of the tree.
class Formula {
  public:
    /// Takes the values of the other variables from `environment`.
    Formula(std::shared_ptr<const SyntaxTree> tree, ExpressionId id, const Environment& environment);

    [[nodiscard]] std::int64_t value(std::span<const Register> operands) const;
    [[nodiscard]] double real(std::span<const Register> operands) const;
    /// Returns true if the value does not depend on the operands' shapes.
    [[nodiscard]] bool is_constant() const noexcept;
    /// Returns the expression as in a declaration, with the names of these operands.
    [[nodiscard]] std::string text(std::span<const Operand> operands) const;
    /// Throws Error{invalid_program} with the place of the expression.
    [[noreturn]] void fail(const std::string& message) const;

  private:
    ExpressionId copy(ExpressionId id, const Environment& environment);

    std::shared_ptr<const SyntaxTree> tree_;
    Expressions expressions_;
    ExpressionId root_;
};

}  // namespace hg::source
