// Hermitian matrices in `hgctl check`: what counts, and what their residuals are.
#include <gtest/gtest.h>

#include <complex>
#include <vector>

#include "tools/workload/rule/residual.hpp"
#include "tools/workload/rule/row_sums.hpp"

namespace hgctl {
namespace {

using Complex = std::complex<double>;
using WideComplex = std::complex<long double>;

TEST(HermitianMatrix, CountsMirrorImagesAsConjugatesAndItsDiagonalAsReal) {
    const std::vector<Complex> data{{1, 9}, {2, 3}, {7, 7}, {4, 9}};  // the lower triangle: 1, 2 + 3i, 4
    const StoredMatrix<Complex> lower{data.data(), 2, 2, 2, Part::hermitian_lower};
    EXPECT_EQ(lower(0, 0), Complex(1));
    EXPECT_EQ(lower(1, 0), Complex(2, 3));
    EXPECT_EQ(lower(0, 1), Complex(2, -3));
    EXPECT_EQ(lower(1, 1), Complex(4));
    EXPECT_EQ(lower.transpose()(1, 0), Complex(2, -3));
    EXPECT_EQ(lower.adjoint()(1, 0), Complex(2, 3));
    const StoredMatrix<Complex> upper{data.data(), 2, 2, 2, Part::hermitian_upper};
    EXPECT_EQ(upper(0, 1), Complex(7, 7));
    EXPECT_EQ(upper(1, 0), Complex(7, -7));
    const StoredMatrix<Complex> general{data.data(), 2, 2, 2};
    EXPECT_EQ(general.with(hg::Op::trans)(0, 1), Complex(2, 3));
    EXPECT_EQ(general.with(hg::Op::conj_trans)(0, 1), Complex(2, -3));
}

TEST(HermitianMatrix, NormsAndResidualsCountMagnitudes) {
    const std::vector<Complex> data{{3, 4}, {0, 0}, {0, 0}, {0, 2}};
    const StoredMatrix<Complex> A{data.data(), 2, 2, 2};
    const std::vector<WideComplex> x{{0, 1}, {1, 0}};
    const Product<Complex> product = multiply<Complex>(A, x);
    EXPECT_EQ(product.values, (std::vector<WideComplex>{{-4, 3}, {0, 2}}));
    EXPECT_EQ(product.norm, 5);
    EXPECT_EQ(backward_error<Complex>(A, x, product.values), 0);
    // |A x - b| = |b| = 13, |A| = 5, |x| = 1.
    EXPECT_DOUBLE_EQ(backward_error<Complex>(A, x, {{-4, 3}, {12, 7}}),
                     13 / (5 + std::hypot(12, 7)) / 0x1p-52);
}

}  // namespace
}  // namespace hgctl
