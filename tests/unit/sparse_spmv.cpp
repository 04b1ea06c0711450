#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "sparse/spmv/tuned_choice.hpp"
#include "support/faulty_session.hpp"
#include "support/odd_files.hpp"
#include "support/sparse_samples.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/session.hpp>
#include <hg/sparse/distributed_sparse_matrix.hpp>
#include <hg/sparse/host_product.hpp>
#include <hg/sparse/spmv.hpp>

namespace hg {
namespace {

constexpr SparseFormat kFormats[] = {SparseFormat::csr, SparseFormat::csr_merge, SparseFormat::sell,
                                     SparseFormat::ell, SparseFormat::coo,       SparseFormat::hybrid};

/// A session on the first devices of the tests; one for all tests.
Session& session_on(std::size_t devices) {
    static std::unique_ptr<Session> sessions[4];
    if (!sessions[devices]) sessions[devices] = std::make_unique<Session>(test::first_test_devices(devices));
    return *sessions[devices];
}

/// The absolute values of a matrix or a vector.
template <Element T>
std::vector<RealOf<T>> sizes_of(std::span<const T> values) {
    std::vector<RealOf<T>> sizes;
    for (const T x : values) sizes.push_back(std::abs(x));
    return sizes;
}

/// A product as the host does it, with a bound of each element's error.
template <Element T>
struct Expected {
    Expected(Op op, T alpha, const SparseMatrix<T>& A, const std::vector<T>& x, T beta,
             const std::vector<T>& y)
        : value(y) {
        host_product(op, alpha, A, x, beta, std::span(value));
        using Real = RealOf<T>;
        const auto sizes = [&] {
            CsrArrays<Real> arrays;
            arrays.rows = A.rows();
            arrays.cols = A.cols();
            arrays.row_start = HostArray<std::int64_t>(A.rows() + 1);
            arrays.column = HostArray<std::int32_t>(A.nonzeros());
            arrays.value = HostArray<Real>(A.nonzeros());
            std::ranges::copy(A.row_start(), arrays.row_start.data());
            std::ranges::copy(A.columns(), arrays.column.data());
            std::ranges::copy(sizes_of(A.values()), arrays.value.data());
            return SparseMatrix<Real>::adopt(std::move(arrays));
        }();
        bound = sizes_of(std::span<const T>(y));
        host_product(op, std::abs(alpha), sizes, sizes_of(std::span<const T>(x)), std::abs(beta),
                     std::span(bound));
        const auto longest = static_cast<Real>((op == Op::none ? A : A.transposed()).structure().longest);
        for (Real& b : bound) b *= std::numeric_limits<Real>::epsilon() * (4 + 2 * std::sqrt(longest));
    }

    /// The first element that is too far off; none: -1.
    [[nodiscard]] std::int64_t first_wrong(const std::vector<T>& y) const {
        for (std::size_t i = 0; i < y.size(); ++i)
            if (!(std::abs(y[i] - value[i]) <= bound[i])) return static_cast<std::int64_t>(i);
        return -1;
    }

    std::vector<T> value;
    std::vector<RealOf<T>> bound;
};

template <Element T>
std::vector<T> product(DistributedSparseMatrix<T>& distributed, T alpha, const std::vector<T>& x, T beta,
                       std::vector<T> y) {
    distributed.multiply(alpha, x, beta, std::span(y));
    return y;
}

/// Products of a matrix with random vectors.
template <Element T>
struct RandomProduct {
    explicit RandomProduct(const SparseMatrix<T>& A, Op op = Op::none, T alpha_ = 1, T beta_ = 1)
        : alpha(alpha_),
          beta(beta_),
          x(test::random_vector<T>(op == Op::none ? A.cols() : A.rows(), 1)),
          y(test::random_vector<T>(op == Op::none ? A.rows() : A.cols(), 2)),
          expected(op, alpha, A, x, beta, y) {}

    [[nodiscard]] bool is_right(DistributedSparseMatrix<T>& distributed) const {
        return expected.first_wrong(product(distributed, alpha, x, beta, y)) == -1;
    }

