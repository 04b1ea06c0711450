#include "lapack/lu/panel_width.hpp"

#include <algorithm>
#include <string>

#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// What suits an element type: one row each.
struct WidthOfType {
    ElementType type;
    std::int64_t least;
};
constexpr WidthOfType kWidths[] = {{ElementType::f64, 64}, {ElementType::f32, 128}};

}  // namespace

/// Wide panels make the updates efficient, narrow ones leave less work to the factorization of panels.
std::int64_t panel_width(const LuProblem& problem) {
    const std::int64_t order = std::min(problem.m, problem.n);
    if (order >= 16384) return 1024;
    if (order >= 1536) return 512;
    return order >= 512 ? 128 : least_panel_width(problem.type);
}

std::int64_t least_panel_width(ElementType type) {
    for (const WidthOfType& width : kWidths)
        if (width.type == type) return width.least;
    throw Error(ErrorCode::invalid_argument, "there is no LU factorization in " + std::string(name(type)));
}

}  // namespace hg
