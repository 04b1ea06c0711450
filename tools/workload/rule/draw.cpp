#include "tools/workload/rule/draw.hpp"

#include <algorithm>

namespace hgctl {

std::int64_t draw_size(RandomNumbers& numbers, std::int64_t n_max) {
    switch (numbers.between(0, 15)) {
        case 0:
            return 0;
        case 1:
            return 1;
        case 2:
        case 3:
            return std::min(n_max, (std::int64_t{1} << numbers.between(2, 8)) + numbers.between(-1, 1));
        default:
            return numbers.between(1, n_max);
    }
}

double draw_scalar(RandomNumbers& numbers) {
    constexpr double kSpecial[] = {0, 1, -1, 0.5};
    const std::int64_t choice = numbers.between(0, 5);
    return choice < 4 ? kSpecial[choice] : numbers.unit();
}

StoredShape draw_stored(RandomNumbers& numbers, hg::Layout layout, std::int64_t rows, std::int64_t cols) {
    const bool columns = layout == hg::Layout::col_major;
    const std::int64_t contiguous = columns ? rows : cols;
    const std::int64_t gap = numbers.between(0, 1) * numbers.between(0, 9);
    return {contiguous, columns ? cols : rows, std::max<std::int64_t>(1, contiguous + gap)};
}

}  // namespace hgctl
