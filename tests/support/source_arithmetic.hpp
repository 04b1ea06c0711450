#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "tests/support/source_description.hpp"

namespace hg::test {

/// Thrown for what the language refuses and ProgramBuilder does not.
struct Refused {};
__extension__ using Wide = __int128;

inline Wide floor_of(Wide a, Wide b) {
    const Wide towards_zero = a / b;
    return towards_zero * b != a && (a < 0) != (b < 0) ? towards_zero - 1 : towards_zero;
}

inline Wide unary(const std::string& op, Wide a) {
    if (op == "neg") return -a;
    if (op == "abs") return a < 0 ? -a : a;
    return op == "not" ? Wide{a == 0} : a;
}
inline Wide binary(const std::string& op, Wide a, Wide b) {
    if ((op == "/" || op == "%" || op == "ceil") && b == 0) throw Refused();
    if (op == "+") return a + b;
    if (op == "-") return a - b;
    if (op == "*") return a * b;
    if (op == "/") return floor_of(a, b);
    if (op == "%") return a - b * floor_of(a, b);
    if (op == "ceil") return -floor_of(-a, b);
    if (op == "min") return a < b ? a : b;
    if (op == "max") return a < b ? b : a;
    if (op == "==") return a == b;
    if (op == "!=") return a != b;
    if (op == "<") return a < b;
    if (op == "<=") return a <= b;
    if (op == ">") return a > b;
    if (op == ">=") return a >= b;
    return b != 0;
}

/// The value of an expression, whose leaves that are no numbers `leaf` knows. Throws Refused.
template <class Leaf>
std::int64_t evaluate(const Expression& e, const Leaf& leaf) {
    if (e.op == "number") return e.number;
    if (e.of.empty()) return leaf(e);
    const Wide a = evaluate(e.of[0], leaf);
    if (e.op == "and" && a == 0) return 0;
    if (e.op == "or" && a != 0) return 1;
    Wide result = e.of.size() == 1 && e.op != "min" && e.op != "max" ? unary(e.op, a) : a;
    for (std::size_t i = 1; i < e.of.size(); ++i) result = binary(e.op, result, evaluate(e.of[i], leaf));
    if (result < std::numeric_limits<std::int64_t>::min() ||
        result > std::numeric_limits<std::int64_t>::max())
        throw Refused();
    return static_cast<std::int64_t>(result);
}

}  // namespace hg::test
