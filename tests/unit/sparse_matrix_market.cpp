#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "support/expected_error.hpp"
#include "support/sparse_samples.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/sparse/matrix_market.hpp>

namespace hg {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using C64 = std::complex<double>;
const std::string kBanner = "%%MatrixMarket matrix ";

template <class T>
SparseMatrix<T> read(const std::string& text, bool sum_duplicates = false) {
    return MatrixMarketFile("A.mtx", kBanner + text).matrix<T>(sum_duplicates);
}

template <class T = double>
std::string fault_of(const std::string& text) {
    return test::expect_error(ErrorCode::io, {}, [&] { return MatrixMarketFile("A.mtx", text).matrix<T>(); })
        .what();
}

/// Rows of a small matrix.
template <class T>
std::vector<std::vector<T>> rows_of(const SparseMatrix<T>& A) {
    const auto elements = test::dense(A);
    std::vector<std::vector<T>> rows(static_cast<std::size_t>(A.rows()));
    for (std::int64_t i = 0; i < A.rows(); ++i)
        for (std::int64_t j = 0; j < A.cols(); ++j)
            rows[static_cast<std::size_t>(i)].push_back(elements[static_cast<std::size_t>(i + j * A.rows())]);
    return rows;
}
using Rows = std::vector<std::vector<double>>;
using ComplexRows = std::vector<std::vector<C64>>;

TEST(MatrixMarket, ReadsCoordinates) {
    EXPECT_EQ(rows_of(read<double>("coordinate real general\n2 3 3\n2 3 -1.5e1\n1 1 4\n2 1 .25\n")),
              (Rows{{4, 0, 0}, {0.25, 0, -15}}));
    EXPECT_EQ(rows_of(read<double>("coordinate integer general\n1 2 2\n1 2 -7\n1 1 +3\n")), (Rows{{3, -7}}));
    EXPECT_EQ(rows_of(read<double>("coordinate pattern general\n2 2 2\n2 1\n1 2")), (Rows{{0, 1}, {1, 0}}));
    EXPECT_EQ(rows_of(read<C64>("coordinate complex general\n1 2 1\n1 2 3 -4\n")),
              (ComplexRows{{0, {3, -4}}}));
    EXPECT_EQ(rows_of(read<C64>("coordinate real general\n1 1 1\n1 1 3\n")), (ComplexRows{{3}}));
    EXPECT_EQ(read<float>("coordinate real general\n0 5 0\n").cols(), 5);
    EXPECT_EQ(read<float>("coordinate real general\n5 0 0").rows(), 5);
}

TEST(MatrixMarket, ReadsTriangles) {
    EXPECT_EQ(rows_of(read<double>("coordinate real symmetric\n2 2 2\n1 1 1\n2 1 5\n")),
              (Rows{{1, 5}, {5, 0}}));
    EXPECT_EQ(rows_of(read<double>("coordinate real skew-symmetric\n2 2 1\n2 1 5\n")),
              (Rows{{0, -5}, {5, 0}}));
    EXPECT_EQ(rows_of(read<double>("coordinate pattern symmetric\n2 2 1\n2 1\n")), (Rows{{0, 1}, {1, 0}}));
    EXPECT_EQ(rows_of(read<C64>("coordinate complex hermitian\n2 2 2\n2 1 5 6\n2 2 1 0\n")),
              (ComplexRows{{0, {5, -6}}, {{5, 6}, 1}}));
    EXPECT_EQ(rows_of(read<C64>("coordinate complex symmetric\n2 2 1\n2 1 5 6\n")),
              (ComplexRows{{0, {5, 6}}, {{5, 6}, 0}}));
}

TEST(MatrixMarket, ReadsArrays) {
    EXPECT_EQ(rows_of(read<double>("array real general\n2 3\n1\n2\n3\n0\n5\n6\n")),
              (Rows{{1, 3, 5}, {2, 0, 6}}));
    EXPECT_EQ(read<double>("array real general\n2 3\n1\n2\n3\n0\n5\n6\n").nonzeros(), 5);
    EXPECT_EQ(rows_of(read<double>("array integer symmetric\n3 3\n1\n2\n3\n4\n5\n6\n")),
              (Rows{{1, 2, 3}, {2, 4, 5}, {3, 5, 6}}));
    EXPECT_EQ(rows_of(read<double>("array real skew-symmetric\n3 3\n1\n2\n3\n")),
              (Rows{{0, -1, -2}, {1, 0, -3}, {2, 3, 0}}));
    EXPECT_EQ(rows_of(read<C64>("array complex hermitian\n2 2\n1 0\n2 3\n4 0\n")),
              (ComplexRows{{1, {2, -3}}, {{2, 3}, 4}}));
    EXPECT_EQ(read<double>("array real general\n0 7\n").cols(), 7);
}

TEST(MatrixMarket, TakesCommentsBlankLinesAndLineEndsOfWindows) {
    EXPECT_EQ(
        rows_of(read<double>("Coordinate REAL General\r\n% a comment\r\n\r\n%\r\n 2\t2  2 \r\n\r\n1 1 1\r\n"
                             "% another\r\n  2   2\t2  \r\n\r\n")),
        (Rows{{1, 0}, {0, 2}}));
}

TEST(MatrixMarket, MemoryFollowsElementsAndRows) {
    const auto wide = read<double>("coordinate real general\n3 1000000000000 2\n3 1000000000000 5\n1 7 4\n");
    EXPECT_THAT(wide.wide_columns(), testing::ElementsAre(6, 999999999999));
    EXPECT_THAT(wide.values(), testing::ElementsAre(4, 5));
    const std::string why = "at most 16777280 rows are taken for 1 elements: hg keeps a number for each row";
    for (const std::string size : {"1000000000000 3", "1000000000000 1000000000000", "1152921504606846976 0"})
        EXPECT_THAT(fault_of(kBanner + "coordinate real general\n\n" + size + " 1\n1 1 1\n"),
                    AllOf(StartsWith("A.mtx:3: there are 1"), HasSubstr(why)));
    EXPECT_THAT(fault_of(kBanner + "array real general\n1000000000000 0\n"),
                HasSubstr("at most 16777216 rows"));
    EXPECT_THAT(fault_of(kBanner + "coordinate real symmetric\n1000000000000 1000000000000 1\n1 1 1\n"),
                HasSubstr(why));
}

TEST(MatrixMarket, SumsDuplicatesIfAskedTo) {
    const std::string text = "coordinate real general\n2 2 3\n1 2 1\n2 2 5\n1 2 2\n";
    EXPECT_EQ(rows_of(read<double>(text, true)), (Rows{{0, 3}, {0, 5}}));
    EXPECT_EQ(fault_of(kBanner + text), "A.mtx:5: element (1, 2) is in line 3, too");
    EXPECT_EQ(fault_of(kBanner + "coordinate real symmetric\n2 2 2\n1 2 1\n\n2 1 1\n"),
              "A.mtx:5: element (2, 1) is in line 3, too");
}

TEST(MatrixMarket, SaysWhatIsWrongAndInWhichLine) {
    const auto fault = [](const std::string& text) { return fault_of(kBanner + text); };
    EXPECT_EQ(fault_of(""), "A.mtx: is empty");
    EXPECT_THAT(fault_of("1 2 3\n"), StartsWith("A.mtx:1: not a Matrix Market file"));
    for (const std::string begin : {"\x1f\x8b\x08", "BZh9",
                                    "\xfd"
                                    "7zXZ",
                                    "(\xb5/\xfd", "PK\x03\x04"})
        EXPECT_THAT(fault_of(begin), StartsWith("A.mtx: is compressed; decompress it first: "));
    EXPECT_THAT(fault_of("\x1f\x8b\x08"), HasSubstr("zcat A.mtx > FILE.mtx"));
    EXPECT_THAT(fault_of("%%MatrixMarket vector coordinate real general\n"),
                HasSubstr("'vector'; a matrix is needed"));
    EXPECT_THAT(fault("sparse real general\n"), HasSubstr("format 'sparse' is not one of coordinate, array"));
    EXPECT_THAT(fault("coordinate quaternion general\n"), HasSubstr("field 'quaternion' is not one of real"));
    EXPECT_THAT(fault("coordinate real\n"), HasSubstr("symmetry '' is not one of general"));
    EXPECT_THAT(fault("coordinate real general more\n"), HasSubstr("unexpected text after the symmetry"));
    EXPECT_THAT(fault("array pattern general\n1 1\n"), HasSubstr("an array of a pattern"));
    EXPECT_THAT(fault("coordinate real hermitian\n1 1 0\n"),
                HasSubstr("hermitian matrix has complex elements"));
    EXPECT_THAT(fault("coordinate pattern skew-symmetric\n1 1 0\n"),
                HasSubstr("a pattern is general or symmetric"));
    EXPECT_EQ(fault("coordinate real general\n% nothing\n"), "A.mtx: ends before the line of its sizes");
    const std::string head = "coordinate real general\n%\n3 2 2\n";
    EXPECT_THAT(fault("coordinate real general\n%\n3 2\n"),
                StartsWith("A.mtx:3: rows, columns and elements are needed"));
    EXPECT_THAT(fault("coordinate real general\n3 -2 1\n"),
                StartsWith("A.mtx:2: rows, columns and elements"));
    EXPECT_THAT(fault("coordinate real general\n3 2 1 5\n"),
                StartsWith("A.mtx:2: unexpected text after the sizes"));
    EXPECT_THAT(fault("coordinate real symmetric\n3 2 1\n"),
                StartsWith("A.mtx:2: a symmetric matrix has as many"));
    EXPECT_THAT(fault("array real general\n1000000000000000000 1000000000000000000\n"),
                HasSubstr("too large"));
    EXPECT_EQ(fault(head + "1 1 1\n"), "A.mtx:4: the file ends after 1 elements; it says that it has 2");
    EXPECT_EQ(fault(head + "1 1 1\n2 2 2\n\n3 1 1\n"),
              "A.mtx:7: is one element too many: the file says that it has 2");
    EXPECT_EQ(fault(head + "1 1 1\n\n4 1 1\n"), "A.mtx:6: the row must be from 1 to 3");
    EXPECT_EQ(fault(head + "1 1 1\n0 1 1\n"), "A.mtx:5: the row must be from 1 to 3");
    EXPECT_EQ(fault(head + "1 3 1\n1 9 1\n"), "A.mtx:4: the column must be from 1 to 2");
    EXPECT_EQ(fault(head + "1 x 1\n1 2 1\n"), "A.mtx:4: a row and a column are needed, whole numbers");
    EXPECT_EQ(fault(head + "1 1.5 1\n1 2 1\n"), "A.mtx:4: a row and a column are needed, whole numbers");
    EXPECT_EQ(fault(head + "1 1\n1 2 1\n"), "A.mtx:4: a number is needed for the element");
    EXPECT_EQ(fault(head + "1 1 1.5x\n1 2 1\n"), "A.mtx:4: a number is needed for the element");
    EXPECT_EQ(fault(head + "1 1 +-1\n1 2 1\n"), "A.mtx:4: a number is needed for the element");
    EXPECT_EQ(fault(head + "1 1 1 2\n1 2 1\n"), "A.mtx:4: text stands after the element");
    EXPECT_EQ(fault(head + "1 1 1e999\n1 2 1\n"),
              "A.mtx:4: the number is too large for the type of elements");
    EXPECT_EQ(fault("coordinate integer general\n1 1 1\n1 1 1.5\n"),
              "A.mtx:3: a whole number is needed for the element");
    EXPECT_EQ(fault("coordinate real skew-symmetric\n2 2 1\n2 2 1\n"),
              "A.mtx:3: a skew-symmetric matrix has zeros alone on its diagonal");
    EXPECT_EQ(fault("coordinate complex general\n1 1 1\n1 1 1 1\n"),
              "A.mtx:1: holds complex elements; real ones are asked for");
    EXPECT_EQ(fault_of<C64>(kBanner + "coordinate complex hermitian\n1 1 1\n1 1 1 1\n"),
              "A.mtx:3: the diagonal of a hermitian matrix is real, up to 16 units of rounding");
    EXPECT_EQ(fault_of<C64>(kBanner + "coordinate complex general\n1 1 1\n1 1 1\n"),
              "A.mtx:3: two numbers are needed for a complex element");
    EXPECT_EQ(fault("array real general\n2 2\n1\n2\n3\n"),
              "A.mtx:5: the file ends after 3 elements; it says that it has 4");
    EXPECT_EQ(fault("array real general\n2 2\n1\n2\nx\n4\n"), "A.mtx:5: a number is needed for the element");
    EXPECT_THAT(fault_of<float>(kBanner + "coordinate real general\n1 1 1\n1 1 1e39\n"),
                HasSubstr("too large"));
}

TEST(MatrixMarket, NumbersThatAreTooSmallAreZero) {
    EXPECT_EQ(rows_of(read<double>("coordinate real general\n1 2 2\n1 1 1e-999\n1 2 -1E-999\n")),
              (Rows{{0, 0}}));
    EXPECT_EQ(rows_of(read<double>("coordinate real general\n1 1 1\n1 1 inf\n")),
              (Rows{{std::numeric_limits<double>::infinity()}}));
}

TEST(MatrixMarket, LargeFilesAreReadInParts) {
    // Several parts of 1 MiB, and a fault in the last of them.
    const std::int64_t n = 300000;
    std::string text = kBanner + "coordinate real symmetric\n% comment\n" + std::to_string(n) + ' ' +
                       std::to_string(n) + ' ' + std::to_string(n) + '\n';
    for (std::int64_t i = 1; i <= n; ++i) {
        text += std::to_string(i) + ' ' + std::to_string(i - i % 2) + ' ' + std::to_string(i) + '\n';
        if (i == 1) text.replace(text.size() - 6, 6, "1 1 1\n");
        if (i % 1000 == 0) text += "\n% between\n";
    }
    const auto A = MatrixMarketFile("A.mtx", text).matrix<double>();
    EXPECT_EQ(A.nonzeros(), n + n / 2 - 1);
    for (const std::int64_t i : {1, 99998, 299999}) {
        const auto first = static_cast<std::size_t>(A.row_start()[static_cast<std::size_t>(i)]);
        EXPECT_EQ(A.columns()[first], i % 2 == 0 ? i - 1 : i);
        EXPECT_EQ(A.values()[first], static_cast<double>(i + 1));
    }
    const std::string line = "\n299999 299998 ";
    text.replace(text.find(line), line.size(), "\n299999 999998 ");
    EXPECT_THAT(fault_of(text),
                StartsWith("A.mtx:" + std::to_string(299999 + 3 + 2 * 299) + ": the column must"));
}

template <class T>
class MarketFile : public testing::Test {};
TYPED_TEST_SUITE(MarketFile, test::ElementTypes);

TYPED_TEST(MarketFile, WhatIsWrittenIsReadAgain) {
    const std::string path = testing::TempDir() + "hg_sparse_" + std::to_string(sizeof(TypeParam)) +
                             (ComplexElement<TypeParam> ? "c.mtx" : "r.mtx");
    for (const auto& [name, A] : test::sparse_samples<TypeParam>()) {
        write_matrix_market(path, A);
        EXPECT_TRUE(test::same_matrix(A, read_matrix_market<TypeParam>(path))) << name;
    }
    const auto large = rmat_matrix<TypeParam>(13, 12, 1);
    write_matrix_market(path, large);
    EXPECT_TRUE(test::same_matrix(large, read_matrix_market<TypeParam>(path)));
    std::remove(path.c_str());
}

TEST(MatrixMarket, MissingFilesAndFoldersAreErrors) {
    EXPECT_THROW((void)MatrixMarketFile("/nonexistent/A.mtx"), Error);
    EXPECT_THROW((void)MatrixMarketFile(testing::TempDir()), Error);
    EXPECT_THROW(write_matrix_market("/nonexistent/A.mtx", SparseMatrix<double>()), Error);
}

}  // namespace
}  // namespace hg
