#include "kernels/tuner/search/search_space.hpp"

#include <algorithm>
#include <utility>

#include "kernels/gemm/gemm_blocking.hpp"

namespace hg::kernels {
namespace {

/// How many values of an axis lie between two.
int steps(const GemmAxis& axis, int from, int to) {
    const int low = std::min(from, to);
    const int high = std::max(from, to);
    return static_cast<int>(
        std::count_if(axis.values.begin(), axis.values.end(), [&](int v) { return v > low && v <= high; }));
}

}  // namespace

SearchSpace::SearchSpace(const GemmShape& shape, const DeviceModel& device, const SearchOptions& options)
    : problem_{.type = shape.type, .transpose_a = shape.transpose_a, .transpose_b = shape.transpose_b} {
    families_ = options.families.empty() ? gemm_families_for(device.traits, shape.type, device.is_gpu)
                                         : options.families;
    for (const GemmFamily family : families_) add(family, device, options);
}

void SearchSpace::add(GemmFamily family, const DeviceModel& device, const SearchOptions& options) {
    std::vector<GemmAxis>& axes = axes_[family];
    axes = gemm_axes(family, problem_.type, device.is_gpu, options.full);
    if (options.split_k.size() > 1)
        axes.insert(axes.begin(), {"split_k", &GemmParameters::split_k, options.split_k});
    for (GemmAxis& axis : axes) std::sort(axis.values.begin(), axis.values.end());
    for (const int parts : options.split_k) {
        GemmParameters problem = problem_;
        problem.split_k = parts;
        for (const GemmParameters& p :
             gemm_candidates(family, problem, device.traits, device.is_gpu, options.full))
            if (std::string kernel = name(p); positions_.try_emplace(kernel, kernels_.size()).second) {
                kernels_.push_back(p);
                names_.push_back(std::move(kernel));
            }
    }
}

std::vector<std::size_t> SearchSpace::kernels_of(GemmFamily family) const {
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < kernels_.size(); ++i)
        if (kernels_[i].family == family) positions.push_back(i);
    return positions;
}

bool SearchSpace::contains(const GemmParameters& parameters) const {
    return positions_.contains(name(parameters));
}

std::vector<GemmParameters> SearchSpace::line(const GemmParameters& parameters, const GemmAxis& axis) const {
    std::vector<GemmParameters> found;
    for (const int value : axis.values) {
        GemmParameters p = parameters;
        p.*axis.field = value;
        p.overwrite = false;  // split_k alone decides
        const auto place = positions_.find(name(p));
        if (place != positions_.end()) found.push_back(kernels_[place->second]);
    }
    return found;
}

const GemmParameters* SearchSpace::nearest(GemmParameters wanted) const {
    wanted.type = problem_.type;
    wanted = with_defaults(wanted);
    const GemmParameters* best = nullptr;
    int least = 0;
    for (const GemmParameters& p : kernels_) {
        if (p.family != wanted.family) continue;
        int distance = 0;
        for (const GemmAxis& axis : axes_.at(p.family))
            distance += steps(axis, p.*axis.field, wanted.*axis.field);
        if (best == nullptr || distance < least) {
            best = &p;
            least = distance;
        }
    }
    return best;
}

}  // namespace hg::kernels
