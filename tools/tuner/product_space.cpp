#include "tools/tuner/product_space.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace hg::kernels {

std::vector<int> doublings(int first, int last) {
    std::vector<int> values;
    for (int value = first; value <= last; value = std::max(2 * value, 1)) values.push_back(value);
    return values;
}

FamilySpace product_space(const TunableKernel& default_kernel, const std::vector<std::vector<int>>& values,
                          const std::vector<std::size_t>& telling, const KernelOfValues& kernel_of) {
    FamilySpace space{default_kernel.family, {}, {default_kernel}};
    for (const std::size_t field : telling)
        if (values[field].size() > 1) space.axes.push_back({field, values[field]});
    std::set<std::string> listed{default_kernel.name};
    std::vector<int> chosen(values.size());
    const auto add_all = [&](const auto& self, std::size_t field) -> void {
        if (field < values.size()) {
            for (const int value : values[field]) {
                chosen[field] = value;
                self(self, field + 1);
            }
            return;
        }
        std::optional<TunableKernel> kernel = kernel_of(chosen);
        if (kernel && listed.insert(kernel->name).second) space.kernels.push_back(std::move(*kernel));
    };
    add_all(add_all, 0);
    return space;
}

}  // namespace hg::kernels
