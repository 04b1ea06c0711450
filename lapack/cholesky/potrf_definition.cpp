#include "lapack/cholesky/potrf_definition.hpp"

#include <algorithm>
#include <utility>

#include "lapack/passes/textbook.hpp"

namespace hg {

TileOperations potrf_definition(std::int64_t n, std::int64_t width) {
    Textbook A;
    for (std::int64_t first = 0; first < n; first += width) {
        const Span k{first, std::min(first + width, n)};
        const Span rest{k.end, n};
        A.factor({k, k});
        A.solve_right_adjoint({rest, k}, {k, k});
        A.update_hermitian({rest, rest}, {rest, k});
    }
    return std::move(A).operations();
}

}  // namespace hg
