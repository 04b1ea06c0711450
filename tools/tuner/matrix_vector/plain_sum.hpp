#pragma once

#include <cmath>

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

}  // namespace hg::kernels
