#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "runtime/program/source/syntax_tree.hpp"

namespace hg::source {

/// An expression of an instruction's declaration: the shapes of operands are its only variables. It outlives
/// the tree's builder, and is evaluated at each launch.
class Formula {
  public:
    /// The other variables have the values that `environment` gives them.
    Formula(std::shared_ptr<const SyntaxTree> tree, ExpressionId id, const Environment& environment);

    [[nodiscard]] std::int64_t value(std::span<const Register> operands) const;
    [[nodiscard]] double real(std::span<const Register> operands) const;
    /// True if no operand's shape matters.
    [[nodiscard]] bool is_constant() const noexcept;
    /// As a declaration writes it, for operands of these names.
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
