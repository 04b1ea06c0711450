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

/// In ascending order of precedence.
enum class Level : std::uint8_t { sum, product, sign, primary };

struct Written {
    std::string text;
    Level level;
};

Written constant(std::int64_t value) {
    // The language cannot express this number directly, because its integer literals have no sign.
    if (value == std::numeric_limits<std::int64_t>::min())
        return {std::to_string(value + 1) + " - 1", Level::sum};
    return {std::to_string(value), value < 0 ? Level::sign : Level::primary};
}

constexpr std::pair<Operator, const char*> kShapes[] = {
    {Operator::rows, "rows"}, {Operator::cols, "cols"}, {Operator::ld, "ld"}};

/// An operator between its operands, and the precedence that its right operand requires.
struct Infix {
    Operator op;
    const char* sign;
    Level level;
    Level right;
};
constexpr Infix kInfixes[] = {{Operator::add, " + ", Level::sum, Level::product},
                              {Operator::subtract, " - ", Level::sum, Level::product},
                              {Operator::multiply, " * ", Level::product, Level::sign},
                              {Operator::divide, " / ", Level::product, Level::sign},
                              {Operator::modulo, " % ", Level::product, Level::sign}};

/// Writes an integer expression of an instruction's declaration as in a source, without unnecessary
/// parentheses. Its variables are the shapes of `operands`.
class Writer {
  public:
    Writer(const Expressions& expressions, std::span<const Operand> operands)
        : expressions_(expressions), operands_(operands) {}

    [[nodiscard]] Written write(ExpressionId id) const {
        const Expression& e = at(id);
        for (const auto& [op, function] : kShapes)
            if (e.op == op)
                return {std::string(function) + "(" + operands_[static_cast<std::size_t>(e.value)].name + ")",
                        Level::primary};
        for (const Infix& infix : kInfixes)
            if (e.op == infix.op)
                return {text(e.left, infix.level) + infix.sign + text(e.right, infix.right), infix.level};
        switch (e.op) {
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

    /// Returns the text, in parentheses if its precedence is below `least`.
    [[nodiscard]] std::string text(ExpressionId id, Level least) const {
        Written written = write(id);
        return written.level < least ? "(" + written.text + ")" : std::move(written.text);
    }

    /// Writes min(min(a, b), c) as min(a, b, c).
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
    return Writer(expressions_, operands).write(root_).text;
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
