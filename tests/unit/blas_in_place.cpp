// Operands that a device reads in the caller's memory.
#include <gtest/gtest.h>

#include "support/in_place_bits.hpp"

namespace hg {
namespace {

using test::Given;

TEST(BlasInPlace, ProductsHaveTheBitsOfCopies) {
    constexpr Given sizes{.m = 219, .n = 180, .k = 317, .alpha = 1.5, .beta = -1.25};
    Given crossed = sizes;
    crossed.op = Op::trans, crossed.op_b = Op::conj_trans, crossed.uplo = Uplo::upper;
    test::expect_bits_of_copies(ElementType::f64, {{"gemm", sizes},
                                                   {"gemm", crossed},
                                                   {"symm", sizes},
                                                   {"syrk", crossed},
                                                   {"syr2k", sizes},
                                                   {"trmm", crossed},
                                                   {"trsm", sizes}});
    test::expect_bits_of_copies(ElementType::c64, {{"gemm", sizes}});
}

TEST(BlasInPlace, MatricesTimesVectorsHaveTheBitsOfCopies) {
    Given given{.m = 701, .n = 500, .alpha = 1.5, .beta = 0.5};
    for (const Op op : {Op::none, Op::conj_trans}) {
        given.op = op;
        test::expect_bits_of_copies(ElementType::f64, {{"gemv", given},
                                                       {"trmv", given},
                                                       {"trsv", given},
                                                       {"symv", given},
                                                       {"ger", given},
                                                       {"dot", given},
                                                       {"axpy", given}});
    }
}

}  // namespace
}  // namespace hg
