#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace hg {

/// Collects time spans and computes the time during which at least one of them was in progress.
class Spans {
  public:
    void add(double begin, double end) { spans_.emplace_back(begin, std::max(begin, end)); }
    void add(const Spans& other) { spans_.insert(spans_.end(), other.spans_.begin(), other.spans_.end()); }

    [[nodiscard]] double covered() const {
        std::vector<std::pair<double, double>> sorted = spans_;
        std::sort(sorted.begin(), sorted.end());
        double total = 0;
        double reached = 0;
        for (const auto& [begin, end] : sorted) {
            total += std::max(0.0, end - std::max(reached, begin));
            reached = std::max(reached, end);
        }
        return total;
    }

  private:
    std::vector<std::pair<double, double>> spans_;
};

}  // namespace hg
