#include "lapack/qr/qr_layout.hpp"

#include <string>

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
    return block_layout(problem.m, problem.n, problem.type, kQrWidths,
                        {kLeastQrPanels, "a QR factorization of " + std::to_string(problem.m) + " x " +
                                             std::to_string(problem.n) + " elements"},
                        target);
}

}  // namespace hg
