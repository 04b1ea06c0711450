// Functions of C and symbols for Fortran where sanitizers watch: integers that are converted, work arrays,
// and errors. tests/interfaces calls all of them.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <vector>

#include "interfaces/c/guard.hpp"
#include "support/test_devices.hpp"
#include <hg/hg.h>

extern "C" {
void hg_dgetrf_(const int*, const int*, double*, const int*, int*, int*);
void hg_dgetrs_(const char*, const int*, const int*, const double*, const int*, const int*, double*,
                const int*, int*);
void hg_dgesv_(const int*, const int*, double*, const int*, int*, double*, const int*, int*);
void hg_dsgesv_(const int*, const int*, double*, const int*, int*, const double*, const int*, double*,
                const int*, double*, float*, int*, int*);
void hg_dgeqrf_(const int*, const int*, double*, const int*, double*, double*, const int*, int*);
void hg_idamax_(const int*, const double*, const int*, int*, int*);
}

namespace hg {
namespace {

/// They use the process-wide session, which is made on the devices of the tests.
class Interfaces : public testing::Test {
  protected:
    static void SetUpTestSuite() { ::setenv("HG_DEVICES", test::test_devices().c_str(), 1); }
};

// All systems here are [0 2; 1 1] [x; y] = [4; 3], so x = 1, y = 2.
const std::vector<double> kA{0, 1, 2, 1};
const std::vector<double> kB{4, 3};
const std::vector<double> kX{1, 2};
const std::vector<double> kFactors{1, 0, 1, 2};

TEST_F(Interfaces, OfCFactorAndSolve) {
    std::vector<double> A = kA, B = kB, X(2);
    std::array<std::int64_t, 2> ipiv{};
    hg_call* call = nullptr;
    EXPECT_EQ(hg_dgetrf_async(2, 2, A.data(), 2, ipiv.data(), &call), 0);
    EXPECT_EQ(hg_wait(&call), 0);
    EXPECT_EQ(A, kFactors);
    EXPECT_EQ(ipiv, (std::array<std::int64_t, 2>{2, 2}));
    EXPECT_EQ(hg_dgetrs('n', 2, 1, A.data(), 2, ipiv.data(), B.data(), 2), 0);
    EXPECT_EQ(B, kX);
    A = kA;
    std::int64_t iter = -9;
    EXPECT_EQ(hg_dsgesv(2, 1, A.data(), 2, ipiv.data(), kB.data(), 2, X.data(), 2, &iter), 0);
    EXPECT_EQ(iter, 0);
    EXPECT_EQ(X, kX);
    EXPECT_EQ(hg_dgetrf(2, 2, A.data(), 1, ipiv.data()), -4);
}

TEST_F(Interfaces, OfFortranFactorAndSolve) {
    const int two = 2, one = 1;
    std::vector<double> A = kA, B = kB, X(2), work(2), tau(2);
    std::array<int, 2> ipiv{};
    int info = -9, iter = -9, index = -9;
    hg_dgetrf_(&two, &two, A.data(), &two, ipiv.data(), &info);
    EXPECT_EQ(info, 0);
    EXPECT_EQ(A, kFactors);
    EXPECT_EQ(ipiv, (std::array<int, 2>{2, 2}));
    hg_dgetrs_("N", &two, &one, A.data(), &two, ipiv.data(), B.data(), &two, &info);
    EXPECT_EQ(info, 0);
    EXPECT_EQ(B, kX);
    A = kA, B = kB, ipiv = {};
    hg_dgesv_(&two, &one, A.data(), &two, ipiv.data(), B.data(), &two, &info);
    EXPECT_EQ(info, 0);
    EXPECT_EQ(B, kX);
    EXPECT_EQ(ipiv[0], 2);
    A = kA;
    hg_dsgesv_(&two, &one, A.data(), &two, ipiv.data(), kB.data(), &two, X.data(), &two, work.data(), nullptr,
               &iter, &info);
    EXPECT_EQ(info, 0);
    EXPECT_EQ(iter, 0);
    EXPECT_EQ(X, kX);
    hg_dgeqrf_(&two, &two, A.data(), &two, tau.data(), work.data(), &two, &info);
    EXPECT_EQ(info, 0);
    EXPECT_EQ(work[0], 2);
    hg_idamax_(&two, kB.data(), &one, &index, &info);
    EXPECT_EQ(index, 1);
}

TEST_F(Interfaces, ErrorsBecomeCodes) {
    const auto info = [](const auto& error) {
        return interfaces::guarded(0, [&]() -> std::int64_t { throw error; });
    };
    EXPECT_EQ(info(Error(ErrorCode::out_of_memory, "a")), HG_OUT_OF_MEMORY);
    EXPECT_EQ(info(std::bad_alloc()), HG_OUT_OF_MEMORY);
    EXPECT_EQ(info(Error(ErrorCode::build_failed, "a")), HG_BUILD_FAILED);
    EXPECT_EQ(info(Error(ErrorCode::device_failed, "a")), HG_DEVICE_FAILED);
    EXPECT_EQ(info(Error(ErrorCode::device_lost, "the device is gone")), HG_DEVICE_LOST);
    EXPECT_STREQ(hg_last_error(), "the device is gone");
    EXPECT_EQ(info(Error(ErrorCode::internal, "a")), HG_FAILED);
    EXPECT_EQ(info(Error(ErrorCode::invalid_argument, "HG_DEVICES names nothing")), HG_FAILED)
        << "no argument of the function";
    EXPECT_EQ(info(std::runtime_error("a")), HG_FAILED);
}

}  // namespace
}  // namespace hg