    T alpha, beta;
    std::vector<T> x, y;
    Expected<T> expected;
};

template <class T>
class Spmv : public testing::Test {};
TYPED_TEST_SUITE(Spmv, test::ElementTypes);

TEST(SpmvSession, RunsOnTheDevicesAskedFor) {
    EXPECT_EQ(session_on(1).machine().device(0).is_host, test::on_host());
}

TYPED_TEST(Spmv, EachFormatMultipliesEachMatrix) {
    const TypeParam alpha(RealOf<TypeParam>(0.7)), beta(RealOf<TypeParam>(-1.3)), zero(0);
    for (const SparseFormat format : kFormats)
        for (const auto& [rule, A] : test::sparse_samples<TypeParam>())
            for (const Op op : {Op::none, Op::trans, Op::conj_trans}) {
                if (op == Op::conj_trans && !ComplexElement<TypeParam>) continue;
                DistributedSparseMatrix<TypeParam> distributed(A, op, {.format = format}, &session_on(2));
                for (const TypeParam b : {beta, zero})
                    EXPECT_TRUE(RandomProduct<TypeParam>(A, op, alpha, b).is_right(distributed))
                        << rule << ", " << name(format) << ", " << static_cast<char>(op) << ", beta = " << b;
            }
}

/// Formats whose sums do not depend on the division of rows have the same bits on any number of devices.
TYPED_TEST(Spmv, DevicesDoNotMatter) {
    const TypeParam one(1), beta(2);
    for (const SparseFormat format :
         {SparseFormat::automatic, SparseFormat::csr, SparseFormat::sell, SparseFormat::ell})
        for (const auto& A :
             {laplacian<TypeParam>(27, 9, 8, 7), random_rows_matrix<TypeParam>(500, 3000, 0, 20, 3)}) {
            const auto x = test::random_vector<TypeParam>(A.cols(), 1);
            const auto y = test::random_vector<TypeParam>(A.rows(), 2);
            std::vector<TypeParam> first;
            for (const std::size_t devices : {1, 2, 3}) {
                DistributedSparseMatrix<TypeParam> distributed(A, Op::none, {.format = format},
                                                               &session_on(devices));
                const auto result = product(distributed, one, x, beta, y);
                if (devices == 1) first = result;
                EXPECT_EQ(result, first) << name(format) << ' ' << devices;
            }
        }
}

TYPED_TEST(Spmv, SeveralVectorsAtOnce) {
    const auto A = rmat_matrix<TypeParam>(7, 5, 1);
    const TypeParam alpha(2), beta(-1);
    constexpr std::int64_t kGap = 3;
    for (const SparseFormat format : kFormats) {
        DistributedSparseMatrix<TypeParam> distributed(A, Op::none, {.format = format}, &session_on(2));
        for (const std::int64_t columns : {2, 5}) {
            const std::int64_t ld = A.rows() + kGap;
            const auto X = test::random_vector<TypeParam>(ld * columns, 1);
            const auto before = test::random_vector<TypeParam>(ld * columns, 2);
            auto Y = before;
            distributed.multiply(columns, alpha, X.data(), ld, beta, Y.data(), ld);
            for (std::int64_t j = 0; j < columns; ++j) {
                const auto column = [&](const std::vector<TypeParam>& of) {
                    return std::vector<TypeParam>(of.begin() + j * ld, of.begin() + j * ld + A.rows());
                };
                const Expected<TypeParam> expected(Op::none, alpha, A, column(X), beta, column(before));
                EXPECT_EQ(expected.first_wrong(column(Y)), -1)
                    << name(format) << ' ' << j << " of " << columns;
                for (std::int64_t i = A.rows(); i < ld; ++i) {
                    EXPECT_EQ(Y[static_cast<std::size_t>(j * ld + i)],
                              before[static_cast<std::size_t>(j * ld + i)]);
                }
            }
        }
    }
}

TEST(SpmvCall, ScalarsOfZeroReadNothing) {
    const auto A = laplacian<double>(5, 9, 9);
    const std::vector<double> nan(81, std::nan("")), ones(81, 1);
    for (const SparseFormat format : kFormats) {
        DistributedSparseMatrix<double> distributed(A, Op::none, {.format = format}, &session_on(1));
        const auto sum = product(distributed, 1.0, ones, 0.0, nan);
        EXPECT_TRUE(std::ranges::all_of(sum, [](double x) { return std::isfinite(x); })) << name(format);
        EXPECT_EQ(product(distributed, 0.0, nan, 2.0, ones), std::vector<double>(81, 2)) << name(format);
        EXPECT_EQ(product(distributed, 0.0, nan, 0.0, nan), std::vector<double>(81, 0)) << name(format);
    }
}

TEST(SpmvCall, PlacesWithoutElementsDoNotTouchX) {
    // Column 0 has no nonzeros: x may hold NaN there.
    const auto all = random_rows_matrix<double>(60, 99, 0, 9, 1);
    std::vector<std::int32_t> column(all.columns().begin(), all.columns().end());
    for (std::int32_t& j : column) ++j;
    const std::vector<std::int64_t> start(all.row_start().begin(), all.row_start().end());
    const auto A = SparseMatrix<double>::from_csr(
        60, 100, start, std::vector<std::int64_t>(column.begin(), column.end()), all.values());
    std::vector<double> x(100, 1);
    x[0] = std::nan("");
    for (const SparseFormat format : kFormats) {
        DistributedSparseMatrix<double> distributed(A, Op::none, {.format = format}, &session_on(1));
        const auto y = product(distributed, 1.0, x, 0.0, std::vector<double>(60));
        EXPECT_TRUE(std::ranges::all_of(y, [](double e) { return std::isfinite(e); })) << name(format);
    }
}

TEST(SpmvCall, OptionsOfFormatsKeepTheResult) {
    const auto A = rmat_matrix<double>(8, 6, 1);
    const RandomProduct<double> trial(A);
    for (const SpmvOptions& options :
         {SpmvOptions{.format = SparseFormat::csr, .lanes = 8},
          SpmvOptions{.format = SparseFormat::sell, .slice = 4, .window = 16},
          SpmvOptions{.format = SparseFormat::sell, .slice = 64, .window = 1000},
          SpmvOptions{.format = SparseFormat::hybrid, .width = 2},
          SpmvOptions{.format = SparseFormat::hybrid, .width = 1000}, SpmvOptions{.streamed = true}}) {
        DistributedSparseMatrix<double> distributed(A, Op::none, options, &session_on(2));
        EXPECT_TRUE(trial.is_right(distributed)) << name(options.format);
    }
    EXPECT_THROW(DistributedSparseMatrix<double>(A, Op::none, {.lanes = 3}, &session_on(1)), Error);
    EXPECT_THROW(DistributedSparseMatrix<double>(A, Op::none, {.slice = 512}, &session_on(1)), Error);
    EXPECT_THROW(DistributedSparseMatrix<double>(A, Op::none, {.window = -1}, &session_on(1)), Error);
}

/// A kernel that was tuned for a matrix serves it, and no other; not if options say otherwise.
TEST(SpmvCall, TakesTheKernelThatWasTunedForTheMatrix) {
    const auto A = banded_matrix<double>(60, 3, 1), B = banded_matrix<double>(61, 3, 1);
    const test::TestFolder folder;
    MachineOptions options = test::first_test_devices(1);
    options.cache_folder = folder.path();
    const DeviceTraits device = session_on(1).machine().target().devices[0].traits;
    kernels::TunedKernel result;
    result.product = device.product;
    result.vendor = device.vendor;
    result.architecture = device.architecture;
    result.is_gpu = session_on(1).machine().target().devices[0].is_gpu;
    result.routine = kernels::kSpmvRoutine;
    result.operation = "n";
    result.extents = sparse::tuning_key(A).extents();
    result.kernel = "spmv_sell_f64_set_h4_l2_i16_u1_c1";
    result.rate = 1e9;
    kernels::save_user_results(folder.path(), kernels::TunedResults{{}, {result}});
    Session session(options);
    EXPECT_EQ(DistributedSparseMatrix<double>(A, Op::none, {}, &session).format(), SparseFormat::sell);
    EXPECT_EQ(DistributedSparseMatrix<double>(B, Op::none, {}, &session).format(), SparseFormat::csr);
    EXPECT_EQ(DistributedSparseMatrix<double>(A, Op::none, {.lanes = 1}, &session).format(),
              SparseFormat::csr);
    DistributedSparseMatrix<double> distributed(A, Op::none, {}, &session);
    EXPECT_TRUE(RandomProduct<double>(A).is_right(distributed));
}

TEST(SpmvCall, VectorsMustFit) {
    const auto A = random_rows_matrix<double>(20, 30, 1, 4, 1);
    DistributedSparseMatrix<double> distributed(A, Op::none, {}, &session_on(1));
    std::vector<double> x(30), y(20);
    EXPECT_THROW(distributed.multiply(1, y, 0, std::span(y)), Error);
    EXPECT_THROW(distributed.multiply(1, x, 0, std::span(x)), Error);
    EXPECT_THROW(distributed.multiply(-1, 1, x.data(), 30, 0, y.data(), 20), Error);
    EXPECT_THROW(distributed.multiply(1, 1, x.data(), 29, 0, y.data(), 20), Error);
    EXPECT_THROW(distributed.multiply(1, 1, x.data(), 30, 0, y.data(), 19), Error);
    EXPECT_NO_THROW(distributed.multiply(0, 1, nullptr, 30, 0, nullptr, 20));
}

TEST(SpmvCall, OneCallPlacesAndMultiplies) {
    const auto A = rmat_matrix<float>(8, 6, 1);
    const RandomProduct<float> trial(A, Op::trans, 3);
    auto y = trial.y;
    const auto runs = session_on(1).statistics().runs;
    spmv(Op::trans, 3, A, trial.x, 1, std::span(y), {}, &session_on(1));
    EXPECT_EQ(trial.expected.first_wrong(y), -1);
    EXPECT_GT(session_on(1).statistics().runs, runs);
    MachineOptions options = test::first_test_devices(1);
    options.host_below = 1e9;
    Session of_host(options);
    y = trial.y;
    spmv(Op::trans, 3, A, trial.x, 1, std::span(y), {}, &of_host);
    EXPECT_EQ(y, trial.expected.value);
    EXPECT_EQ(of_host.statistics().runs, 0);
}

TEST(SpmvCall, MatricesLargerThanTheMemoryAreStreamed) {
    const auto A = banded_matrix<double>(20000, 10, 1);  // 5 MB
    MachineOptions options = test::first_test_devices(2);
    options.memory_limit = 2 << 20;
    Session session(options);
    DistributedSparseMatrix<double> distributed(A, Op::none, {}, &session);
    EXPECT_FALSE(distributed.is_resident());
    const auto small = banded_matrix<double>(2000, 10, 1);
    EXPECT_TRUE(DistributedSparseMatrix<double>(small, Op::none, {}, &session).is_resident());
    EXPECT_FALSE(
        DistributedSparseMatrix<double>(small, Op::none, {.streamed = true}, &session).is_resident());
    // The rows of ell take more than the estimate: they are streamed, too.
    const auto wide = dense_row_matrix<double>(3000, 3000, 1, 1, 1);
    DistributedSparseMatrix<double> ell(wide, Op::none,
                                        {.format = SparseFormat::sell, .slice = 128, .window = 1}, &session);
    EXPECT_FALSE(ell.is_resident());
    const RandomProduct<double> trial(A);
    for (int run = 0; run < 2; ++run) EXPECT_TRUE(trial.is_right(distributed));
}

TEST(SpmvCall, TheHostFinishesWhatLostDevicesLeave) {
    const auto A = laplacian<double>(7, 20, 20, 20);
    const RandomProduct<double> trial(A);
    for (const Operation operation : test::kOperations) {
        test::FaultySession<2> faulty(test::first_test_devices(2));
        DistributedSparseMatrix<double> distributed(A, Op::none, {}, &faulty.session);
        faulty.fail(1, operation, 0);
        EXPECT_TRUE(trial.is_right(distributed));
        EXPECT_EQ(faulty.failed_runs(), 1);
        EXPECT_TRUE(trial.is_right(distributed));
        EXPECT_EQ(faulty.failed_runs(), 1);
    }
}

TEST(SpmvCall, TheHostMultipliesIfTheMatrixCannotBePlacedAgain) {
    const auto A = laplacian<double>(7, 20, 20, 20);
    const RandomProduct<double> trial(A);
    for (const ErrorCode code : {ErrorCode::device_failed, ErrorCode::device_lost}) {
        test::FaultySession<2> faulty(test::first_test_devices(2));
        DistributedSparseMatrix<double> distributed(A, Op::none, {}, &faulty.session);
        faulty.fail(1, Operation::exec, 0);
        EXPECT_TRUE(trial.is_right(distributed));
        faulty.fail(0, Operation::load, 0, code);
        EXPECT_TRUE(trial.is_right(distributed)) << name(code);
        EXPECT_EQ(faulty.failed_runs(), 2);
        EXPECT_TRUE(trial.is_right(distributed)) << name(code);
        EXPECT_EQ(faulty.failed_runs(), 2);
    }
}

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
    const auto A = random_rows_matrix<HalfInfinite>(200, 200, 0, 9, 3);
    const auto x = test::random_vector<HalfInfinite>(A.cols(), 1);
    const HalfInfinite alpha(2, -1), one(1);
    auto y = half_infinite_vector(A.rows());
    host_product(Op::none, alpha, A, x, one, std::span(y));
    EXPECT_TRUE(keeps_parts_apart(y)) << "by the host";
    host_product(Op::none, HalfInfinite{}, A, x, one, std::span(y));
    EXPECT_TRUE(keeps_parts_apart(y)) << "by the host, alpha = 0";
    for (const SparseFormat format : kFormats) {
        DistributedSparseMatrix<HalfInfinite> distributed(A, Op::none, {.format = format}, &session_on(1));
        y = half_infinite_vector(A.rows());
        distributed.multiply(alpha, x, one, y);
        EXPECT_TRUE(keeps_parts_apart(y)) << name(format);
    }
}

}  // namespace
}  // namespace hg
