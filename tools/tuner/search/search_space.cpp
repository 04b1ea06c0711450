#include "tools/tuner/search/search_space.hpp"

#include <algorithm>
#include <utility>

namespace hg::kernels {
namespace {

/// How many values of an axis lie between two.
int steps(const KernelAxis& axis, int from, int to) {
    const int low = std::min(from, to);
    const int high = std::max(from, to);
    return static_cast<int>(
        std::count_if(axis.values.begin(), axis.values.end(), [&](int v) { return v > low && v <= high; }));
}

}  // namespace

SearchSpace::SearchSpace(const TuningProblem& problem, const DeviceModel& device,
                         const SearchOptions& options)
    : problem_(problem) {
    for (FamilySpace& space : problem.routine->space(problem, device, options)) {
        for (TunableKernel& kernel : space.kernels)
            if (positions_.try_emplace(kernel.name, kernels_.size()).second)
                kernels_.push_back(std::move(kernel));
        families_.push_back(space.family);
        axes_[space.family] = std::move(space.axes);
    }
}

std::vector<std::size_t> SearchSpace::kernels_of(const std::string& family) const {
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < kernels_.size(); ++i)
        if (kernels_[i].family == family) positions.push_back(i);
    return positions;
}

bool SearchSpace::contains(const TunableKernel& kernel) const {
    return positions_.contains(kernel.name);
}

std::vector<TunableKernel> SearchSpace::line(const TunableKernel& kernel, const KernelAxis& axis) const {
    std::vector<TunableKernel> found;
    for (const int value : axis.values) {
        std::vector<int> values = kernel.values;
        values[axis.field] = value;
        const auto place =
            positions_.find(problem_.routine->kernel(problem_, kernel.family, std::move(values)).name);
        if (place != positions_.end()) found.push_back(kernels_[place->second]);
    }
    return found;
}

const TunableKernel* SearchSpace::nearest(const TunableKernel& wanted) const {
    const TunableKernel here = for_problem(wanted, problem_);
    const TunableKernel* best = nullptr;
    int least = 0;
    for (const TunableKernel& kernel : kernels_) {
        if (kernel.family != here.family) continue;
        int distance = 0;
        for (const KernelAxis& axis : axes_.at(kernel.family))
            distance += steps(axis, kernel.values[axis.field], here.values[axis.field]);
        if (best == nullptr || distance < least) {
            best = &kernel;
            least = distance;
        }
    }
    return best;
}

const TunableKernel* SearchSpace::default_kernel(const std::string& family) const {
    return nearest(problem_.routine->kernel(problem_, family, {}));
}

}  // namespace hg::kernels
