#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tools/workload/rule/wide.hpp"

namespace hgctl {

/// The columns of a matrix as wide numbers, each from its first to its last element that is not zero.
template <class T>
struct Lines {
    struct Line {
        std::int64_t first = 0, end = 0;
    };

    template <class Matrix>
    explicit Lines(const Matrix& x) : rows(x.rows), places(static_cast<std::size_t>(x.cols)) {
        numbers.reserve(static_cast<std::size_t>(x.rows * x.cols));
        for (std::int64_t j = 0; j < x.cols; ++j) {
            Line& line = places[static_cast<std::size_t>(j)];
            line.first = x.rows;
            for (std::int64_t i = 0; i < x.rows; ++i) {
                numbers.push_back(to_wide<T>(x(i, j)));
                if (numbers.back() == Wide<T>{0}) continue;
                line.first = std::min(line.first, i);
                line.end = i + 1;
            }
        }
    }

    std::int64_t rows;
    std::vector<Line> places;
    std::vector<Wide<T>> numbers{};
};

}  // namespace hgctl
