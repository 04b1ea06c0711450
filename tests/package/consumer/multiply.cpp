// C = A B as a user of hg::blas writes it.
#include <cstdio>
#include <vector>

#include <hg/blas/gemm.hpp>

int main() {
    const std::vector<double> a{1, 2, 3, 4};  // columns (1 2) and (3 4)
    const std::vector<double> b{5, 6, 7, 8};
    std::vector<double> c(4, -1);
    hg::dgemm(hg::Layout::col_major, hg::Op::none, hg::Op::none, 2, 2, 2, 1.0, a.data(), 2, b.data(), 2, 0.0,
              c.data(), 2);
    const std::vector<double> expected{23, 34, 31, 46};
    std::printf("%g %g %g %g\n", c[0], c[1], c[2], c[3]);
    return c == expected ? 0 : 1;
}
