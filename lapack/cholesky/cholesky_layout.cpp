#include "lapack/cholesky/cholesky_layout.hpp"

#include <algorithm>
#include <string>

#include "lapack/common/beside.hpp"
#include "lapack/common/block_column_devices.hpp"

namespace hg {
namespace {

/// Widths for matrices of this order and up. Wide block_columns make for few and deep products; with narrow
/// ones work begins sooner, and panels leave less to kernels of one work-group.
struct CholeskyWidths {
    std::int64_t order;
    std::int64_t block_column;
    std::int64_t panel;
};
constexpr CholeskyWidths kWidthsOfStrips[] = {{12288, 2048, 512}, {1024, 512, 256}, {0, 128, 128}};
/// Emulated products pay twice for each element of C, whatever their depth, and want wide ones.
constexpr CholeskyWidths kWidthsIfEmulated[] = {{12288, 4096, 512}, {1024, 512, 256}, {0, 128, 128}};

/// A panel, a copy of another one and a product of that size are the least that a device holds at once.
constexpr double kLeastPanels = 3;

}  // namespace

CholeskyLayout cholesky_layout(const CholeskyProblem& problem, const Target& target) {
    const CholeskyWidths* widths =
        problem.arithmetic == Arithmetic::emulated ? kWidthsIfEmulated : kWidthsOfStrips;
    while (problem.n < widths->order) ++widths;
    CholeskyLayout layout;
    layout.n = problem.n;
    layout.block_column = widths->block_column;
    layout.panel = widths->panel;
    layout.devices = block_column_devices(problem.type, target);
    require_memory(kLeastPanels * static_cast<double>(problem.n) *
                       static_cast<double>(std::min(layout.panel, problem.n) * size_of(problem.type)),
                   "a Cholesky factorization of order " + std::to_string(problem.n), layout.devices, target);
    layout.block_columns_per_pass = layout.block_columns();
    layout.last_by_panels = problem.arithmetic != Arithmetic::emulated;
    layout.beside = std::all_of(layout.devices.begin(), layout.devices.end(),
                                [&](DeviceIndex d) { return has_room_beside_panels(target.devices[d]); });
    if (layout.devices.size() > layout.block_columns()) layout.devices.resize(layout.block_columns());
    return layout;
}

}  // namespace hg
