#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "support/expected_error.hpp"
#include "support/sparse_samples.hpp"
#include <hg/sparse/host_product.hpp>
#include <hg/sparse/sparse_matrix.hpp>

namespace hg {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Indices = std::vector<std::int32_t>;
using WideIndices = std::vector<std::int64_t>;

template <class T>
class Sparse : public testing::Test {};
TYPED_TEST_SUITE(Sparse, test::ElementTypes);

std::string message_of(const std::function<void()>& call) {
    return test::expect_error(ErrorCode::invalid_argument, {},
                              [&] {
                                  call();
                                  return 0;
                              })
        .what();
}

/// Rows, columns and values of a matrix in a random order.
template <Element T>
struct Entries {
    explicit Entries(const SparseMatrix<T>& A) {
        std::vector<std::size_t> order(A.values().size());
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin(), order.end(), std::mt19937(7));
        std::vector<std::int64_t> row_of;
        for (std::size_t i = 0; i + 1 < A.row_start().size(); ++i)
            row_of.resize(static_cast<std::size_t>(A.row_start()[i + 1]), static_cast<std::int64_t>(i));
        for (const std::size_t k : order) {
            row.push_back(row_of[k]);
            column.push_back(A.columns()[k]);
            value.push_back(A.values()[k]);
        }
    }
    WideIndices row, column;
    std::vector<T> value;
};

TYPED_TEST(Sparse, EntriesInAnyOrderMakeTheMatrix) {
    for (const auto& [name, A] : test::sparse_samples<TypeParam>()) {
        const Entries<TypeParam> entries(A);
        const auto made =
            SparseMatrix<TypeParam>::from_coo(A.rows(), A.cols(), entries.row, entries.column, entries.value);
        EXPECT_TRUE(test::same_matrix(A, made)) << name;
    }
}

TYPED_TEST(Sparse, TransposedTwiceIsTheMatrix) {
    for (const auto& [name, A] : test::sparse_samples<TypeParam>()) {
        const auto turned = A.transposed();
        EXPECT_TRUE(test::same_matrix(A, turned.transposed())) << name;
        EXPECT_TRUE(test::same_matrix(A, A.adjoint().adjoint())) << name;
        const auto elements = test::dense(A), of_turned = test::dense(turned),
                   of_adjoint = test::dense(A.adjoint());
        for (std::int64_t i = 0; i < A.rows(); ++i)
            for (std::int64_t j = 0; j < A.cols(); ++j) {
                const auto place = static_cast<std::size_t>(i + j * A.rows());
                const auto there = static_cast<std::size_t>(j + i * A.cols());
                ASSERT_EQ(of_turned[there], elements[place]) << name;
                if constexpr (ComplexElement<TypeParam>) {
                    ASSERT_EQ(of_adjoint[there], std::conj(elements[place])) << name;
                }
            }
    }
}

TYPED_TEST(Sparse, HostProductIsTheSumOverAllElements) {
    using Real = RealOf<TypeParam>;
    const TypeParam alpha(Real(0.7)), beta(Real(-1.3));
    for (const auto& [name, A] : test::sparse_samples<TypeParam>())
        for (const Op op : {Op::none, Op::trans, Op::conj_trans}) {
            const auto used = op == Op::none ? A : op == Op::trans ? A.transposed() : A.adjoint();
            const auto elements = test::dense(used);
            const auto x = test::random_vector<TypeParam>(used.cols(), 1);
            auto y = test::random_vector<TypeParam>(used.rows(), 2);
            const auto before = y;
            host_product(op, alpha, A, x, beta, std::span(y));
            for (std::int64_t i = 0; i < used.rows(); ++i) {
                TypeParam sum{0};
                Real size = 0;
                for (std::int64_t j = 0; j < used.cols(); ++j) {
                    const TypeParam a = elements[static_cast<std::size_t>(i + j * used.rows())];
                    sum += a * x[static_cast<std::size_t>(j)];
                    size += std::abs(a) * std::abs(x[static_cast<std::size_t>(j)]);
                }
                const auto at = static_cast<std::size_t>(i);
                const Real bound = std::numeric_limits<Real>::epsilon() * 50 * (size + std::abs(before[at]));
                ASSERT_LE(std::abs(y[at] - (alpha * sum + beta * before[at])), bound) << name << ' ' << i;
            }
        }
}

