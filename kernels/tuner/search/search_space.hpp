#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "kernels/gemm/gemm_space.hpp"
#include "kernels/tuner/search/search_options.hpp"
#include <hg/kernels/database.hpp>

namespace hg::kernels {

/// The kernels that one search may choose from: every valid candidate of its families, with the axes that
/// lead from one to another.
class SearchSpace {
  public:
    SearchSpace(const GemmShape& shape, const DeviceModel& device, const SearchOptions& options);

    /// In the order of the families and their axes.
    [[nodiscard]] const std::vector<GemmParameters>& kernels() const noexcept { return kernels_; }
    /// Their names, at the same positions.
    [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }
    [[nodiscard]] const std::vector<GemmFamily>& families() const noexcept { return families_; }
    [[nodiscard]] const std::vector<GemmAxis>& axes(GemmFamily family) const { return axes_.at(family); }
    /// The kernels of a family, as positions in kernels().
    [[nodiscard]] std::vector<std::size_t> kernels_of(GemmFamily family) const;

    [[nodiscard]] bool contains(const GemmParameters& parameters) const;
    /// The valid kernels that differ from one in an axis alone, itself among them, in the
    /// order of its values.
    [[nodiscard]] std::vector<GemmParameters> line(const GemmParameters& parameters,
                                                   const GemmAxis& axis) const;
    /// The kernel nearest to given parameters of any type and operations, zeros standing for the family's
    /// defaults: steps along the axes of its family.
    /// Null if the family is not searched.
    [[nodiscard]] const GemmParameters* nearest(GemmParameters wanted) const;

  private:
    void add(GemmFamily family, const DeviceModel& device, const SearchOptions& options);

    GemmParameters problem_;
    std::map<GemmFamily, std::vector<GemmAxis>> axes_;
    std::vector<GemmFamily> families_;
    std::vector<GemmParameters> kernels_;
    std::vector<std::string> names_;
    std::map<std::string, std::size_t> positions_;  ///< in kernels_, by name
};

}  // namespace hg::kernels
