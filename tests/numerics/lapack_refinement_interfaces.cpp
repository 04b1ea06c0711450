// dsposv by the names of C and of Fortran.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "support/test_devices.hpp"
#include <hg/hg.h>

extern "C" void hg_dsposv_(const char*, const int*, const int*, double*, const int*, const double*,
                           const int*, double*, const int*, double*, float*, int*, int*);

namespace hg {
namespace {

/// These faces use the process-wide session: it is made on the devices of the tests.
class DefiniteRefinementInterfaces : public testing::Test {
  protected:
    static void SetUpTestSuite() { ::setenv("HG_DEVICES", test::test_devices().c_str(), 1); }
};

/// `dsposv` has all arguments but work, and returns info.
template <class Int>
void expect_refined_cholesky(auto dsposv) {
    // [4 2; 2 5] [x; y] = [8; 12], so x = 1, y = 2. The other triangle does not count.
    const std::vector<double> B{8, 12};
    for (const auto& [letter, matrix] :
         {std::pair{'L', std::vector<double>{4, 2, 77, 5}}, {'u', std::vector<double>{4, 77, 2, 5}}}) {
        std::vector<double> A = matrix, X(2);
        Int iter = -9;
        EXPECT_EQ(dsposv(letter, 2, 1, A.data(), 2, B.data(), 2, X.data(), 2, &iter), 0);
        EXPECT_EQ(iter, 0);
        EXPECT_EQ(X, (std::vector<double>{1, 2}));
        EXPECT_EQ(A, matrix);
    }
    std::vector<double> A{4, 2, 77, 1}, X(2);
    Int iter = -9;
    EXPECT_EQ(dsposv('L', 2, 1, A.data(), 2, B.data(), 2, X.data(), 2, &iter), 2) << "not definite";
    EXPECT_EQ(iter, -3);
    EXPECT_EQ(dsposv('?', 2, 1, A.data(), 2, B.data(), 2, X.data(), 2, &iter), -1);
    EXPECT_EQ(dsposv('L', 2, 1, A.data(), 1, B.data(), 2, X.data(), 2, &iter), -5);
    EXPECT_EQ(dsposv('L', 2, 1, A.data(), 2, B.data(), 2, X.data(), 1, &iter), -9);
}

TEST_F(DefiniteRefinementInterfaces, OfC) {
    expect_refined_cholesky<std::int64_t>(hg_dsposv);
}

TEST_F(DefiniteRefinementInterfaces, OfFortran) {
    expect_refined_cholesky<int>([](char uplo, int n, int nrhs, double* A, int lda, const double* B, int ldb,
                                    double* X, int ldx, int* iter) -> std::int64_t {
        int info = -77;
        hg_dsposv_(&uplo, &n, &nrhs, A, &lda, B, &ldb, X, &ldx, nullptr, nullptr, iter, &info);
        return info;
    });
}

}  // namespace
}  // namespace hg