TEST(SparseMatrix, ScalarsOfZeroReadNothing) {
    const auto A = banded_matrix<double>(40, 3, 1);
    const std::vector<double> nan(40, std::nan("")), x(40, 1);
    auto y = nan;
    host_product(Op::none, 1, A, x, 0, std::span(y));
    EXPECT_TRUE(std::all_of(y.begin(), y.end(), [](double e) { return std::isfinite(e); }));
    y = x;
    host_product(Op::none, 0, A, nan, 2, std::span(y));
    EXPECT_EQ(y, std::vector<double>(40, 2));
}

TEST(SparseMatrix, IndicesOf32And64BitsMakeTheSame) {
    const Indices start{0, 2, 2, 3}, column{0, 4, 1};
    const std::vector<double> value{1, 2, 3};
    const auto A = SparseMatrix<double>::from_csr(3, 5, start, column, value);
    const auto B = SparseMatrix<double>::from_csr(3, 5, WideIndices{0, 2, 2, 3}, WideIndices{0, 4, 1}, value);
    EXPECT_TRUE(test::same_matrix(A, B));
    EXPECT_EQ(A.fingerprint(), B.fingerprint());
    EXPECT_EQ(A.nonzeros(), 3);
    EXPECT_FALSE(A.is_wide());
}

TEST(SparseMatrix, MoreThan2To31ColumnsHaveWideIndices) {
    const std::int64_t far = std::int64_t{5} << 31;
    const WideIndices start{0, 2, 3}, column{7, far - 1, 8};
    const std::vector<float> value{1, 2, 3};
    const auto A = SparseMatrix<float>::from_csr(2, far, start, column, value);
    EXPECT_TRUE(A.is_wide());
    EXPECT_TRUE(A.columns().empty());
    EXPECT_EQ(A.wide_columns()[1], far - 1);
    EXPECT_NE(A.fingerprint(),
              SparseMatrix<float>::from_csr(2, far, start, WideIndices{7, far - 2, 8}, value).fingerprint());
}

TEST(SparseMatrix, MemoryDoesNotFollowColumns) {
    // A number for each of these columns would take 8 TiB.
    const std::int64_t far = std::int64_t{1} << 40;
    const WideIndices row{2, 0, 2, 2, 1}, column{far - 1, 5, far - (1 << 17), 70000, far - 1};
    const std::vector<double> value{1, 2, 3, 4, 5};
    const auto A = SparseMatrix<double>::from_coo(3, far, row, column, value);
    EXPECT_THAT(A.wide_columns(), testing::ElementsAre(5, far - 1, 70000, far - (1 << 17), far - 1));
    EXPECT_THAT(A.values(), testing::ElementsAre(2, 5, 4, 3, 1));
    const auto sorted = SparseMatrix<double>::from_csr(
        1, far, WideIndices{0, 4}, WideIndices{far - 1, 7, far - 1, 1 << 20}, std::vector<double>{1, 2, 4, 8},
        {.sort = true, .sum_duplicates = true});
    EXPECT_THAT(sorted.wide_columns(), testing::ElementsAre(7, 1 << 20, far - 1));
    EXPECT_THAT(sorted.values(), testing::ElementsAre(2, 8, 5));
    const std::int64_t narrow = 1'999'999'999;
    const auto of_narrow = SparseMatrix<double>::from_csr(1, narrow, Indices{0, 2}, Indices{narrow - 1, 3},
                                                          std::vector<double>{1, 2}, {.sort = true});
    EXPECT_THAT(of_narrow.columns(), testing::ElementsAre(3, narrow - 1));
}

