#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hgctl {

/// A function of positive whole numbers, such as an instruction's flops over the extents of its operands.
using ShapeFunction = std::function<double(const std::vector<std::int64_t>&)>;

/// Returns a formula for a function whose code is all there is: "2 * rows(C) * cols(C) * cols(A)", in the
/// words of a program's source, with `names` for the variables. The function is evaluated at some points to
/// find the formula, and at others to check it. Known are
///
///     polynomials         up to the third degree
///     ceil(x, b), max(1, x / b), capped    of a variable or of a product of two, with a factor:
///                                          "min(4 * ceil(n, 64), 1024)"
///     their products      of two variables: "ceil(rows(C), 64) * ceil(cols(C), 4)"
///
/// Empty if the function is none of these, or throws hg::Error.
std::optional<std::string> formula_of(const ShapeFunction& function, const std::vector<std::string>& names);

}  // namespace hgctl
