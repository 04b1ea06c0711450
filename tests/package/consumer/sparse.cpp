// y = A x with a sparse A as a user of hg::sparse writes it.
#include <cstdio>
#include <vector>

#include <hg/sparse/host_product.hpp>
#include <hg/sparse/sparse_matrix.hpp>

int main() {
    const std::vector<std::int32_t> row_start{0, 2, 3}, column{0, 2, 1};
    const std::vector<double> value{1, 2, 3}, x{1, 10, 100};
    const auto A = hg::SparseMatrix<double>::from_csr(2, 3, row_start, column, value);
    std::vector<double> y(2);
    hg::host_product(hg::Op::none, 1, A, x, 0, std::span(y));
    std::printf("%g %g\n", y[0], y[1]);
    return y == std::vector<double>{201, 30} ? 0 : 1;
}
