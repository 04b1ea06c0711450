#include <gtest/gtest.h>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "blas/call/operands.hpp"
#include "blas/generated/arguments.hpp"
#include "interfaces/generated/blas_routines.hpp"
#include "support/argument_filler.hpp"
#include <hg/blas/session.hpp>

namespace hg {
namespace {

using test::ArgumentFiller;

/// Shapes and counts depend on letters and sizes that were filled before them.
TEST(ArgumentList, FillsWhatARoutineLists) {
    GemvArguments<double> call{};
    ArgumentFiller filler;
    list_arguments(call, filler);
    EXPECT_EQ(call.op, Op::trans);
    EXPECT_EQ(call.m, 3);
    EXPECT_EQ(call.lda, 4);
    EXPECT_EQ(call.incy, -2);
    EXPECT_EQ(call.beta, 2);
    ASSERT_NE(call.A, nullptr);
    EXPECT_EQ(filler.counts, (std::vector<std::int64_t>{3, 3}));
}

TEST(ArgumentList, TellsAFillerWhichOpsARoutineTakes) {
    Her2kArguments<std::complex<float>> call{};
    ArgumentFiller filler;
    list_arguments(call, filler);
    EXPECT_EQ(call.op, Op::conj_trans);
    EXPECT_EQ(call.beta, 2);
    ASSERT_EQ(filler.shapes.size(), std::size_t{3});
    EXPECT_EQ(filler.shapes[1].rows, call.k);
    EXPECT_EQ(filler.shapes[2].part, TilePart::upper);
    EXPECT_EQ(Operands(call).regions().size(), std::size_t{3});
}

TEST(Rows, CallEveryRoutine) {
    routines::for_each_blas_routine(
        [](const auto& row) { test::call_with_filled_arguments(row, Session::global()); });
}

TEST(Rows, KnowTheNamesOfAllTypes) {
    EXPECT_EQ(routines::Nrm2::kNames[2], "dznrm2");
    EXPECT_TRUE(routines::Her2k::Types::kHas<std::complex<double>>);
    EXPECT_FALSE(routines::Her2k::Types::kHas<double>);
}

}  // namespace
}  // namespace hg
