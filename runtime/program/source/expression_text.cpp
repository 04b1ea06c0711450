#include "runtime/program/source/expression_text.hpp"

#include <cstdint>
#include <limits>

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

}  // namespace

std::string expression_text(const Expressions& expressions, ExpressionId id,
                            std::span<const Operand> operands) {
    return Writer(expressions, operands).write(id).text;
}

}  // namespace hg::source
