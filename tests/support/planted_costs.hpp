#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "tools/tuner/gemm/gemm_kernel.hpp"

namespace hg::test {

/// A made-up machine: the seconds that a kernel takes on it. Each parameter has an optimum of its own, which
/// shifts with other parameters; a few pairs of values are lucky or unlucky, as registers and caches make
/// them; families differ. All of it is drawn from the seed.
class PlantedCosts {
  public:
    explicit PlantedCosts(std::uint64_t seed) : seed_(seed) {}

    [[nodiscard]] double seconds(const kernels::TunableKernel& kernel) const {
        return seconds(kernels::gemm_parameters(kernel));
    }
    [[nodiscard]] double seconds(const kernels::GemmParameters& p) const {
        using P = kernels::GemmParameters;
        static constexpr std::array kFields{&P::tile_m, &P::tile_n, &P::tile_k,  &P::work_m,
                                            &P::work_n, &P::vector, &P::padding, &P::transpose_local,
                                            &P::unroll, &P::stages, &P::order,   &P::variant};
        const auto family = static_cast<std::uint64_t>(p.family);
        double logarithm = 0.8 * draw(1000 + family);
        for (std::uint64_t i = 0; i < kFields.size(); ++i) {
            const double x = position(p.*kFields[i]);
            const double weight = 0.02 + 0.15 * draw(100 * family + i) * draw(5000 + i);
            // The optimum of one parameter moves with the one before it.
            const double before = i > 0 ? position(p.*kFields[i - 1]) : 0;
            const double pull = 0.5 * draw(7000 + 100 * family + i) - 0.25;
            const double optimum = 1 + 5 * draw(3000 + 100 * family + i) + pull * before;
            logarithm += weight * (x - optimum) * (x - optimum) / (1 + 0.3 * std::fabs(x - optimum));
            for (std::uint64_t j = 0; j < i; ++j)
                logarithm += luck(family, i, p.*kFields[i], j, p.*kFields[j]);
        }
        return 1e-3 * std::exp(logarithm);
    }

  private:
    static double position(int value) { return std::log2(value + 1.0); }

    /// The same number in [0, 1) for the same key, after Steele, Lea and Flood's SplitMix64.
    [[nodiscard]] double draw(std::uint64_t key) const {
        std::uint64_t z = (seed_ * 0x2545f4914f6cdd1dU + key) * 0x9e3779b97f4a7c15U;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
    }

    /// One pair of values in eight matters beyond its parts, by up to a tenth.
    [[nodiscard]] double luck(std::uint64_t family, std::uint64_t i, int vi, std::uint64_t j, int vj) const {
        const std::uint64_t key =
            (((family * 16 + i) * 4096 + static_cast<std::uint64_t>(vi)) * 16 + j) * 4096 +
            static_cast<std::uint64_t>(vj);
        return draw(key + (std::uint64_t{1} << 40)) < 0.125 ? 0.2 * draw(key + (std::uint64_t{1} << 41)) - 0.1
                                                            : 0.0;
    }

    std::uint64_t seed_;
};

}  // namespace hg::test
