#include "lapack/qr/geqrf_definition.hpp"

#include <algorithm>
#include <utility>

#include "lapack/passes/textbook.hpp"

namespace hg {

TileOperations geqrf_definition(std::int64_t m, std::int64_t n, std::int64_t width) {
    Textbook A;
    for (std::int64_t first = 0; first < std::min(m, n); first += width) {
        const Span k{first, std::min({first + width, m, n})};
        const Span below{k.begin, m}, right{k.end, n};
        A.factor({below, k});
        A.reflect({below, right}, {below, k});
    }
    return std::move(A).operations();
}

}  // namespace hg
