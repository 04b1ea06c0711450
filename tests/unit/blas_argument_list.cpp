#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "blas/call/argument_list.hpp"
#include "blas/level2/level2_arguments.hpp"
#include "blas/level3/symmetric/hermitian_arguments.hpp"

namespace hg {
namespace {

/// Fills all arguments: letters other than the first ones, sizes 2, 3, ..., and operands in one array.
template <class T>
class Filler : public ArgumentList<Filler<T>> {
  public:
    void op(std::string_view /*name*/, Op& value) { value = Op::trans; }
    void op(std::string_view /*name*/, Op& value, Op transposition) { value = transposition; }
    void uplo(Uplo& value) { value = Uplo::upper; }
    void side(Side& value) { value = Side::right; }
    void size(std::string_view /*name*/, std::int64_t& value) { value = next_size_++; }
    template <class Number>
    void scalar(std::string_view /*name*/, Number& value) {
        value = Number{2};
    }
    template <class Data>
    void matrix(std::string_view /*name*/, Data*& data, std::int64_t& ld, const Shape& shape,
                bool /*used*/ = true) {
        data = memory_.data();
        ld = shape.rows + 1;
        shapes.push_back(shape);
    }
    template <class Data>
    void strided(std::string_view /*name*/, Data*& data, std::int64_t& increment, std::int64_t count,
                 bool used = true) {
        data = memory_.data();
        increment = -2;
        counts.push_back(used ? count : 0);
    }

    std::vector<Shape> shapes{};
    std::vector<std::int64_t> counts{};

  private:
    std::array<T, 100> memory_{};
    std::int64_t next_size_ = 2;
};

/// Shapes and counts depend on letters and sizes that were filled before them.
TEST(ArgumentList, FillsWhatARoutineLists) {
    GemvArguments<double> call{};
    Filler<double> filler;
    list_arguments(call, filler);
    EXPECT_EQ(call.op, Op::trans);
    EXPECT_EQ(call.m, 2);
    EXPECT_EQ(call.n, 3);
    EXPECT_EQ(call.lda, 3);
    EXPECT_EQ(call.incy, -2);
    EXPECT_EQ(call.beta, 2);
    ASSERT_NE(call.A, nullptr);
    EXPECT_EQ(filler.counts, (std::vector<std::int64_t>{2, 3}));
}

TEST(ArgumentList, TellsAFillerWhichOpsARoutineTakes) {
    using Complex = std::complex<float>;
    Her2kArguments<Complex> call{};
    Filler<Complex> filler;
    list_arguments(call, filler);
    EXPECT_EQ(call.op, Op::conj_trans);
    EXPECT_EQ(call.beta, 2);
    ASSERT_EQ(filler.shapes.size(), std::size_t{3});
    EXPECT_EQ(filler.shapes[1].rows, call.k);
    EXPECT_EQ(filler.shapes[2].part, TilePart::upper);
    EXPECT_EQ(regions_of(call).size(), std::size_t{3});
}

}  // namespace
}  // namespace hg
