#include <gtest/gtest.h>
#include <sys/resource.h>

#include <array>
#include <cstdlib>
#include <thread>

#include "host_blas/by_address.hpp"
#include "interfaces/c/guard.hpp"
#include "support/lu_samples.hpp"
#include <hg/hg.h>

extern "C" {
void hg_dgemm_(const char*, const char*, const int*, const int*, const int*, const double*, const double*,
               const int*, const double*, const int*, const double*, double*, const int*, int*);
void hg_sgemm_(const char*, const char*, const int*, const int*, const int*, const float*, const float*,
               const int*, const float*, const int*, const float*, float*, const int*, int*);
void hg_dtrsm_(const char*, const char*, const char*, const char*, const int*, const int*, const double*,
               const double*, const int*, double*, const int*, int*);
void hg_strsm_(const char*, const char*, const char*, const char*, const int*, const int*, const float*,
               const float*, const int*, float*, const int*, int*);
void hg_dgetrf_(const int*, const int*, double*, const int*, int*, int*);
void hg_sgetrf_(const int*, const int*, float*, const int*, int*, int*);
void hg_dgetrs_(const char*, const int*, const int*, const double*, const int*, const int*, double*,
                const int*, int*);
void hg_sgetrs_(const char*, const int*, const int*, const float*, const int*, const int*, float*, const int*,
                int*);
void hg_dgesv_(const int*, const int*, double*, const int*, int*, double*, const int*, int*);
void hg_sgesv_(const int*, const int*, float*, const int*, int*, float*, const int*, int*);
void hg_dpotrf_(const char*, const int*, double*, const int*, int*);
void hg_spotrf_(const char*, const int*, float*, const int*, int*);
void hg_dpotrs_(const char*, const int*, const int*, const double*, const int*, double*, const int*, int*);
void hg_spotrs_(const char*, const int*, const int*, const float*, const int*, float*, const int*, int*);
void hg_dpotri_(const char*, const int*, double*, const int*, int*);
void hg_spotri_(const char*, const int*, float*, const int*, int*);
void hg_dposv_(const char*, const int*, const int*, double*, const int*, double*, const int*, int*);
void hg_sposv_(const char*, const int*, const int*, float*, const int*, float*, const int*, int*);
void hg_dsgesv_(const int*, const int*, double*, const int*, int*, const double*, const int*, double*,
                const int*, double*, float*, int*, int*);
}

