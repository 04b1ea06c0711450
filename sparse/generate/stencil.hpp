#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace hg::sparse {

/// The neighbours of points of a grid.
class Stencil {
  public:
    Stencil(int points, std::int64_t nx, std::int64_t ny, std::int64_t nz) noexcept
        : nx_(nx), ny_(ny), nz_(nz), points_(points), reach_(points == 27 ? 3 : 1) {}

    /// Calls take(j) for each point j of the stencil of point i, in ascending order.
    template <class Take>
    void for_neighbours(std::int64_t i, const Take& take) const noexcept {
        const std::int64_t x = i % nx_, y = i / nx_ % ny_, z = i / nx_ / ny_;
        for (auto v = std::max<std::int64_t>(z - 1, 0); v <= std::min(z + 1, nz_ - 1); ++v)
            for (auto u = std::max<std::int64_t>(y - 1, 0); u <= std::min(y + 1, ny_ - 1); ++u)
                for (auto t = std::max<std::int64_t>(x - 1, 0); t <= std::min(x + 1, nx_ - 1); ++t)
                    if (std::abs(t - x) + std::abs(u - y) + std::abs(v - z) <= reach_)
                        take(t + nx_ * (u + ny_ * v));
    }

    [[nodiscard]] std::int64_t count(std::int64_t i) const noexcept {
        std::int64_t found = 0;
        for_neighbours(i, [&](std::int64_t) { ++found; });
        return found;
    }

    [[nodiscard]] int diagonal() const noexcept { return points_ - 1; }

  private:
    std::int64_t nx_, ny_, nz_;
    int points_, reach_;  ///< steps along the axes from the point to its neighbours
};

}  // namespace hg::sparse
