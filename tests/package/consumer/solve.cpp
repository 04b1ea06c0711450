// A X = B as a user of hg::lapack writes it.
#include <cstdio>
#include <vector>

#include <hg/lapack/gesv.hpp>

int main() {
    std::vector<double> a{0, 1, 2, 1};  // columns (0 1) and (2 1)
    std::vector<double> b{4, 3};
    std::vector<std::int64_t> ipiv(2);
    const std::int64_t info = hg::dgesv(hg::Layout::col_major, 2, 1, a.data(), 2, ipiv.data(), b.data(), 2);
    std::printf("%g %g\n", b[0], b[1]);
    return info == 0 && b == std::vector<double>{1, 2} ? 0 : 1;
}
