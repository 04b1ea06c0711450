#include "tools/workload/timing/samples.hpp"

#include <algorithm>

namespace hgctl {

double Samples::best() const {
    return *std::min_element(seconds.begin(), seconds.end());
}

double Samples::median() const {
    std::vector<double> sorted = seconds;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t half = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

double Samples::last() const {
    return seconds.back();
}

}  // namespace hgctl
