#include "runtime/program/source/formula.hpp"

#include <algorithm>
#include <utility>

#include "runtime/program/source/expression_text.hpp"

namespace hg::source {

Formula::Formula(std::shared_ptr<const SyntaxTree> tree, ExpressionId id, const Environment& environment)
    : tree_(std::move(tree)), root_(copy(id, environment)) {}

std::int64_t Formula::value(std::span<const Register> operands) const {
    return evaluate(expressions_, root_, {&tree_->source, {}, 0, operands});
}

double Formula::real(std::span<const Register> operands) const {
    return evaluate_real(expressions_, root_, {&tree_->source, {}, 0, operands});
}

bool Formula::is_constant() const noexcept {
    return std::none_of(expressions_.begin(), expressions_.end(), [](const Expression& e) {
        return e.op == Operator::rows || e.op == Operator::cols || e.op == Operator::ld;
    });
}

std::string Formula::text(std::span<const Operand> operands) const {
    return expression_text(expressions_, root_, operands);
}

void Formula::fail(const std::string& message) const {
    tree_->source.fail(expressions_[static_cast<std::size_t>(root_)].place, message);
}

ExpressionId Formula::copy(ExpressionId id, const Environment& environment) {
    Expression e = tree_->expressions[static_cast<std::size_t>(id)];
    if (e.op == Operator::variable || e.op == Operator::count_of_devices) {
        e.value = evaluate(tree_->expressions, id, environment);
        e.op = Operator::constant;
    }
    if (e.left != kNoExpression) e.left = copy(e.left, environment);
    if (e.right != kNoExpression) e.right = copy(e.right, environment);
    expressions_.push_back(e);
    return static_cast<ExpressionId>(expressions_.size() - 1);
}

}  // namespace hg::source
