#pragma once

#include <cstddef>
#include <vector>

#include "tools/tuner/search/search_space.hpp"

namespace hg::kernels {

/// A guess at the time of kernels of one family that were not measured, from those that were:
/// kernel ridge regression of the logarithm of the time. Kernels count as the more alike, the more
/// of their parameters agree.
class Surrogate {
  public:
    /// `times` are the logarithms of the seconds of `known`.
    Surrogate(const std::vector<KernelAxis>& axes, const std::vector<TunableKernel>& known,
              const std::vector<double>& times);

    /// The logarithm of the seconds that a kernel may take.
    [[nodiscard]] double operator()(const TunableKernel& kernel) const;

  private:
    using Point = std::vector<double>;  ///< a kernel's place on each axis

    [[nodiscard]] Point point(const TunableKernel& kernel) const;

    const std::vector<KernelAxis>& axes_;
    std::vector<Point> known_;
    double mean_ = 0;
    std::vector<double> weights_;
};

}  // namespace hg::kernels
