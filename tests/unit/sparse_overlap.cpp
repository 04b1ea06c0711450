#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "support/expected_error.hpp"
#include "support/sparse_samples.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/session.hpp>
#include <hg/sparse/distributed_sparse_matrix.hpp>
#include <hg/sparse/host_product.hpp>
#include <hg/sparse/spmv.hpp>

namespace hg {
namespace {

/// The message of the Error that a call ends with.
std::string refusal_of_product(const std::function<void()>& call) {
    return test::expect_error(ErrorCode::invalid_argument, {},
                              [&] {
                                  call();
                                  return 0;
                              })
        .what();
}

TEST(SpmvOverlap, WhatIsWrittenMustNotOverlapWhatIsRead) {
    using Number = std::complex<float>;
    Session on_devices(test::first_test_devices(1));
    const auto A = random_rows_matrix<Number>(20, 20, 1, 4, 1);
    const std::vector<Number> before = test::random_vector<Number>(200, 1);
    std::vector<Number> both = before;
    const std::span<Number> x(both.data(), 20), y(both.data() + 19, 20), apart(both.data() + 20, 20);
    MachineOptions options = test::first_test_devices(1);
    options.host_below = 1e9;
    Session of_host(options);
    const std::string overlaps = " (y) overlaps x";
    for (const bool streamed : {false, true}) {
        DistributedSparseMatrix<Number> distributed(A, Op::none, {.streamed = streamed}, &on_devices);
        const auto multiply = [&](std::int64_t columns, std::int64_t ldx, std::size_t from,
                                  std::int64_t ldy) {
            return refusal_of_product(
                [&] { distributed.multiply(columns, 1, both.data(), ldx, 0, both.data() + from, ldy); });
        };
        EXPECT_EQ(refusal_of_product([&] { distributed.multiply(1, x, 0, y); }),
                  "multiply: argument 4" + overlaps);
        EXPECT_EQ(multiply(1, 20, 0, 20), "multiply: argument 6 (Y) overlaps X");
        EXPECT_EQ(multiply(3, 40, 99, 20), "multiply: argument 6 (Y) overlaps X");
        EXPECT_EQ(multiply(2, 60, 70, 40), "multiply: argument 6 (Y) overlaps X");
    }
    for (Session* session : {&of_host, &on_devices})
        for (const Op op : {Op::none, Op::trans, Op::conj_trans})
            EXPECT_EQ(refusal_of_product([&] { spmv(op, 1, A, x, 1, y, {}, session); }),
                      "spmv: argument 6" + overlaps);
    EXPECT_EQ(refusal_of_product([&] { host_product(Op::none, 1, A, x, 1, x); }),
              "host_product: argument 6" + overlaps);
    EXPECT_EQ(both, before) << "nothing was touched";
    DistributedSparseMatrix<Number> distributed(A, Op::none, {}, &on_devices);
    EXPECT_NO_THROW(distributed.multiply(1, x, 0, apart));
    EXPECT_NO_THROW(distributed.multiply(2, 1, both.data(), 40, 0, both.data() + 20, 80))
        << "between X's columns";
    EXPECT_NO_THROW(distributed.multiply(0, x, 2, x)) << "alpha = 0 does not read x";
    EXPECT_NO_THROW(spmv(Op::none, 0, A, x, 2, x, {}, &of_host));
}

TEST(SpmvOverlap, ArraysThatAMatrixHasAdoptedMustNotBeWritten) {
    Session on_devices(test::first_test_devices(1));
    std::vector<std::int64_t> start{0, 1, 2};
    std::vector<std::int32_t> column{0, 1};
    std::vector<double> value{2, 3}, x{1, 1};
    CsrArrays<double> arrays;
    arrays.rows = arrays.cols = 2;
    arrays.row_start = HostArray<std::int64_t>(start.data(), 3);
    arrays.column = HostArray<std::int32_t>(column.data(), 2);
    arrays.value = HostArray<double>(value.data(), 2);
    const auto A = SparseMatrix<double>::adopt(std::move(arrays));
    DistributedSparseMatrix<double> distributed(A, Op::none, {}, &on_devices);
    const std::span<double> in_start(reinterpret_cast<double*>(start.data()), 2);
    EXPECT_THAT(refusal_of_product([&] { spmv(Op::none, 1, A, x, 0, std::span(value), {}, &on_devices); }),
                testing::HasSubstr("(y) overlaps the values of A"));
    EXPECT_THAT(refusal_of_product([&] { distributed.multiply(1, x, 0, std::span(value)); }),
                testing::HasSubstr("(y) overlaps the values of A"));
    EXPECT_THAT(refusal_of_product([&] { distributed.multiply(1, x, 0, in_start); }),
                testing::HasSubstr("(y) overlaps the row starts of A"));
    EXPECT_THAT(value, testing::ElementsAre(2, 3));
}

}  // namespace
}  // namespace hg