namespace hg {
namespace {

/// These faces use the process-wide session: it is made on the devices of the tests.
class Face : public testing::Test {
  protected:
    static void SetUpTestSuite() { ::setenv("HG_DEVICES", test::test_devices().c_str(), 1); }
};
class CFace : public Face {};
class FortranFace : public Face {};

// All systems here are [0 2; 1 1] [x; y] = [4; 3], so x = 1, y = 2.
const std::vector<double> kA{0, 1, 2, 1};
const std::vector<double> kB{4, 3};
const std::vector<double> kX{1, 2};
const std::vector<double> kFactors{1, 0, 1, 2};

std::vector<float> single(const std::vector<double>& x) {
    return {x.begin(), x.end()};
}

TEST_F(CFace, FactorsAndSolves) {
    std::vector<double> A = kA, B = kB;
    std::array<std::int64_t, 2> ipiv{};
    EXPECT_EQ(hg_dgetrf(2, 2, A.data(), 2, ipiv.data()), 0);
    EXPECT_EQ(A, kFactors);
    EXPECT_EQ(ipiv, (std::array<std::int64_t, 2>{2, 2}));
    EXPECT_EQ(hg_dgetrs('n', 2, 1, A.data(), 2, ipiv.data(), B.data(), 2), 0);
    EXPECT_EQ(B, kX);
    B = {2, 4};
    EXPECT_EQ(hg_dgetrs('T', 2, 1, A.data(), 2, ipiv.data(), B.data(), 2), 0);
    EXPECT_EQ(B, (std::vector<double>{1, 2}));

    A = kA, B = kB;
    EXPECT_EQ(hg_dgesv(2, 1, A.data(), 2, ipiv.data(), B.data(), 2), 0);
    EXPECT_EQ(B, kX);

    A = kA;
    std::vector<double> X(2);
    std::int64_t iter = -9;
    EXPECT_EQ(hg_dsgesv(2, 1, A.data(), 2, ipiv.data(), kB.data(), 2, X.data(), 2, &iter), 0);
    EXPECT_EQ(iter, 0);
    EXPECT_EQ(X, kX);
    EXPECT_STREQ(hg_last_error(), "");
}

// [4 2; 2 5] [x; y] = [8; 12], so x = 1, y = 2; L = [2 0; 1 2]. What is above the diagonal does not count.
const std::vector<double> kDefinite{4, 2, 77, 5};
const std::vector<double> kSides{8, 12};
const std::vector<double> kCholesky{2, 1, 77, 2};
const std::vector<double> kInverse{0.3125, -0.125, 77, 0.25};

template <class T>
void expect_cholesky(auto potrf, auto potrs, auto posv, auto potri) {
    const auto typed = [](const std::vector<double>& x) { return std::vector<T>(x.begin(), x.end()); };
    std::vector<T> A = typed(kDefinite), B = typed(kSides);
    EXPECT_EQ(potrf('l', 2, A.data(), 2), 0);
    EXPECT_EQ(A, typed(kCholesky));
    EXPECT_EQ(potrs('L', 2, 1, A.data(), 2, B.data(), 2), 0);
    EXPECT_EQ(B, typed(kX));
    EXPECT_EQ(potri('l', 2, A.data(), 2), 0);
    EXPECT_EQ(A, typed(kInverse));
    A = typed({4, 0, 77, 0});
    EXPECT_EQ(potri('L', 2, A.data(), 2), 2) << "zero on the diagonal";
    EXPECT_EQ(potri('L', -1, A.data(), 2), -2);
    A = typed({4, 77, 2, 5}), B = typed(kSides);
    EXPECT_EQ(posv('U', 2, 1, A.data(), 2, B.data(), 2), 0);
    EXPECT_EQ(A, typed({2, 77, 1, 2}));
    EXPECT_EQ(B, typed(kX));
    A = typed({4, 2, 77, 1}), B = typed(kSides);
    EXPECT_EQ(posv('L', 2, 1, A.data(), 2, B.data(), 2), 2) << "it is not definite";
    EXPECT_EQ(B, typed(kSides));
    EXPECT_EQ(potrf('X', 2, A.data(), 2), -1);
    EXPECT_EQ(potrf('L', 2, A.data(), 1), -4);
}

TEST_F(CFace, FactorsDefiniteMatrices) {
    expect_cholesky<double>(hg_dpotrf, hg_dpotrs, hg_dposv, hg_dpotri);
    expect_cholesky<float>(hg_spotrf, hg_spotrs, hg_sposv, hg_spotri);
}

TEST_F(FortranFace, FactorsDefiniteMatrices) {
    const auto by_address = [](auto* function) {
        return [function](auto... values) -> std::int64_t {
            int info = -77;
            function(address_of(values)..., &info);
            return info;
        };
    };
    expect_cholesky<double>(by_address(hg_dpotrf_), by_address(hg_dpotrs_), by_address(hg_dposv_),
                            by_address(hg_dpotri_));
    expect_cholesky<float>(by_address(hg_spotrf_), by_address(hg_spotrs_), by_address(hg_sposv_),
                           by_address(hg_spotri_));
}

TEST_F(CFace, TrimsBetweenCalls) {
    for (int i = 0; i < 2; ++i) {
        std::vector<double> A = kA, B = kB;
        std::array<std::int64_t, 2> ipiv{};
        EXPECT_EQ(hg_trim(), 0);
        EXPECT_EQ(hg_dgesv(2, 1, A.data(), 2, ipiv.data(), B.data(), 2), 0);
        EXPECT_EQ(B, kX);
    }
}

TEST_F(CFace, ComputesAsTheThreadWants) {
    std::vector<double> C(2, 0);
    for (const char* arithmetic : {"emulated", "automatic", "native", static_cast<const char*>(nullptr)}) {
        EXPECT_EQ(hg_set_arithmetic(arithmetic), 0);
        EXPECT_EQ(hg_dgemm('N', 'N', 2, 1, 2, 1, kA.data(), 2, kX.data(), 2, 0, C.data(), 2), 0);
        EXPECT_EQ(C, kB);
    }
    EXPECT_EQ(hg_set_arithmetic("exact"), -1);
    EXPECT_NE(std::string(hg_last_error()).find("native, emulated or automatic"), std::string::npos);
}

TEST_F(CFace, FactorsAndSolvesInSinglePrecision) {
    std::vector<float> A = single(kA), B = single(kB);
    std::array<std::int64_t, 2> ipiv{};
    EXPECT_EQ(hg_sgetrf(2, 2, A.data(), 2, ipiv.data()), 0);
    EXPECT_EQ(hg_sgetrs('N', 2, 1, A.data(), 2, ipiv.data(), B.data(), 2), 0);
    EXPECT_EQ(B, single(kX));
    A = single(kA), B = single(kB);
    EXPECT_EQ(hg_sgesv(2, 1, A.data(), 2, ipiv.data(), B.data(), 2), 0);
    EXPECT_EQ(B, single(kX));
}

TEST_F(CFace, MultipliesAndSolvesTriangles) {
    std::vector<double> C{1, 1}, B{2, 8};
    EXPECT_EQ(hg_dgemm('t', 'N', 2, 1, 2, 2, kA.data(), 2, kX.data(), 2, -1, C.data(), 2), 0);
    EXPECT_EQ(C, (std::vector<double>{3, 7}));
    const std::vector<double> lower{2, 1, -77, 7};
    EXPECT_EQ(hg_dtrsm('L', 'l', 'N', 'n', 2, 1, 1, lower.data(), 2, B.data(), 2), 0);
    EXPECT_EQ(B, (std::vector<double>{1, 1}));
    std::vector<float> c{1, 1}, b{2, 8};
    EXPECT_EQ(hg_sgemm('T', 'N', 2, 1, 2, 2, single(kA).data(), 2, single(kX).data(), 2, -1, c.data(), 2), 0);
    EXPECT_EQ(c, (std::vector<float>{3, 7}));
    EXPECT_EQ(hg_strsm('L', 'L', 'C', 'U', 2, 1, 2, single(lower).data(), 2, b.data(), 2), 0);
    EXPECT_EQ(b, (std::vector<float>{-12, 16}));
}

TEST_F(CFace, InfoNumbersWrongArguments) {
    std::vector<double> A = kA, B = kB, X = kX;
    std::array<std::int64_t, 2> ipiv{1, 2};
    std::int64_t iter = 0;
    double *a = A.data(), *b = B.data(), *x = X.data();
    EXPECT_EQ(hg_dgetrf(-1, 2, a, 2, ipiv.data()), -1);
    EXPECT_EQ(hg_dgetrf(2, -2, a, 2, ipiv.data()), -2);
    EXPECT_EQ(hg_dgetrf(2, 2, a, 1, ipiv.data()), -4);
    EXPECT_NE(std::string(hg_last_error()).find("dgetrf: argument 4 (lda)"), std::string::npos);
    EXPECT_EQ(hg_dgetrs('X', 2, 1, a, 2, ipiv.data(), b, 2), -1);
    EXPECT_EQ(hg_dgetrs('N', 2, 1, a, 2, ipiv.data(), b, 1), -8);
    EXPECT_EQ(hg_dgesv(2, -1, a, 2, ipiv.data(), b, 2), -2);
    EXPECT_EQ(hg_dgesv(2, 1, a, 2, ipiv.data(), b, 1), -7);
    EXPECT_EQ(hg_dsgesv(2, 1, a, 2, ipiv.data(), b, 2, x, 1, &iter), -9);
    EXPECT_EQ(hg_dtrsm('Q', 'L', 'N', 'N', 2, 1, 1, a, 2, b, 2), -1);
    EXPECT_EQ(hg_dtrsm('L', 'L', 'N', 'N', 2, 1, 1, a, 1, b, 2), -9);
    EXPECT_EQ(hg_dtrsm('L', 'L', 'N', 'N', 2, 1, 1, a, 2, b, 1), -11);
    EXPECT_EQ(hg_dgemm('N', 'N', 2, 1, 2, 1, a, 1, b, 2, 0, x, 2), -8);
    EXPECT_EQ(hg_dgemm('N', 'N', 2, 1, 2, 1, a, 2, b, 2, 0, x, 1), -13);
    EXPECT_EQ(A, kA);
    EXPECT_EQ(B, kB);
    EXPECT_EQ(X, kX);
}

TEST_F(CFace, WordsCountArgumentsAsInfoDoes) {
    std::vector<double> A = kA, B = kB;
    const auto says = [](const std::string& words) {
        EXPECT_EQ(std::string(hg_last_error()).rfind(words, 0), 0U) << hg_last_error();
    };
    EXPECT_EQ(hg_dgemm('Q', 'N', 2, 1, 2, 1, A.data(), 2, B.data(), 2, 0, B.data(), 2), -1);
    says("dgemm: argument 1 (");
    EXPECT_EQ(hg_dtrsm('L', 'Q', 'N', 'N', 2, 1, 1, A.data(), 2, B.data(), 2), -2);
    says("dtrsm: argument 2 (uplo)");
    EXPECT_EQ(hg_dtrsm('L', 'L', 'N', 'N', 2, 1, 1, A.data(), 2, B.data(), 1), -11);
    says("dtrsm: argument 11 (ldb)");
    hg_call* call = nullptr;
    EXPECT_EQ(hg_dtrsm_async('L', 'L', 'N', 'N', 2, 1, 1, A.data(), 1, B.data(), 2, &call), -9);
    says("dtrsm: argument 9 (lda)");
    EXPECT_EQ(hg_dgesv(2, -1, A.data(), 2, nullptr, B.data(), 2), -2);
    says("dgesv: argument 2 (nrhs)");
}

TEST_F(CFace, InfoIsTheZeroPivot) {
    std::vector<double> A{1, 2, 2, 4}, B = kB;
    std::array<std::int64_t, 2> ipiv{};
    EXPECT_EQ(hg_dgesv(2, 1, A.data(), 2, ipiv.data(), B.data(), 2), 2);
    EXPECT_EQ(B, kB);
    EXPECT_STREQ(hg_last_error(), "") << "that is no error";
}

TEST_F(CFace, ErrorsBecomeCodes) {
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

TEST_F(CFace, LastErrorsAreThoseOfTheThread) {
    std::vector<double> A = kA;
    std::array<std::int64_t, 2> ipiv{};
    EXPECT_EQ(hg_dgetrf(2, 2, A.data(), 1, ipiv.data()), -4);
    std::thread([] { EXPECT_STREQ(hg_last_error(), ""); }).join();
    EXPECT_STRNE(hg_last_error(), "");
}

TEST_F(FortranFace, FactorsAndSolves) {
    const int two = 2, one = 1;
    std::vector<double> A = kA, B = kB, X(2), work(2);
    std::array<int, 2> ipiv{};
    int info = -9, iter = -9;
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
}

TEST_F(FortranFace, FactorsAndSolvesInSinglePrecision) {
    const int two = 2, one = 1;
    std::vector<float> A = single(kA), B = single(kB);
    std::array<int, 2> ipiv{};
    int info = -9;
    hg_sgetrf_(&two, &two, A.data(), &two, ipiv.data(), &info);
    hg_sgetrs_("N", &two, &one, A.data(), &two, ipiv.data(), B.data(), &two, &info);
    EXPECT_EQ(info, 0);
    EXPECT_EQ(B, single(kX));
    A = single(kA), B = single(kB);
    hg_sgesv_(&two, &one, A.data(), &two, ipiv.data(), B.data(), &two, &info);
    EXPECT_EQ(info, 0);
    EXPECT_EQ(B, single(kX));
}

TEST_F(FortranFace, MultipliesAndSolvesTriangles) {
    const int two = 2, one = 1;
    int info = -9;
    const std::vector<double> lower{2, 1, -77, 7};
    std::vector<double> C{1, 1}, B{2, 8};
    const double alpha = 2, beta = -1, unit = 1;
    hg_dgemm_("T", "N", &two, &one, &two, &alpha, kA.data(), &two, kX.data(), &two, &beta, C.data(), &two,
              &info);
    EXPECT_EQ(info, 0);
    EXPECT_EQ(C, (std::vector<double>{3, 7}));
    hg_dtrsm_("L", "L", "N", "N", &two, &one, &unit, lower.data(), &two, B.data(), &two, &info);
    EXPECT_EQ(info, 0);
    EXPECT_EQ(B, (std::vector<double>{1, 1}));
    std::vector<float> c{1, 1}, b{2, 8};
    const float alpha_f = 2, beta_f = -1, unit_f = 1;
    const std::vector<float> a = single(kA), x = single(kX), triangle = single(lower);
    hg_sgemm_("T", "N", &two, &one, &two, &alpha_f, a.data(), &two, x.data(), &two, &beta_f, c.data(), &two,
              &info);
    EXPECT_EQ(c, (std::vector<float>{3, 7}));
    hg_strsm_("L", "L", "N", "N", &two, &one, &unit_f, triangle.data(), &two, b.data(), &two, &info);
    EXPECT_EQ(b, (std::vector<float>{1, 1}));
}

TEST_F(FortranFace, InfoNumbersWrongArguments) {
    const int two = 2, one = 1, minus = -1, zero = 0;
    std::vector<double> A = kA, B = kB;
    std::array<int, 2> ipiv{7, 7};
    int info = 0, iter = 0;
    hg_dgetrf_(&minus, &two, A.data(), &two, ipiv.data(), &info);
    EXPECT_EQ(info, -1);
    hg_dgetrf_(&two, &two, A.data(), &one, ipiv.data(), &info);
    EXPECT_EQ(info, -4);
    EXPECT_EQ(ipiv, (std::array<int, 2>{7, 7})) << "nothing may be touched";
    hg_dgetrs_("N", &minus, &one, A.data(), &two, ipiv.data(), B.data(), &two, &info);
    EXPECT_EQ(info, -2);
    hg_dgetrs_("N", &two, &one, A.data(), &two, ipiv.data(), B.data(), &two, &info);
    EXPECT_EQ(info, -6) << "rows that are not there";
    hg_dgesv_(&two, &one, A.data(), &two, ipiv.data(), B.data(), &zero, &info);
    EXPECT_EQ(info, -7);
    hg_dsgesv_(&two, &one, A.data(), &zero, ipiv.data(), B.data(), &two, B.data(), &two, nullptr, nullptr,
               &iter, &info);
    EXPECT_EQ(info, -4);
    hg_dtrsm_("L", "U", "N", "?", &two, &one, B.data(), A.data(), &two, B.data(), &two, &info);
    EXPECT_EQ(info, -4);
    EXPECT_EQ(A, kA);
    EXPECT_EQ(B, kB);
}

/// Megabytes that the process has had at once, at most.
long peak_megabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss >> 10;
}

/// Sizes beyond all that is there: arguments are refused before pivots are read, or get memory.
TEST_F(FortranFace, ChecksArgumentsBeforeItTakesMemory) {
    const int many = 1000000000, one = 1;
    const long before = peak_megabytes();
    std::vector<double> A(1, 5.0), B(1, 6.0), X(1, 7.0);
    std::array<int, 1> ipiv{1};
    int info = 77, iter = 77;
    hg_dgetrs_("N", &many, &one, A.data(), &one, ipiv.data(), B.data(), &one, &info);
    EXPECT_EQ(info, -5);
    hg_dgetrs_("N", &many, &one, A.data(), &many, ipiv.data(), B.data(), &one, &info);
    EXPECT_EQ(info, -8);
    hg_dgetrs_("?", &many, &one, A.data(), &many, ipiv.data(), B.data(), &many, &info);
    EXPECT_EQ(info, -1);
    hg_dgetrf_(&many, &many, A.data(), &one, ipiv.data(), &info);
    EXPECT_EQ(info, -4);
    hg_dgesv_(&many, &one, A.data(), &one, ipiv.data(), B.data(), &many, &info);
    EXPECT_EQ(info, -4);
    hg_dgesv_(&many, &one, A.data(), &many, ipiv.data(), B.data(), &one, &info);
    EXPECT_EQ(info, -7);
    hg_dsgesv_(&many, &one, A.data(), &many, ipiv.data(), B.data(), &many, X.data(), &one, nullptr, nullptr,
               &iter, &info);
    EXPECT_EQ(info, -9);
    const std::vector<float> a(1, 5.0F);
    std::vector<float> b(1, 6.0F);
    hg_sgetrs_("T", &many, &one, a.data(), &one, ipiv.data(), b.data(), &one, &info);
    EXPECT_EQ(info, -5);
    EXPECT_EQ(A[0] + B[0] + X[0], 18.0);
    EXPECT_EQ(ipiv[0], 1);
    EXPECT_LT(peak_megabytes() - before, 500);
}

/// LAPACK does not look at pivots if there is nothing to solve.
TEST_F(FortranFace, NothingToSolve) {
    const int many = 1000000, zero = 0;
    double b = 1;
    int info = 77;
    hg_dgetrs_("N", &many, &zero, nullptr, &many, nullptr, &b, &many, &info);
    EXPECT_EQ(info, 0);
}

}  // namespace
}  // namespace hg
