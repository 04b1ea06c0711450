#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "support/sparse_samples.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/session.hpp>
#include <hg/sparse/distributed_sparse_matrix.hpp>
#include <hg/sparse/host_product.hpp>

namespace hg {
namespace {

using HalfInfinite = std::complex<double>;

std::vector<HalfInfinite> half_infinite_vector(std::int64_t n) {
    std::vector<HalfInfinite> y = test::random_vector<HalfInfinite>(n, 2);
    for (std::size_t i = 0; i < y.size(); i += 2) y[i].real(std::numeric_limits<double>::infinity());
    return y;
}

testing::AssertionResult keeps_parts_apart(const std::vector<HalfInfinite>& y) {
    for (std::size_t i = 0; i < y.size(); ++i)
        if (std::isfinite(y[i].real()) != (i % 2 != 0) || !std::isfinite(y[i].imag()))
            return testing::AssertionFailure() << "y[" << i << "] is " << y[i];
    return testing::AssertionSuccess();
}

/// beta = 1 adds to y as the reference BLAS does: Inf of one part does not reach the other.
TEST(SparseComplexBeta, OfOneKeepsPartsApart) {
    Session session(test::first_test_devices(1));
    const auto A = random_rows_matrix<HalfInfinite>(200, 200, 0, 9, 3);
    const auto x = test::random_vector<HalfInfinite>(A.cols(), 1);
    const HalfInfinite alpha(2, -1), one(1);
    auto y = half_infinite_vector(A.rows());
    host_product(Op::none, alpha, A, x, one, std::span(y));
    EXPECT_TRUE(keeps_parts_apart(y)) << "by the host";
    host_product(Op::none, HalfInfinite{}, A, x, one, std::span(y));
    EXPECT_TRUE(keeps_parts_apart(y)) << "by the host, alpha = 0";
    for (const SparseFormat format : {SparseFormat::csr, SparseFormat::csr_merge, SparseFormat::sell,
                                      SparseFormat::ell, SparseFormat::coo, SparseFormat::hybrid}) {
        DistributedSparseMatrix<HalfInfinite> placed(A, Op::none, {.format = format}, &session);
        y = half_infinite_vector(A.rows());
        placed.multiply(alpha, x, one, y);
        EXPECT_TRUE(keeps_parts_apart(y)) << name(format);
    }
}

}  // namespace
}  // namespace hg
