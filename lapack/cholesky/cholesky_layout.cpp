#include "lapack/cholesky/cholesky_layout.hpp"

#include <algorithm>
#include <string>

#include "lapack/common/beside.hpp"

namespace hg {
namespace {

/// Wide block columns make for few and deep products; with narrow ones work begins sooner, and panels leave
/// less to kernels of one work-group.
constexpr BlockWidths kCholeskyWidths[] = {{12288, 2048, 512}, {1024, 512, 256}, {0, 128, 128}};
/// Emulated products pay twice for each element of C, whatever their depth, and want wide ones.
constexpr BlockWidths kWidthsIfEmulated[] = {{12288, 4096, 512}, {1024, 512, 256}, {0, 128, 128}};

/// A panel, a copy of another one and a product of that size are the least that a device holds at once.
constexpr double kLeastCholeskyPanels = 3;

}  // namespace

CholeskyLayout cholesky_layout(const CholeskyProblem& problem, const Target& target) {
    const bool is_emulated = problem.arithmetic == Arithmetic::emulated;
    CholeskyLayout layout{block_layout(problem.n, problem.n, problem.type,
                                       is_emulated ? kWidthsIfEmulated : kCholeskyWidths, problem.n, target)};
    require_panels(kLeastCholeskyPanels, "a Cholesky factorization of order " + std::to_string(problem.n),
                   layout, problem.type, target);
    layout.last_by_panels = !is_emulated;
    layout.beside = std::ranges::all_of(
        layout.devices, [&](DeviceIndex d) { return has_room_beside_panels(target.devices[d]); });
    return layout;
}

}  // namespace hg
