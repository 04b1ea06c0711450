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
    /// The inverses of wider triangles lose so many digits that substitution has to take their place.
    std::int64_t most;
};
constexpr WidthOfType kWidths[] = {{ElementType::f64, 64, 1024},
                                   {ElementType::f32, 128, 512},
                                   {ElementType::c64, 32, 1024},
                                   {ElementType::c32, 64, 512}};

const WidthOfType& width_of(ElementType type) {
    for (const WidthOfType& width : kWidths)
        if (width.type == type) return width;
    throw Error(ErrorCode::invalid_argument, "there is no LU factorization in " + std::string(name(type)));
}

}  // namespace

/// Wide panels make the updates efficient, narrow ones leave less work to the factorization of panels.
std::int64_t panel_width(const LuProblem& problem) {
    const std::int64_t order = std::min(problem.m, problem.n);
    if (order >= 16384) return width_of(problem.type).most;
    if (order >= 1536) return 512;
    return order >= 512 ? 128 : least_panel_width(problem.type);
}

std::vector<std::int64_t> panel_widths(const LuProblem& problem) {
    std::vector<std::int64_t> widths{panel_width(problem)};
    while (widths.back() > least_panel_width(problem.type)) widths.push_back(widths.back() / 2);
    return widths;
}

std::int64_t least_panel_width(ElementType type) {
    return width_of(type).least;
}

}  // namespace hg
