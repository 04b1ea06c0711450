#include "lapack/lu/getrf_definition.hpp"

#include <algorithm>
#include <utility>

#include "lapack/passes/textbook.hpp"

namespace hg {

TileOperations getrf_definition(std::int64_t m, std::int64_t n, std::int64_t right_hand_sides,
                                std::int64_t width) {
    Textbook A;
    for (std::int64_t first = 0; first < std::min(m, n); first += width) {
        const Span k{first, std::min({first + width, m, n})};
        const Span left{0, k.begin}, right{k.end, n + right_hand_sides};
        const Span below{k.begin, m}, rest{k.end, m};
        A.factor({below, k});
        A.permute({below, left}, {below, k});
        A.permute({below, right}, {below, k});
        A.solve({k, k}, {k, right});
        A.update({rest, right}, {rest, k}, {k, right});
    }
    return std::move(A).operations();
}

}  // namespace hg
