#include "lapack/cholesky/cholesky_layout.hpp"

#include <string>

#include "blas/tiles/device_grid.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// Widths for matrices of this order and up. Wide strips make for few and deep products; with narrow ones
/// work begins sooner, and panels leave less to kernels of one work-group.
struct CholeskyWidths {
    std::int64_t order;
    std::int64_t strip;
    std::int64_t panel;
};
constexpr CholeskyWidths kWidthsOfStrips[] = {
    {24576, 2048, 512}, {12288, 1024, 512}, {1024, 512, 256}, {0, 128, 128}};

}  // namespace

CholeskyLayout cholesky_layout(const CholeskyProblem& problem, const Target& target) {
    const CholeskyWidths* widths = kWidthsOfStrips;
    while (problem.n < widths->order) ++widths;
    CholeskyLayout layout;
    layout.n = problem.n;
    layout.strip = widths->strip;
    layout.panel = widths->panel;
    layout.devices = computing_devices(problem.type, target, false);
    if (layout.devices.empty()) layout.devices = computing_devices(problem.type, target, true);
    if (layout.devices.empty())
        throw Error(ErrorCode::device_failed,
                    "no device of the target computes in " + std::string(name(problem.type)));
    layout.strips_per_sweep = layout.strips();
    if (layout.devices.size() > layout.strips()) layout.devices.resize(layout.strips());
    return layout;
}

}  // namespace hg