TEST(SparseMatrix, RowsAreBoundedByElements) {
    const std::int64_t far = std::int64_t{1} << 40;
    const WideIndices place{far - 1};
    const std::vector<double> one{1};
    const std::string limit = "at most 16777280 rows are taken for 1 elements";
    const auto coo = [&](std::int64_t rows) {
        return message_of([&] { (void)SparseMatrix<double>::from_coo(rows, 1, place, WideIndices{0}, one); });
    };
    EXPECT_THAT(coo(far),
                AllOf(HasSubstr("from_coo: argument 1 (rows) makes 1099511627776 rows"), HasSubstr(limit)));
    const auto wide = SparseMatrix<double>::from_csr(1, far, WideIndices{0, 1}, place, one);
    EXPECT_THAT(message_of([&] { (void)wide.transposed(); }),
                AllOf(HasSubstr("transposed"), HasSubstr(limit)));
    EXPECT_THAT(message_of([&] { (void)wide.adjoint(); }), AllOf(HasSubstr("adjoint"), HasSubstr(limit)));
    EXPECT_THAT(message_of([&] { (void)random_rows_matrix<double>(far, 9, 0, 0, 1); }),
                HasSubstr("at most 16777216 rows are taken for 0 elements"));
}

TEST(SparseMatrix, SortsAndSumsIfAskedTo) {
    const Indices start{0, 5, 5, 7}, column{3, 1, 3, 0, 1, 2, 2};
    const std::vector<double> value{1, 2, 4, 8, 16, 32, 64};
    const auto A =
        SparseMatrix<double>::from_csr(3, 4, start, column, value, {.sort = true, .sum_duplicates = true});
    EXPECT_TRUE(
        test::same_matrix(A, SparseMatrix<double>::from_csr(3, 4, Indices{0, 3, 3, 4}, Indices{0, 1, 3, 2},
                                                            std::vector<double>{8, 18, 5, 96})));
}

TEST(SparseMatrix, SaysWhatIsWrong) {
    const std::vector<double> value{1, 2, 3};
    const auto csr = [&](std::int64_t rows, std::int64_t cols, const Indices& start, const Indices& column) {
        return message_of([&] { (void)SparseMatrix<double>::from_csr(rows, cols, start, column, value); });
    };
    EXPECT_THAT(csr(-1, 5, {0}, {0, 1, 2}), HasSubstr("rows = -1 must be from 0"));
    EXPECT_THAT(csr(2, 5, {0, 3}, {0, 1, 2}),
                HasSubstr("row_start has 2 elements; a matrix of 2 rows needs one more"));
    EXPECT_THAT(csr(2, 5, {1, 2, 3}, {0, 1, 2}), HasSubstr("row_start[0] = 1 must be 0"));
    EXPECT_THAT(csr(3, 5, {0, 2, 1, 3}, {0, 1, 2}),
                HasSubstr("row_start[2] = 1 is less than row_start[1] = 2"));
    EXPECT_THAT(csr(2, 5, {0, 1, 2}, {0, 1, 2}), HasSubstr("row_start ends with 2; there are 3 values"));
    EXPECT_THAT(csr(2, 5, {0, 1, 3}, {0, 1, 5}),
                HasSubstr("column[2] = 5 must be 0 or more and less than 5"));
    EXPECT_THAT(csr(2, 5, {0, 1, 3}, {-1, 1, 2}),
                HasSubstr("column[0] = -1 must be 0 or more and less than 5"));
    EXPECT_THAT(csr(2, 5, {0, 1, 3}, {0, 1}), HasSubstr("there are 3 values and 2 columns"));
    EXPECT_THAT(csr(2, 5, {0, 1, 3}, {0, 2, 1}),
                HasSubstr("row 1 has column 1 after column 2; columns of a row must"));
    EXPECT_THAT(csr(2, 5, {0, 1, 3}, {0, 2, 2}), HasSubstr("element (1, 2) is given more than once"));
    const auto coo = [&](const Indices& row, const Indices& column) {
        return message_of([&] { (void)SparseMatrix<double>::from_coo(2, 5, row, column, value); });
    };
    EXPECT_THAT(coo({0, 2, 1}, {0, 1, 2}), HasSubstr("row[1] = 2 must be 0 or more and less than 2"));
    EXPECT_THAT(coo({0, 1, 1}, {0, 1, 7}), HasSubstr("column[2] = 7 must be 0 or more and less than 5"));
    EXPECT_THAT(coo({1, 0, 1}, {4, 1, 4}), HasSubstr("element (1, 4) is given more than once"));
    EXPECT_THAT(coo({1, 0}, {4, 1}), HasSubstr("there are 3 values, 2 rows and 2 columns"));
}

