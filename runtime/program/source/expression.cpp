#include "runtime/program/source/expression.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hg::source {
namespace {

/// Returns the value of an expression without operands.
std::int64_t leaf(const Expression& e, const Environment& environment) {
    const auto position = static_cast<std::size_t>(e.value);
    switch (e.op) {
        case Operator::variable:
            return environment.cells[position];
        case Operator::count_of_devices:
            return environment.devices;
        case Operator::rows:
            return environment.operands[position].rows;
        case Operator::cols:
            return environment.operands[position].cols;
        case Operator::ld:
            return environment.operands[position].ld;
        default:
            return e.value;
    }
}

/// Returns the quotient rounded towards minus infinity, the remainder with the sign of b, or the quotient
/// rounded towards plus infinity.
std::int64_t quotient(const Expression& e, std::int64_t a, std::int64_t b, const SourceText& source) {
    if (b == 0) source.fail(e.place, "division by 0");
    if (b == -1) {
        if (e.op == Operator::modulo) return 0;
        if (a == std::numeric_limits<std::int64_t>::min())
            source.fail(e.place, "the quotient overflows 64 bits");
        return -a;
    }
    const std::int64_t rest = a % b;
    const bool is_negative = (a < 0) != (b < 0);
    if (e.op == Operator::modulo) return rest != 0 && is_negative ? rest + b : rest;
    if (e.op == Operator::divide) return a / b - (rest != 0 && is_negative ? 1 : 0);
    return a / b + (rest != 0 && !is_negative ? 1 : 0);
}

std::int64_t sum(const Expression& e, std::int64_t a, std::int64_t b, const SourceText& source) {
    std::int64_t result = 0;
    const bool overflows = e.op == Operator::add        ? __builtin_add_overflow(a, b, &result)
                           : e.op == Operator::multiply ? __builtin_mul_overflow(a, b, &result)
                                                        : __builtin_sub_overflow(a, b, &result);
    if (overflows) source.fail(e.place, "the result overflows 64 bits");
    return result;
}

std::int64_t binary(const Expression& e, std::int64_t a, std::int64_t b, const SourceText& source) {
    switch (e.op) {
        case Operator::divide:
        case Operator::modulo:
        case Operator::ceil_divide:
            return quotient(e, a, b, source);
        case Operator::minimum:
            return std::min(a, b);
        case Operator::maximum:
            return std::max(a, b);
        case Operator::equal:
            return a == b;
        case Operator::not_equal:
            return a != b;
        case Operator::less:
            return a < b;
        case Operator::less_equal:
            return a <= b;
        case Operator::greater:
            return a > b;
        case Operator::greater_equal:
            return a >= b;
        default:
            return sum(e, a, b, source);
    }
}

double binary_real(const Expression& e, double a, double b, const SourceText& source) {
    const bool divides =
        e.op == Operator::divide || e.op == Operator::modulo || e.op == Operator::ceil_divide;
    if (divides && b == 0) source.fail(e.place, "division by 0");
    switch (e.op) {
        case Operator::add:
            return a + b;
        case Operator::subtract:
            return a - b;
        case Operator::multiply:
            return a * b;
        case Operator::divide:
            return std::floor(a / b);
        case Operator::modulo:
            return a - std::floor(a / b) * b;
        case Operator::ceil_divide:
            return std::ceil(a / b);
        case Operator::minimum:
            return std::min(a, b);
        default:
            return std::max(a, b);
    }
}

}  // namespace

std::int64_t evaluate(const Expressions& all, ExpressionId id, const Environment& environment) {
    const Expression& e = all[static_cast<std::size_t>(id)];
    if (e.op == Operator::constant) return e.value;
    if (e.op < Operator::add) return leaf(e, environment);
    const std::int64_t a = evaluate(all, e.left, environment);
    switch (e.op) {
        case Operator::negate:
            return sum({.place = e.place, .op = Operator::subtract}, 0, a, *environment.source);
        case Operator::absolute:
            return a >= 0 ? a : sum({.place = e.place, .op = Operator::subtract}, 0, a, *environment.source);
        case Operator::no:
            return a == 0;
        case Operator::both:
            return a != 0 && evaluate(all, e.right, environment) != 0;
        case Operator::either:
            return a != 0 || evaluate(all, e.right, environment) != 0;
        default:
            return binary(e, a, evaluate(all, e.right, environment), *environment.source);
    }
}

double evaluate_real(const Expressions& all, ExpressionId id, const Environment& environment) {
    const Expression& e = all[static_cast<std::size_t>(id)];
    if (e.op < Operator::add) return static_cast<double>(leaf(e, environment));
    const double a = evaluate_real(all, e.left, environment);
    if (e.op == Operator::negate) return -a;
    if (e.op == Operator::absolute) return std::abs(a);
    return binary_real(e, a, evaluate_real(all, e.right, environment), *environment.source);
}

}  // namespace hg::source
