// The functions of C that make sparse matrices and multiply with them.
#include <algorithm>
#include <complex>
#include <limits>
#include <vector>

#include "support/c_sparse.hpp"
#include "support/sparse_samples.hpp"
#include <hg/sparse/host_product.hpp>

namespace hg {
namespace {

using test::expect_refused;
using test::held;
using test::HeldDistributed;
using test::HeldSparse;
using test::in_c;
using test::out_of_c;

template <class T>
class SpmvOfC : public test::OnTestDevices {};
TYPED_TEST_SUITE(SpmvOfC, test::ElementTypes);
class SpmvOfCInDouble : public test::OnTestDevices {};

/// (1, 0, 2), (0, 0, 0), (0, 3, 0) and its arrays.
struct SmallMatrix {
    std::vector<std::int64_t> start{0, 2, 2, 3}, column{0, 2, 1}, row{0, 0, 2};
    std::vector<std::int32_t> start32{0, 2, 2, 3}, column32{0, 2, 1}, row32{0, 0, 2};
    std::vector<double> value{1, 2, 3};
};

TYPED_TEST(SpmvOfC, MatricesComeBackAsTheyWere) {
    for (const auto& [name, A] : test::sparse_samples<TypeParam>()) {
        const HeldSparse made = in_c(A);
        EXPECT_TRUE(test::same_matrix(A, out_of_c<TypeParam>(made.get()))) << name;
        const HeldSparse adopted = held(hg_sparse_adopt_csr, A.rows(), A.cols(), A.row_start().data(),
                                        A.columns().data(), A.values().data(), test::type_word<TypeParam>());
        EXPECT_TRUE(test::same_matrix(A, out_of_c<TypeParam>(adopted.get()))) << name;
        EXPECT_EQ(hg_sparse_csr(adopted.get())->value, A.values().data()) << name;
        EXPECT_EQ(hg_sparse_csr(adopted.get())->row_start, A.row_start().data()) << name;
        for (const char trans : {'T', 'c'}) {
            const HeldSparse turned = held(hg_sparse_transposed, made.get(), trans);
            EXPECT_TRUE(test::same_matrix(trans == 'T' ? A.transposed() : A.adjoint(),
                                          out_of_c<TypeParam>(turned.get())))
                << name << " " << trans;
        }
    }
}

TEST(SparseOfC, IndicesOfBothWidthsAndElementsInAnyOrder) {
    const SmallMatrix s;
    const auto A = SparseMatrix<double>::from_csr(3, 3, s.start, s.column, std::span(s.value));
    const std::vector<std::int64_t> turned{2, 0, 1};
    const std::vector<double> swapped{2, 1, 3};
    const auto same = [&](const HeldSparse& made) {
        return test::same_matrix(A, out_of_c<double>(made.get()));
    };
    EXPECT_TRUE(same(
        held(hg_sparse_from_csr_int32, 3, 3, s.start32.data(), s.column32.data(), s.value.data(), "f64", 0)));
    EXPECT_TRUE(
        same(held(hg_sparse_from_csr, 3, 3, s.start.data(), turned.data(), swapped.data(), "f64", HG_SORT)));
    const std::vector<std::int64_t> row{2, 0, 2, 0}, column{1, 2, 1, 0};
    const std::vector<std::int32_t> row32{2, 0, 2, 0}, column32{1, 2, 1, 0};
    const std::vector<double> value{1, 2, 2, 1};
    EXPECT_TRUE(same(held(hg_sparse_from_coo, 3, 3, row.data(), column.data(), value.data(), 4, "f64",
                          HG_SUM_DUPLICATES)));
    EXPECT_TRUE(same(held(hg_sparse_from_coo_int32, 3, 3, row32.data(), column32.data(), value.data(), 4,
                          "f64", HG_SORT | HG_SUM_DUPLICATES)));
}

TEST(SparseOfC, WideMatricesHaveWideColumns) {
    const std::int64_t cols = std::int64_t{1} << 40;
    const std::vector<std::int64_t> start{0, 2}, column{5, cols - 1};
    const std::vector<float> value{1, 2};
    const HeldSparse made =
        held(hg_sparse_from_csr, 1, cols, start.data(), column.data(), value.data(), "f32", 0);
    const hg_csr* const csr = hg_sparse_csr(made.get());
    EXPECT_EQ(csr->column, nullptr);
    ASSERT_NE(csr->wide_column, nullptr);
    EXPECT_EQ(csr->wide_column[1], cols - 1);
    EXPECT_EQ(csr->cols, cols);
    EXPECT_EQ(csr->nonzeros, 2);
}

TEST(SparseOfC, ArraysWithoutElementsMayBeNull) {
    const std::int64_t start[] = {0, 0};
    const HeldSparse made = held(hg_sparse_from_csr, 1, 0, start, nullptr, nullptr, "c32", 0);
    EXPECT_EQ(hg_sparse_csr(made.get())->nonzeros, 0);
    const HeldSparse of_coo = held(hg_sparse_from_coo, 0, 7, nullptr, nullptr, nullptr, 0, "c64", 0);
    EXPECT_EQ(hg_sparse_csr(of_coo.get())->rows, 0);
}

TEST(SparseOfC, CountsWrongArgumentsOfCompressedRows) {
    const SmallMatrix s;
    const auto refused = [&](std::int64_t info, const std::string& words, auto change) {
        struct {
            std::int64_t rows = 3, cols = 3;
            SmallMatrix arrays;
            const std::int64_t* start = nullptr;
            const char* type = "f64";
            int mend = 0;
        } given;
        given.start = given.arrays.start.data();
        change(given);
        hg_sparse* made = in_c(SparseMatrix<double>()).release();
        const HeldSparse before(made);
        expect_refused(hg_sparse_from_csr(given.rows, given.cols, given.start, given.arrays.column.data(),
                                          given.arrays.value.data(), given.type, given.mend, &made),
                       info, words);
        EXPECT_EQ(made, nullptr);
    };
    refused(-1, "rows = -1 must be", [](auto& g) { g.rows = -1; });
    refused(-2, "cols = -3 must be", [](auto& g) { g.cols = -3; });
    refused(-3, "must not be null", [](auto& g) { g.start = nullptr; });
    refused(-3, "row_start[0] = 1 must be 0", [](auto& g) { g.arrays.start[0] = 1; });
    refused(-3, "row_start[2] = 1 is less than row_start[1] = 2", [](auto& g) { g.arrays.start[2] = 1; });
    refused(-3, "ends with a negative number", [](auto& g) { g.arrays.start[3] = -1; });
    refused(-4, "column[1] = 3 must be 0 or more and less than 3", [](auto& g) { g.arrays.column[1] = 3; });
    refused(-4, "row 0 has column 0 after column 2", [](auto& g) { g.arrays.column = {2, 0, 1}; });
    refused(-4, "element (0, 0) is given more than once", [](auto& g) { g.arrays.column = {0, 0, 1}; });
    refused(-6, "'i32'; it must be f64", [](auto& g) { g.type = "i32"; });
    refused(-6, "must not be null", [](auto& g) { g.type = nullptr; });
    refused(-7, "HG_SORT", [](auto& g) { g.mend = 4; });
    hg_sparse* made = nullptr;
    EXPECT_EQ(hg_sparse_from_csr(3, 3, s.start.data(), nullptr, s.value.data(), "f64", 0, &made), -4);
    EXPECT_EQ(hg_sparse_from_csr(3, 3, s.start.data(), s.column.data(), nullptr, "f64", 0, &made), -5);
    EXPECT_EQ(hg_sparse_from_csr(3, 3, s.start.data(), s.column.data(), s.value.data(), "f64", 0, nullptr),
              -8);
}

TEST(SparseOfC, CountsWrongArgumentsOfTheOtherMakers) {
    const SmallMatrix s;
    const std::vector<std::int32_t> backward{2, 0, 1};
    hg_sparse* made = nullptr;
    expect_refused(hg_sparse_adopt_csr(3, 3, s.start.data(), backward.data(), s.value.data(), "f64", &made),
                   -4, "columns of a row must ascend");
    expect_refused(hg_sparse_adopt_csr(3, std::int64_t{1} << 31, s.start.data(), s.column32.data(),
                                       s.value.data(), "f64", &made),
                   -2, "less than 2^31");
    EXPECT_EQ(hg_sparse_adopt_csr(3, 3, s.start.data(), s.column32.data(), s.value.data(), "f64", nullptr),
              -7);
    const auto of_coo = [&](std::int64_t rows, std::int64_t nonzeros, int mend) {
        return hg_sparse_from_coo(rows, 3, s.row.data(), s.column.data(), s.value.data(), nonzeros, "f64",
                                  mend, &made);
    };
    expect_refused(of_coo(2, 3, 0), -3, "row[2] = 2 must be 0 or more and less than 2");
    expect_refused(of_coo(3, -1, 0), -6, "must not be negative");
    expect_refused(of_coo(3, 3, -1), -8, "HG_SORT");
    EXPECT_EQ(hg_sparse_from_coo(3, 3, nullptr, s.column.data(), s.value.data(), 3, "f64", 0, &made), -3);
    const HeldSparse A = in_c(SparseMatrix<double>());
    expect_refused(hg_sparse_transposed(A.get(), 'N', &made), -2, "must be 'T' or 'C'");
    EXPECT_EQ(hg_sparse_transposed(nullptr, 'T', &made), -1);
    EXPECT_EQ(hg_sparse_transposed(A.get(), 'T', nullptr), -3);
    EXPECT_EQ(hg_sparse_csr(nullptr), nullptr);
    hg_sparse_free(nullptr);
}

/// Each element differs from the expected one by rounding alone. Elements are of about 1.
template <Element T>
void expect_close(const std::vector<T>& found, const std::vector<T>& expected, const std::string& what) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        ASSERT_LE(std::abs(found[i] - expected[i]), 500 * std::numeric_limits<RealOf<T>>::epsilon())
            << what << ", element " << i;
}

TYPED_TEST(SpmvOfC, ProductsOfAllOps) {
    using T = TypeParam;
    T alpha{-2}, beta{0.5};
    if constexpr (ComplexElement<T>) alpha = {-2, 1}, beta = {0.5, -1};
    for (const auto& [name, A] : test::sparse_samples<T>()) {
        const HeldSparse made = in_c(A);
        for (const char trans : {'N', 'T', 'C'}) {
            const bool turned = trans != 'N';
            const std::int64_t of_x = turned ? A.rows() : A.cols(), of_y = turned ? A.cols() : A.rows();
            const auto x = test::random_vector<T>(of_x, 1), before = test::random_vector<T>(of_y, 2);
            std::vector<T> expected = before, y = before, once = before;
            host_product<T>(static_cast<Op>(trans), alpha, A, x, beta, expected);
            const HeldDistributed distributed =
                held<hg_distributed>(hg_sparse_distribute, made.get(), trans, nullptr);
            const std::int64_t ldx = std::max<std::int64_t>(1, of_x), ldy = std::max<std::int64_t>(1, of_y);
            ASSERT_EQ(
                hg_distributed_multiply(distributed.get(), 1, alpha, x.data(), ldx, beta, y.data(), ldy), 0)
                << name << ": " << hg_last_error();
            expect_close(y, expected, name);
            ASSERT_EQ(hg_spmv(trans, alpha, made.get(), x.data(), beta, once.data()), 0)
                << name << ": " << hg_last_error();
            expect_close(once, expected, name);
        }
    }
}

TEST_F(SpmvOfCInDouble, SeveralColumnsAndOptions) {
    const auto A = laplacian<double>(5, 9, 7);
    const std::int64_t n = A.rows(), ldx = n + 2, ldy = n + 1, columns = 3;
    const auto X = test::random_vector<double>(ldx * columns, 3);
    const auto before = test::random_vector<double>(ldy * columns, 4);
    std::vector<double> expected = before;
    for (std::int64_t j = 0; j < columns; ++j)
        host_product<double>(
            Op::none, 2, A,
            std::span(X).subspan(static_cast<std::size_t>(j * ldx), static_cast<std::size_t>(n)), 1,
            std::span(expected).subspan(static_cast<std::size_t>(j * ldy), static_cast<std::size_t>(n)));
    for (const char* format : {"csr", "csr_merge", "sell", "ell", "coo", "hybrid"}) {
        HeldSparse made = in_c(A);
        hg_spmv_options options = HG_SPMV_OPTIONS;
        options.format = format;
        const HeldDistributed distributed =
            held<hg_distributed>(hg_sparse_distribute, made.get(), 'n', &options);
        made.reset();  // what is distributed stays
        EXPECT_STREQ(hg_distributed_format(distributed.get()), format);
        EXPECT_EQ(hg_distributed_is_resident(distributed.get()), 1);
        std::vector<double> Y = before;
        ASSERT_EQ(hg_distributed_multiply(distributed.get(), columns, 2, X.data(), ldx, 1, Y.data(), ldy), 0);
        expect_close(Y, expected, format);
    }
    hg_spmv_options options = HG_SPMV_OPTIONS;
    options.streamed = 1;
    const HeldDistributed streamed = held<hg_distributed>(hg_sparse_distribute, in_c(A).get(), 'N', &options);
    EXPECT_EQ(hg_distributed_is_resident(streamed.get()), 0);
    EXPECT_STRNE(hg_distributed_format(streamed.get()), "automatic");
}

TEST_F(SpmvOfCInDouble, CountsWrongArgumentsOfPlacing) {
    const HeldSparse A = in_c(laplacian<double>(5, 3, 3));
    hg_distributed* distributed = nullptr;
    const auto refused = [&](const std::string& words, auto change) {
        hg_spmv_options options = HG_SPMV_OPTIONS;
        change(options);
        expect_refused(hg_sparse_distribute(A.get(), 'N', &options, &distributed), -3, words);
        EXPECT_EQ(distributed, nullptr);
    };
    refused("format 'csc'", [](auto& options) { options.format = "csc"; });
    refused("size = 0", [](auto& options) { options.size = 0; });
    refused("lanes = -1", [](auto& options) { options.lanes = -1; });
    refused("do not fit", [](auto& options) { options.format = "csr", options.lanes = 3; });
    refused("slice", [](auto& options) { options.format = "sell", options.slice = std::int64_t{1} << 40; });
    EXPECT_EQ(hg_sparse_distribute(nullptr, 'N', nullptr, &distributed), -1);
    EXPECT_EQ(hg_sparse_distribute(A.get(), 'X', nullptr, &distributed), -2);
    EXPECT_EQ(hg_sparse_distribute(A.get(), 'N', nullptr, nullptr), -4);
}

TEST_F(SpmvOfCInDouble, CountsWrongArgumentsOfProducts) {
    const HeldSparse A = in_c(random_rows_matrix<double>(4, 6, 1, 3, 1));
    const HeldDistributed distributed = held<hg_distributed>(hg_sparse_distribute, A.get(), 'N', nullptr);
    const std::vector<double> x(6, 1);
    std::vector<double> y(4, -7);
    const hg_double_complex i{0, 1};
    const auto multiply = [&](std::int64_t columns, hg_double_complex alpha, const void* X, std::int64_t ldx,
                              hg_double_complex beta, void* Y, std::int64_t ldy) {
        return hg_distributed_multiply(distributed.get(), columns, alpha, X, ldx, beta, Y, ldy);
    };
    expect_refused(multiply(-1, 1, x.data(), 6, 0, y.data(), 4), -2, "argument 2 (columns)");
    expect_refused(multiply(1, i, x.data(), 6, 0, y.data(), 4), -3, "imaginary");
    expect_refused(multiply(1, 1, nullptr, 6, 0, y.data(), 4), -4, "null");
    expect_refused(multiply(1, 1, x.data(), 5, 0, y.data(), 4), -5, "argument 5 (ldx)");
    expect_refused(multiply(1, 1, x.data(), 6, i, y.data(), 4), -6, "imaginary");
    expect_refused(multiply(1, 1, x.data(), 6, 0, nullptr, 4), -7, "null");
    expect_refused(multiply(1, 1, x.data(), 6, 0, y.data(), 3), -8, "argument 8 (ldy)");
    EXPECT_EQ(hg_distributed_multiply(nullptr, 1, 1, x.data(), 6, 0, y.data(), 4), -1);
    std::vector<double> both(8, 2);
    expect_refused(multiply(1, 1, both.data(), 6, 0, both.data() + 2, 4), -7, "argument 7 (Y) overlaps X");
    expect_refused(hg_spmv('N', 1, A.get(), both.data(), 0, both.data() + 4), -6,
                   "argument 6 (y) overlaps x");
    EXPECT_EQ(both, std::vector<double>(8, 2));
    EXPECT_EQ(hg_spmv('X', 1, A.get(), x.data(), 0, y.data()), -1);
    EXPECT_EQ(hg_spmv('N', i, A.get(), x.data(), 0, y.data()), -2);
    EXPECT_EQ(hg_spmv('N', 1, nullptr, x.data(), 0, y.data()), -3);
    EXPECT_EQ(hg_spmv('N', 1, A.get(), nullptr, 0, y.data()), -4);
    EXPECT_EQ(hg_spmv('N', 1, A.get(), x.data(), i, y.data()), -5);
    EXPECT_EQ(hg_spmv('N', 1, A.get(), x.data(), 0, nullptr), -6);
    EXPECT_EQ(y, std::vector<double>(4, -7));
    EXPECT_EQ(multiply(1, 0, nullptr, 6, 0, y.data(), 4), 0) << "alpha = 0 does not read X";
    EXPECT_EQ(y, std::vector<double>(4, 0));
    EXPECT_EQ(hg_distributed_format(nullptr), nullptr);
    EXPECT_EQ(hg_distributed_is_resident(nullptr), 0);
    hg_distributed_free(nullptr);
}

}  // namespace
}  // namespace hg
