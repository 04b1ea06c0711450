#include "lapack/qr/qr_layout.hpp"

#include <string>

#include "lapack/common/block_column_devices.hpp"

namespace hg {
namespace {

/// Widths for matrices with so many reflectors and more. Wide block_columns and panels make for deep
/// products; with narrow ones work begins sooner, and less of it is done by the kernels of panels.
struct QrWidths {
    std::int64_t order;
    std::int64_t block_column;
    std::int64_t panel;
};
constexpr QrWidths kWidthsOfStrips[] = {
    {16384, 2048, 512}, {4096, 1024, 256}, {1024, 512, 128}, {0, 128, 64}};

/// A panel, its V, a copy of another one and a product of that size are the least that a device holds at
/// once.
constexpr double kLeastPanels = 4;

}  // namespace

QrLayout qr_layout(const QrProblem& problem, const Target& target) {
    QrLayout layout;
    layout.m = problem.m;
    layout.n = problem.n;
    const QrWidths* widths = kWidthsOfStrips;
    while (layout.reflectors() < widths->order) ++widths;
    layout.block_column = widths->block_column;
    layout.panel = widths->panel;
    layout.devices = block_column_devices(problem.type, target);
    require_memory(kLeastPanels * static_cast<double>(problem.m) *
                       static_cast<double>(std::min(layout.panel, problem.n) * size_of(problem.type)),
                   "a QR factorization of " + std::to_string(problem.m) + " x " + std::to_string(problem.n) +
                       " elements",
                   layout.devices, target);
    layout.block_columns_per_pass = layout.block_columns();
    if (layout.devices.size() > layout.block_columns()) layout.devices.resize(layout.block_columns());
    return layout;
}

}  // namespace hg
