#include "lapack/qr/qr_layout.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace hg {
namespace {

/// Wide block columns and panels make for deep products; with narrow ones work begins sooner, and less of it
/// is done by the kernels of panels.
constexpr BlockWidths kQrWidths[] = {{16384, 2048, 512}, {4096, 1024, 256}, {1024, 512, 128}, {0, 128, 64}};

/// A panel, its V, a copy of another one and a product of that size are the least that a device holds at
/// once.
constexpr double kLeastQrPanels = 4;

}  // namespace

BlockLayout qr_layout(const QrProblem& problem, const Target& target) {
    const auto [m, n] = std::pair(problem.m, problem.n);
    BlockLayout layout = block_layout(m, n, problem.type, kQrWidths, std::min(m, n), target);
    require_panels(kLeastQrPanels,
                   "a QR factorization of " + std::to_string(m) + " x " + std::to_string(n) + " elements",
                   layout, problem.type, target);
    return layout;
}

}  // namespace hg
