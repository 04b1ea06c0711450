#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include "support/expected_error.hpp"
#include <hg/sparse/matrix_market.hpp>

/// Files that are not to the letter of the format: they are read with a remark, or refused.
namespace hg {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The values of a file's matrix, row by row.
template <class T>
std::vector<T> values_in(const std::string& text) {
    const auto A = MatrixMarketFile("A.mtx", text).matrix<T>();
    return {A.values().begin(), A.values().end()};
}

std::vector<std::string> remarks_on(const std::string& text) {
    return MatrixMarketFile("A.mtx", text).remarks();
}

template <class T>
std::string refusal_of(const std::string& text) {
    return test::expect_error(ErrorCode::io, {}, [&] { return values_in<T>(text); }).what();
}

template <class T>
class MarketRemarks : public testing::Test {};
using TypesWithRemarks = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(MarketRemarks, TypesWithRemarks);

TYPED_TEST(MarketRemarks, ExponentsMayBeFortrans) {
    using T = TypeParam;
    const std::string head = "%%MatrixMarket matrix coordinate real general\n% a day\n1 8 8\n";
    const std::string text = head +
                             "1 1 1.5D+01\n1 2 -2d-1\n1 3 +4D2\n1 4 .5d0\n1 5 0.25-001\n1 6 3D-999\n"
                             "1 7 1.25+001\n1 8 2e0\n";
    EXPECT_THAT(values_in<T>(text), ElementsAre(T(15), T(RealOf<T>(-0.2)), T(400), T(0.5),
                                                T(RealOf<T>(0.025)), T(0), T(12.5), T(2)));
    EXPECT_THAT(remarks_on(text), ElementsAre("A.mtx:4: has an exponent as Fortran writes it, with D for E"));
    const std::string one = "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 ";
    for (const std::string wrong :
         {"1.5D", "D5", "1D5D5", "1.5+01", "1.5+0001", "1.5Q3", "1D+-5", "1E5-100", "d",
          "1.0000000000000000000000000000000000000000000000000000000000000001D0"})
        EXPECT_EQ(refusal_of<T>(one + wrong + "\n"), "A.mtx:3: a number is needed for the element") << wrong;
    EXPECT_THAT(refusal_of<T>(one + "1D999\n"), HasSubstr("too large"));
    EXPECT_THAT(refusal_of<T>("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 1D2\n"),
                HasSubstr("whole number"));
    EXPECT_THAT(refusal_of<T>("%%MatrixMarket matrix coordinate real general\n1D0 1 1\n1 1 1\n"),
                HasSubstr("rows, columns and elements"));
}

TYPED_TEST(MarketRemarks, WholeNumbersWithoutASign) {
    using T = TypeParam;
    const std::string head = "%%MatrixMarket matrix coordinate unsigned-integer general\n1 2 2\n";
    const std::string text = head + "1 1 7\n1 2 18446744073709551615\n";
    EXPECT_THAT(values_in<T>(text), ElementsAre(T(7), T(RealOf<T>(18446744073709551615.0))));
    EXPECT_THAT(remarks_on(text), ElementsAre(HasSubstr("A.mtx:1: has unsigned-integer elements")));
    for (const std::string wrong : {"-1", "1.5", ""})
        EXPECT_EQ(refusal_of<T>(head + "1 1 7\n1 2 " + wrong + "\n"),
                  "A.mtx:4: a whole number of 0 or more is needed for the element");
    EXPECT_THAT(refusal_of<T>(head + "1 1 7\n1 2 18446744073709551616\n"), HasSubstr("too large"));
}

TYPED_TEST(MarketRemarks, ABannerMayHaveOnePercentSignAndLinesMayEndWithCr) {
    using T = TypeParam;
    const std::string text = "%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 5\n";
    EXPECT_THAT(values_in<T>(text), ElementsAre(T(5)));
    EXPECT_THAT(remarks_on(text), ElementsAre("A.mtx:1: begins with one %; the format has two"));
    const std::string lines =
        "%%MatrixMarket matrix coordinate real general\r% comment\r1 2 2\r\r1 1 5\r1 2 6\r";
    EXPECT_THAT(values_in<T>(lines), ElementsAre(T(5), T(6)));
    EXPECT_THAT(remarks_on(lines), ElementsAre(HasSubstr("A.mtx:1: ends with CR alone")));
    EXPECT_EQ(refusal_of<T>(lines + "1 2 7\r"),
              "A.mtx:7: is one element too many: the file says that it has 2");
    EXPECT_EQ(refusal_of<T>("MatrixMarket matrix coordinate real general\n1 1 1\n1 1 5\n"),
              "A.mtx:1: not a Matrix Market file: it does not begin with %%MatrixMarket");
}

TYPED_TEST(MarketRemarks, DiagonalsOfSkewSymmetricMatricesMayHaveZeros) {
    using T = TypeParam;
    const std::string head = "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 2\n2 1 5\n";
    EXPECT_THAT(values_in<T>(head + "2 2 -0.0\n"), ElementsAre(T(-5), T(5), T(0)));
    EXPECT_THAT(remarks_on(head + "\n2 2 0\n"),
                ElementsAre("A.mtx:5: has a zero on the diagonal of a skew-symmetric matrix"));
    EXPECT_EQ(refusal_of<T>(head + "2 2 1e-30\n"),
              "A.mtx:4: a skew-symmetric matrix has zeros alone on its diagonal");
}

template <class T>
class HermitianRemarks : public testing::Test {};
using ComplexTypesWithRemarks = testing::Types<std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(HermitianRemarks, ComplexTypesWithRemarks);

TYPED_TEST(HermitianRemarks, ImaginaryPartsOfRoundingOnTheDiagonalAreTakenForZero) {
    using T = TypeParam;
    const std::string head = "%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n2 1 3 4\n2 2 -2 ";
    EXPECT_THAT(values_in<T>(head + "4e-16\n"), ElementsAre(T(3, -4), T(3, 4), T(-2)));
    EXPECT_THAT(values_in<T>("%%MatrixMarket matrix array complex hermitian\n1 1\n8 -1e-16\n"),
                ElementsAre(T(8)));
    EXPECT_THAT(remarks_on(head + "4e-16\n"),
                ElementsAre(HasSubstr("A.mtx:4: has an imaginary part of rounding on the diagonal")));
    EXPECT_THAT(remarks_on("%%MatrixMarket matrix array complex hermitian\n2 2\n8 0\n1 2\n8 -1e-16\n"),
                ElementsAre(HasSubstr("A.mtx:5: has an imaginary part")));
    for (const std::string wrong : {"1e-5", "nan", "-2"})
        EXPECT_EQ(refusal_of<T>(head + wrong + "\n"),
                  "A.mtx:4: the diagonal of a hermitian matrix is real, up to 16 units of rounding");
    EXPECT_THAT(refusal_of<T>("%%MatrixMarket matrix coordinate complex hermitian\n1 1 1\n1 1 0 1e-20\n"),
                HasSubstr("is real"));
}

TEST(MarketLetters, FilesToTheLetterHaveNone) {
    const std::string head = "%%MatrixMarket matrix coordinate ";
    EXPECT_THAT(remarks_on(head + "real general\r\n% Dense and dull\r\n1 1 1\r\n%D\r\n1 1 1e0\r\n"),
                IsEmpty());
    EXPECT_THAT(remarks_on(head + "real skew-symmetric\n2 2 1\n2 1 5\n"), IsEmpty());
    EXPECT_THAT(remarks_on(head + "complex hermitian\n2 2 2\n2 1 5 6\n1 1 2 0\n"), IsEmpty());
}

}  // namespace
}  // namespace hg
