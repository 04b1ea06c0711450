#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace hg::kernels {

/// A sum, and the sum of its terms' sizes, which rounding errors are measured by.
struct PlainSum {
    double value = 0;
    double terms = 0;

    void add(double term) {
        value += term;
        terms += std::fabs(term);
    }
};

/// What is wrong with elements that must be these sums, within `units` of rounding of their terms; empty:
/// nothing.
template <class T>
std::string fault_of_sums(const char* vector, const std::vector<T>& got, const std::vector<PlainSum>& sums,
                          double units) {
    for (std::size_t i = 0; i < got.size(); ++i)
        if (!(std::fabs(static_cast<double>(got[i]) - sums[i].value) <=
              units * std::numeric_limits<T>::epsilon() * sums[i].terms))
            return std::string(vector).append("(").append(std::to_string(i)).append(") is wrong");
    return {};
}

}  // namespace hg::kernels
