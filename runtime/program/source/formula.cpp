#include "runtime/program/source/formula.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "runtime/program/source/expression.hpp"
#include <hg/runtime/program/instruction.hpp>

namespace hg::source {
namespace {

/// What binds less comes first.
enum class Level : std::uint8_t { sum, product, sign, primary };

struct Written {
    std::string text;
    Level level;
};

Written constant(std::int64_t value) {
    // The language has no such number, since its integers have no sign.
    if (value == std::numeric_limits<std::int64_t>::min())
        return {std::to_string(value + 1) + " - 1", Level::sum};
    return {std::to_string(value), value < 0 ? Level::sign : Level::primary};
}

class Writer {
  public:
    Writer(const Expressions& expressions, std::span<const Operand> operands)
        : expressions_(expressions), operands_(operands) {}

    [[nodiscard]] Written write(ExpressionId id) const {
        const Expression& e = at(id);
        switch (e.op) {
            case Operator::rows:
                return shape("rows", e);
            case Operator::cols:
                return shape("cols", e);
            case Operator::ld:
                return shape("ld", e);
            case Operator::add:
                return binary(e, " + ", Level::sum, Level::product);
            case Operator::subtract:
                return binary(e, " - ", Level::sum, Level::product);
            case Operator::multiply:
                return binary(e, " * ", Level::product, Level::sign);
            case Operator::divide:
                return binary(e, " / ", Level::product, Level::sign);
            case Operator::modulo:
                return binary(e, " % ", Level::product, Level::sign);
            case Operator::negate:
                return {"-" + text(e.left, Level::sign), Level::sign};
            case Operator::absolute:
                return {"abs(" + text(e.left, Level::sum) + ")", Level::primary};
            case Operator::ceil_divide:
            case Operator::minimum:
            case Operator::maximum:
                return {function(e), Level::primary};
            default:
                return constant(e.value);
        }
    }

  private:
    [[nodiscard]] const Expression& at(ExpressionId id) const {
        return expressions_[static_cast<std::size_t>(id)];
    }

    /// In brackets if it binds less than `least`.
    [[nodiscard]] std::string text(ExpressionId id, Level least) const {
        Written written = write(id);
        return written.level < least ? "(" + written.text + ")" : std::move(written.text);
    }

    [[nodiscard]] Written shape(const char* function, const Expression& e) const {
        return {std::string(function) + "(" + operands_[static_cast<std::size_t>(e.value)].name + ")",
                Level::primary};
    }

    [[nodiscard]] Written binary(const Expression& e, const char* sign, Level level, Level right) const {
        return {text(e.left, level) + sign + text(e.right, right), level};
    }

    /// min(a, b, c) is min(min(a, b), c).
    [[nodiscard]] std::string function(const Expression& e) const {
        const bool folds = e.op != Operator::ceil_divide && at(e.left).op == e.op;
        std::string text = folds                           ? function(at(e.left))
                           : e.op == Operator::ceil_divide ? "ceil("
                           : e.op == Operator::minimum     ? "min("
                                                           : "max(";
        if (folds)
            text.back() = ',';
        else
            text += write(e.left).text + ",";
        return text + " " + write(e.right).text + ")";
    }

    const Expressions& expressions_;
    std::span<const Operand> operands_;
};

/// An integer expression of an instruction's declaration as a source writes it, with no more brackets than it
/// needs. Its variables are the shapes of `operands`.
std::string expression_text(const Expressions& expressions, ExpressionId id,
                            std::span<const Operand> operands) {
    return Writer(expressions, operands).write(id).text;
}

}  // namespace

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
