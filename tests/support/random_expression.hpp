#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/source_description.hpp"

namespace hg::test {

/// Makes the parts of statements, of names that are known at a place.
class RandomExpression {
  public:
    /// An integer from `least` to `most`. If it gives the least one again and again, sources end.
    using Pick = std::function<int(int least, int most)>;

    RandomExpression(Pick pick, bool is_wild) : pick_(std::move(pick)), is_wild_(is_wild) {}

  protected:
    /// A register or window with the expressions of its shape.
    struct Shaped {
        RegisterName name{};
        Expression rows{};
        Expression cols{};
        std::optional<DeviceName> device{};
        ElementType type = ElementType::f64;
        bool is_aligned = false;  ///< each column: a window can begin in any
        bool is_array = false;
    };
    /// What a place knows.
    struct Scope {
        std::vector<Expression> integers{};
        std::vector<Shaped> registers{};
        std::vector<std::string> devices{};
        std::vector<MatrixText> matrices{};
        std::vector<std::string> scalars{};
        std::vector<std::string> marks{};
        int names = 0;
        int depth = 0;
    };

    // Choices
    bool chance(int of) { return pick_(0, of - 1) == of - 1; }
    bool goes_wild() { return is_wild_ && chance(24); }
    template <class Element>
    const Element& any(const std::vector<Element>& list) {
        return list[static_cast<std::size_t>(pick_(0, static_cast<int>(list.size()) - 1))];
    }
    std::string new_name() {
        if (goes_wild() && scope_.names > 0) return "v" + std::to_string(pick_(0, scope_.names - 1));
        return "v" + std::to_string(scope_.names++);
    }

    // Expressions
    Expression leaf() {
        if (goes_wild()) {
            static const std::vector<Expression> kWild{number(INT64_MAX), number(0),     named("v0"),
                                                       named("A"),        counted("v1"), number(100000)};
            return any(kWild);
        }
        const int kind = pick_(0, 5);
        if (kind <= 1 || scope_.integers.empty()) return number(pick_(0, 9));
        return kind == 2 ? counted("gpus") : any(scope_.integers);
    }
    Expression integer(int depth = 2) {
        if (depth == 0 || chance(3)) return leaf();
        static const std::vector<std::string> kOperators{"+",    "-",   "*",   "/",   "%",  "-",
                                                         "ceil", "min", "max", "neg", "abs"};
        const std::string op = any(kOperators);
        if (op == "neg" || op == "abs") return apply(op, {integer(depth - 1)});
        if (op == "min" || op == "max") {
            std::vector<Expression> of{integer(depth - 1)};
            for (int i = pick_(0, 2); i > 0; --i) of.push_back(integer(depth - 1));
            return apply(op, of);
        }
        const bool divides = op == "/" || op == "%" || op == "ceil";
        Expression left = integer(depth - 1);
        return apply(op, {left, divides && !goes_wild() ? divisor(depth - 1) : integer(depth - 1)});
    }
    Expression divisor(int depth) {
        const int value = pick_(1, 5);
        if (chance(4)) return apply("neg", {number(value)});
        return chance(3) ? apply("max", {number(1), integer(depth)}) : number(value);
    }
    Expression condition(int depth = 2) {
        const int kind = depth == 0 ? 0 : pick_(0, 6);
        if (kind == 4) return apply("not", {condition(depth - 1)});
        if (kind > 4) return apply(kind == 5 ? "and" : "or", {condition(depth - 1), condition(depth - 1)});
        static const std::vector<std::string> kComparisons{"==", "!=", "<", "<=", ">", ">="};
        return apply(any(kComparisons), {integer(1), integer(1)});
    }
    /// Below `below`, and not below `least`.
    Expression bounded(const Expression& below, std::int64_t least = 0) {
        if (goes_wild()) return integer();
        Expression rest = apply("%", {integer(), below});
        return least == 0 ? rest : apply("+", {number(least), rest});
    }
    /// A name for the value, which a source would otherwise repeat.
    Expression let(Block& block, Expression value) {
        const std::string name = new_name();
        block.push_back({.kind = StatementKind::let, .name = name, .numbers = {std::move(value)}});
        scope_.integers.push_back(named(name));
        return named(name);
    }

    /// Of what instructions may name: numbers, parameters, and the shape of X.
    Expression shape_expression(int depth = 2) {
        if (depth == 0 || chance(4)) {
            static const std::vector<Expression> kShape{
                {.op = "rows", .name = "X"}, {.op = "cols", .name = "X"}, {.op = "ld", .name = "X"}};
            return chance(3) ? leaf() : any(kShape);
        }
        static const std::vector<std::string> kOperators{"+", "*", "-", "max", "/", "ceil", "%"};
        const std::string op = any(kOperators);
        const bool divides = op == "/" || op == "ceil" || op == "%";
        Expression left = shape_expression(depth - 1);
        return apply(op, {left, divides ? number(pick_(1, 5)) : shape_expression(depth - 1)});
    }
    InstructionText instruction(const std::string& name) {
        // What it costs is a double, which does not overflow.
        const bool was_wild = std::exchange(is_wild_, false);
        InstructionText made{.name = name, .flops = shape_expression(), .bytes = shape_expression()};
        is_wild_ = was_wild;
        const bool has_groups = chance(2);
        for (int d = pick_(1, 3); d > 0; --d) {
            Expression items = apply("+", {number(1), apply("abs", {shape_expression()})});
            if (goes_wild()) items = shape_expression();
            const Expression group = goes_wild() ? leaf() : number(pick_(1, 4));
            made.global.push_back(has_groups ? apply("*", {apply("ceil", {items, group}), group}) : items);
            if (has_groups) made.local.push_back(group);
        }
        return made;
    }

    // References
    std::optional<DeviceName> device() {
        const int kind = pick_(0, 3);
        if (kind == 0) return std::nullopt;
        if (kind == 1 && !scope_.devices.empty()) return DeviceName{any(scope_.devices), std::nullopt};
        return DeviceName{"gpus", bounded(counted("gpus"))};
    }
    RegisterName element_of(const Shaped& shaped) {
        if (!shaped.is_array) return shaped.name;
        return {shaped.name.name, bounded(counted(shaped.name.name))};
    }
    std::vector<std::string> after() {
        std::vector<std::string> all{};
        if (goes_wild()) all.push_back("m3");
        if (!scope_.marks.empty() && chance(4))
            for (int i = pick_(1, 2); i > 0; --i) all.push_back(any(scope_.marks));
        return all;
    }
    ScalarText scalar(bool is_routine) {
        const int kind = pick_(0, 2);
        if (kind == 1 && !scope_.scalars.empty()) return {.bound = any(scope_.scalars)};
        if (kind == 2) return {.value = integer()};
        static const std::vector<ScalarText> kLiterals{{"3", 3},       {"0.5", 0.5}, {"-0.1", -0.1},
                                                       {"1e-3", 1e-3}, {"+7.", 7},   {"-inf", -HUGE_VAL}};
        return kLiterals[static_cast<std::size_t>(pick_(0, is_routine ? 4 : 5))];
    }

    Pick pick_;
    bool is_wild_;
    Scope scope_;
};

}  // namespace hg::test
