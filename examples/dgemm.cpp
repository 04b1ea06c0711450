// Multiplies two matrices in host memory on all GPUs of this machine.
#include <cstdio>
#include <vector>

#include <hg/blas/gemm.hpp>

int main() {
    const std::int64_t n = 1000;
    const std::vector<double> A(n * n, 1.0), B(n * n, 2.0);
    std::vector<double> C(n * n);

    // C := 1 A B + 0 C. All matrices are column-major, with n elements from one column to the next.
    hg::dgemm(hg::Layout::col_major, hg::Op::none, hg::Op::none, n, n, n, 1.0, A.data(), n, B.data(), n, 0.0,
              C.data(), n);

    std::printf("C[0] = %g (2000 is right)\n", C[0]);
    return C[0] == 2000.0 ? 0 : 1;
}
