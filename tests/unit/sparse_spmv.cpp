#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "sparse/spmv/needed_columns.hpp"
#include "sparse/spmv/row_division.hpp"
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
std::vector<T> product(DistributedSparseMatrix<T>& placed, T alpha, const std::vector<T>& x, T beta,
                       std::vector<T> y) {
    placed.multiply(alpha, x, beta, std::span(y));
    return y;
}

template <class T>
class Spmv : public testing::Test {};
using TypesOfSpmv = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Spmv, TypesOfSpmv);

TEST(SpmvSession, RunsOnTheDevicesAskedFor) {
    EXPECT_EQ(session_on(1).machine().device(0).is_host, test::on_host());
}

TYPED_TEST(Spmv, EachFormatMultipliesEachMatrix) {
    const TypeParam alpha(RealOf<TypeParam>(0.7)), beta(RealOf<TypeParam>(-1.3)), zero(0);
    for (const SparseFormat format : kFormats)
        for (const auto& [rule, A] : test::sparse_samples<TypeParam>())
            for (const Op op : {Op::none, Op::trans, Op::conj_trans}) {
                if (op == Op::conj_trans && !ComplexElement<TypeParam>) continue;
                DistributedSparseMatrix<TypeParam> placed(A, op, {.format = format}, &session_on(2));
                const auto x = test::random_vector<TypeParam>(placed.cols(), 1);
                const auto y = test::random_vector<TypeParam>(placed.rows(), 2);
                const std::string what =
                    rule + ", " + std::string(name(format)) + ", " + static_cast<char>(op);
                const Expected<TypeParam> sum(op, alpha, A, x, beta, y), alone(op, alpha, A, x, zero, y);
                EXPECT_EQ(sum.first_wrong(product(placed, alpha, x, beta, y)), -1) << what;
                EXPECT_EQ(alone.first_wrong(product(placed, alpha, x, zero, y)), -1) << what << ", beta = 0";
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
                DistributedSparseMatrix<TypeParam> placed(A, Op::none, {.format = format},
                                                          &session_on(devices));
                const auto result = product(placed, one, x, beta, y);
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
        DistributedSparseMatrix<TypeParam> placed(A, Op::none, {.format = format}, &session_on(2));
        for (const std::int64_t columns : {2, 5}) {
            const std::int64_t ld = A.rows() + kGap;
            const auto X = test::random_vector<TypeParam>(ld * columns, 1);
            const auto before = test::random_vector<TypeParam>(ld * columns, 2);
            auto Y = before;
            placed.multiply(columns, alpha, X.data(), ld, beta, Y.data(), ld);
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
        DistributedSparseMatrix<double> placed(A, Op::none, {.format = format}, &session_on(1));
        const auto sum = product(placed, 1.0, ones, 0.0, nan);
        EXPECT_TRUE(std::ranges::all_of(sum, [](double x) { return std::isfinite(x); })) << name(format);
        EXPECT_EQ(product(placed, 0.0, nan, 2.0, ones), std::vector<double>(81, 2)) << name(format);
        EXPECT_EQ(product(placed, 0.0, nan, 0.0, nan), std::vector<double>(81, 0)) << name(format);
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
        DistributedSparseMatrix<double> placed(A, Op::none, {.format = format}, &session_on(1));
        const auto y = product(placed, 1.0, x, 0.0, std::vector<double>(60));
        EXPECT_TRUE(std::ranges::all_of(y, [](double e) { return std::isfinite(e); })) << name(format);
    }
}

TEST(SpmvCall, OptionsOfFormatsKeepTheResult) {
    const auto A = rmat_matrix<double>(8, 6, 1);
    const auto x = test::random_vector<double>(A.cols(), 1), y = test::random_vector<double>(A.rows(), 2);
    const Expected<double> expected(Op::none, 1, A, x, 1, y);
    for (const SpmvOptions& options :
         {SpmvOptions{.format = SparseFormat::csr, .lanes = 8},
          SpmvOptions{.format = SparseFormat::sell, .slice = 4, .window = 16},
          SpmvOptions{.format = SparseFormat::sell, .slice = 64, .window = 1000},
          SpmvOptions{.format = SparseFormat::hybrid, .width = 2},
          SpmvOptions{.format = SparseFormat::hybrid, .width = 1000}, SpmvOptions{.streamed = true}}) {
        DistributedSparseMatrix<double> placed(A, Op::none, options, &session_on(2));
        EXPECT_EQ(expected.first_wrong(product(placed, 1.0, x, 1.0, y)), -1) << name(options.format);
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
    const auto x = test::random_vector<double>(60, 1), y = test::random_vector<double>(60, 2);
    DistributedSparseMatrix<double> placed(A, Op::none, {}, &session);
    EXPECT_EQ(Expected<double>(Op::none, 1, A, x, 1, y).first_wrong(product(placed, 1.0, x, 1.0, y)), -1);
}

TEST(SpmvCall, VectorsMustFit) {
    const auto A = random_rows_matrix<double>(20, 30, 1, 4, 1);
    DistributedSparseMatrix<double> placed(A, Op::none, {}, &session_on(1));
    std::vector<double> x(30), y(20);
    EXPECT_THROW(placed.multiply(1, y, 0, std::span(y)), Error);
    EXPECT_THROW(placed.multiply(1, x, 0, std::span(x)), Error);
    EXPECT_THROW(placed.multiply(-1, 1, x.data(), 30, 0, y.data(), 20), Error);
    EXPECT_THROW(placed.multiply(1, 1, x.data(), 29, 0, y.data(), 20), Error);
    EXPECT_THROW(placed.multiply(1, 1, x.data(), 30, 0, y.data(), 19), Error);
    EXPECT_NO_THROW(placed.multiply(0, 1, nullptr, 30, 0, nullptr, 20));
}

TEST(SpmvCall, OneCallPlacesAndMultiplies) {
    const auto A = rmat_matrix<float>(8, 6, 1);
    const auto x = test::random_vector<float>(A.cols(), 1), before = test::random_vector<float>(A.rows(), 2);
    const Expected<float> expected(Op::trans, 3, A, x, 1, before);
    auto y = before;
    const auto runs = session_on(1).statistics().runs;
    spmv(Op::trans, 3, A, x, 1, std::span(y), {}, &session_on(1));
    EXPECT_EQ(expected.first_wrong(y), -1);
    EXPECT_GT(session_on(1).statistics().runs, runs);
    MachineOptions options = test::first_test_devices(1);
    options.host_below = 1e9;
    Session of_host(options);
    y = before;
    spmv(Op::trans, 3, A, x, 1, std::span(y), {}, &of_host);
    EXPECT_EQ(y, expected.value);
    EXPECT_EQ(of_host.statistics().runs, 0);
}

TEST(SpmvCall, MatricesLargerThanTheMemoryAreStreamed) {
    const auto A = banded_matrix<double>(20000, 10, 1);  // 5 MB
    MachineOptions options = test::first_test_devices(2);
    options.memory_limit = 2 << 20;
    Session session(options);
    DistributedSparseMatrix<double> placed(A, Op::none, {}, &session);
    EXPECT_FALSE(placed.is_resident());
    const auto small = banded_matrix<double>(2000, 10, 1);
    EXPECT_TRUE(DistributedSparseMatrix<double>(small, Op::none, {}, &session).is_resident());
    EXPECT_FALSE(
        DistributedSparseMatrix<double>(small, Op::none, {.streamed = true}, &session).is_resident());
    // The rows of ell take more than the estimate: they are streamed, too.
    const auto wide = dense_row_matrix<double>(3000, 3000, 1, 1, 1);
    DistributedSparseMatrix<double> ell(wide, Op::none,
                                        {.format = SparseFormat::sell, .slice = 128, .window = 1}, &session);
    EXPECT_FALSE(ell.is_resident());
    const auto x = test::random_vector<double>(A.cols(), 1), y = test::random_vector<double>(A.rows(), 2);
    const Expected<double> expected(Op::none, 1, A, x, 1, y);
    for (int run = 0; run < 2; ++run) EXPECT_EQ(expected.first_wrong(product(placed, 1.0, x, 1.0, y)), -1);
}

TEST(SpmvCall, TheHostFinishesWhatLostDevicesLeave) {
    const auto A = laplacian<double>(7, 20, 20, 20);
    const auto x = test::random_vector<double>(A.cols(), 1), y = test::random_vector<double>(A.rows(), 2);
    const Expected<double> expected(Op::none, 1, A, x, 1, y);
    for (const Operation operation : test::kOperations) {
        test::FaultySession<2> faulty(test::first_test_devices(2));
        DistributedSparseMatrix<double> placed(A, Op::none, {}, &faulty.session);
        faulty.fail(1, operation, 0);
        EXPECT_EQ(expected.first_wrong(product(placed, 1.0, x, 1.0, y)), -1);
        EXPECT_EQ(faulty.failed_runs(), 1);
        EXPECT_EQ(expected.first_wrong(product(placed, 1.0, x, 1.0, y)), -1);
        EXPECT_EQ(faulty.failed_runs(), 1);
    }
}

TEST(SpmvCall, TheHostMultipliesIfTheMatrixCannotBePlacedAgain) {
    const auto A = laplacian<double>(7, 20, 20, 20);
    const auto x = test::random_vector<double>(A.cols(), 1), y = test::random_vector<double>(A.rows(), 2);
    const Expected<double> expected(Op::none, 1, A, x, 1, y);
    for (const ErrorCode code : {ErrorCode::device_failed, ErrorCode::device_lost}) {
        test::FaultySession<2> faulty(test::first_test_devices(2));
        DistributedSparseMatrix<double> placed(A, Op::none, {}, &faulty.session);
        faulty.fail(1, Operation::exec, 0);
        EXPECT_EQ(expected.first_wrong(product(placed, 1.0, x, 1.0, y)), -1);
        faulty.fail(0, Operation::load, 0, code);
        EXPECT_EQ(expected.first_wrong(product(placed, 1.0, x, 1.0, y)), -1) << name(code);
        EXPECT_EQ(faulty.failed_runs(), 2);
        EXPECT_EQ(expected.first_wrong(product(placed, 1.0, x, 1.0, y)), -1) << name(code);
        EXPECT_EQ(faulty.failed_runs(), 2);
    }
}

TEST(SpmvDivision, RowsAreDividedByTheirBytes) {
    const auto A = arrow_matrix<double>(40000, 1);
    const std::vector<DeviceModel> devices(3);
    const auto rows = sparse::divided_rows(A.row_start(), ElementType::f64, devices);
    ASSERT_EQ(rows.size(), 3);
    EXPECT_EQ(rows[0].first, 0);
    EXPECT_EQ(rows[0].last, rows[1].first);
    EXPECT_EQ(rows[2].last, 40000);
    // 12 bytes a nonzero and 20 a row, 56 of all rows on average.
    EXPECT_NEAR(static_cast<double>(rows[0].size()), (40000 * 56.0 / 3 - 40000 * 12) / 44, 5);
    EXPECT_NEAR(static_cast<double>(rows[1].size()), static_cast<double>(rows[2].size()), 2);
    std::vector<DeviceModel> unlike(3);
    unlike[0].available = false;
    unlike[1].memory_rate *= 3;
    const auto others =
        sparse::divided_rows(laplacian<double>(5, 100, 100).row_start(), ElementType::f64, unlike);
    EXPECT_EQ(others[0].size(), 0);
    EXPECT_NEAR(static_cast<double>(others[1].size()), 7500, 20);
    EXPECT_EQ(others[2].last, 10000);
}

TEST(SpmvDivision, BlocksHoldAtLeastARowEach) {
    const auto A = arrow_matrix<double>(1000, 1);
    const auto blocks = sparse::row_blocks(A.row_start(), {0, 1000}, 100);
    EXPECT_EQ(blocks[0].size(), 1);  // 1000 nonzeros
    EXPECT_EQ(blocks[1].size(), 50);
    EXPECT_EQ(blocks.back().last, 1000);
    for (std::size_t i = 1; i < blocks.size(); ++i) EXPECT_EQ(blocks[i].first, blocks[i - 1].last);
}

TEST(SpmvDivision, DevicesGetTheColumnsThatTheyNeed) {
    const auto band = banded_matrix<float>(100000, 3, 1);
    const auto some = sparse::needed_columns(band, {30000, 40000});
    ASSERT_EQ(some.ranges().size(), 1);
    EXPECT_GE(some.ranges()[0].first, 30000 - 3 - 512);
    EXPECT_LE(some.ranges()[0].last, 40000 + 3 + 512);
    const auto arrow = arrow_matrix<float>(200000, 1);
    const auto two = sparse::needed_columns(arrow, {150000, 160000});
    ASSERT_EQ(two.ranges().size(), 2);
    EXPECT_EQ(two.ranges()[0].first, 0);
    EXPECT_EQ(two.ranges()[1].place % 16, 0);
    EXPECT_LT(two.size(), 12000);
    EXPECT_GT(sparse::needed_columns(random_rows_matrix<float>(9, 9, 0, 0, 1), {0, 9}).size(), 0);
    // Columns far from each other: few ranges nevertheless.
    const auto spread = random_rows_matrix<float>(1, 20000000, 200, 200, 1);
    EXPECT_LE(sparse::needed_columns(spread, {0, 1}).ranges().size(), 64);
    // A byte for each group of these columns would take 2 TiB.
    const std::int64_t far = std::int64_t{1} << 50;
    const std::vector<std::int64_t> start{0, 3}, column{5, 600, far / 2};
    const auto wide = SparseMatrix<float>::from_csr(1, far, start, column, std::vector<float>(3, 1));
    const auto found = sparse::needed_columns(wide, {0, 1});
    ASSERT_EQ(found.ranges().size(), 2);
    EXPECT_EQ(found.ranges()[0].first, 0);
    EXPECT_EQ(found.ranges()[0].last, 1024);
    EXPECT_EQ(found.ranges()[1].first, far / 2);
    EXPECT_EQ(found.size(), 1024 + 512);
}

}  // namespace
}  // namespace hg
