#pragma once

#include <vector>

namespace hgctl {

/// Times of repeated runs, in the order they were made; seconds.
struct Samples {
    std::vector<double> seconds;

    [[nodiscard]] double best() const;
    [[nodiscard]] double median() const;
    [[nodiscard]] double last() const;
};

}  // namespace hgctl