TEST(SparseMatrix, ProductsNeedVectorsOfTheirLengths) {
    const auto A = random_rows_matrix<double>(3, 7, 1, 2, 1);
    std::vector<double> three(3), seven(7);
    const auto product = [&](Op op, std::span<const double> x, std::span<double> y) {
        return message_of([&] { host_product(op, 1, A, x, 0, y); });
    };
    EXPECT_NO_THROW(host_product(Op::none, 1, A, seven, 0, std::span(three)));
    EXPECT_NO_THROW(host_product(Op::trans, 1, A, three, 0, std::span(seven)));
    EXPECT_THAT(product(Op::none, three, three), HasSubstr("x has 3 elements; op(A) needs 7"));
    EXPECT_THAT(product(Op::trans, three, three), HasSubstr("y has 3 elements; op(A) needs 7"));
}

TEST(SparseMatrix, StructureHasTheFiguresOfRows) {
    const Indices start{0, 3, 3, 4, 9}, column{0, 1, 2, 5, 0, 1, 2, 3, 4};
    const auto A = SparseMatrix<float>::from_csr(4, 6, start, column, std::vector<float>(9, 1));
    const SparseStructure figures = A.structure();
    EXPECT_EQ(figures.rows, 4);
    EXPECT_EQ(figures.columns, 6);
    EXPECT_EQ(figures.nonzeros, 9);
    EXPECT_EQ(figures.shortest, 0);
    EXPECT_EQ(figures.longest, 5);
    EXPECT_EQ(figures.empty_rows, 1);
    EXPECT_DOUBLE_EQ(figures.mean, 2.25);
    EXPECT_DOUBLE_EQ(figures.variance, (0.5625 + 5.0625 + 1.5625 + 7.5625) / 4);
    EXPECT_EQ(figures.histogram, (std::vector<std::int64_t>{1, 1, 1, 1}));
    EXPECT_EQ(SparseMatrix<float>().structure(), (SparseStructure{.histogram = {}}));
}

TEST(SparseMatrix, FingerprintsTellStructuresApart) {
    std::vector<std::uint64_t> seen;
    for (const auto& sample : test::sparse_samples<double>()) {
        seen.push_back(sample.matrix.fingerprint());
        EXPECT_EQ(sample.matrix.transposed().transposed().fingerprint(), seen.back());
    }
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(std::unique(seen.begin(), seen.end()), seen.end());
    // Values are no part of it; a nonzero that moves by a column is.
    EXPECT_EQ(banded_matrix<double>(50, 2, 1).fingerprint(), banded_matrix<double>(50, 2, 9).fingerprint());
    const std::vector<double> one{1};
    EXPECT_NE(SparseMatrix<double>::from_csr(1, 9, Indices{0, 1}, Indices{3}, one).fingerprint(),
              SparseMatrix<double>::from_csr(1, 9, Indices{0, 1}, Indices{4}, one).fingerprint());
}

TEST(SparseMatrix, LargeMatricesAreMadeInParallel) {
    const auto A = rmat_matrix<float>(14, 12, 3);
    EXPECT_GT(A.nonzeros(), 100000);
    const Entries<float> entries(A);
    EXPECT_TRUE(test::same_matrix(
        A, SparseMatrix<float>::from_coo(A.rows(), A.cols(), entries.row, entries.column, entries.value)));
    EXPECT_TRUE(test::same_matrix(A, A.transposed().transposed()));
    const SparseStructure figures = A.structure();
    EXPECT_GT(figures.longest, 100 * figures.mean / 12);
    EXPECT_EQ(std::accumulate(figures.histogram.begin(), figures.histogram.end(), std::int64_t{0}), A.rows());
}

}  // namespace
}  // namespace hg
