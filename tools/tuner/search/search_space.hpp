#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "tools/tuner/search/search_options.hpp"
#include "tools/tuner/tunable_routine.hpp"

namespace hg::kernels {

/// The kernels that one search may choose from: every valid candidate of its families, with the axes that
/// lead from one to another.
class SearchSpace {
  public:
    SearchSpace(const TuningProblem& problem, const DeviceModel& device, const SearchOptions& options);

    [[nodiscard]] const TuningProblem& problem() const noexcept { return problem_; }
    /// In the order of the families and their axes.
    [[nodiscard]] const std::vector<TunableKernel>& kernels() const noexcept { return kernels_; }
    [[nodiscard]] const std::vector<std::string>& families() const noexcept { return families_; }
    [[nodiscard]] const std::vector<KernelAxis>& axes(const std::string& family) const {
        return axes_.at(family);
    }
    /// The kernels of a family, as positions in kernels().
    [[nodiscard]] std::vector<std::size_t> kernels_of(const std::string& family) const;

    [[nodiscard]] bool contains(const TunableKernel& kernel) const;
    /// The valid kernels that differ from one in an axis alone, itself among them, in the
    /// order of its values.
    [[nodiscard]] std::vector<TunableKernel> line(const TunableKernel& kernel, const KernelAxis& axis) const;
    /// The kernel nearest to one of any type and operation: steps along the axes of its family.
    /// Null if the family is not searched.
    [[nodiscard]] const TunableKernel* nearest(const TunableKernel& wanted) const;
    /// The kernel nearest to a family's default.
    [[nodiscard]] const TunableKernel* default_kernel(const std::string& family) const;

  private:
    TuningProblem problem_;
    std::map<std::string, std::vector<KernelAxis>> axes_;  ///< by family
    std::vector<std::string> families_;
    std::vector<TunableKernel> kernels_;
    std::map<std::string, std::size_t> positions_;  ///< in kernels_, by name
};

}  // namespace hg::kernels
