// Calls of BLAS have the same bits on any number of devices.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <utility>

#include "support/problems_on_devices.hpp"

namespace hg {
namespace {

using test::Given;

class AnyDevices : public test::AnyDevicesTest {};

/// Sizes of calls, which no block divides.
constexpr Given kWideProduct{.m = 419, .n = 300, .k = 517, .alpha = 1.5, .beta = -1.25};
constexpr Given kTallProduct{.m = 300, .n = 643, .k = 77, .alpha = 1.5, .beta = -1.25};

/// The same sizes with other letters.
Given with(Given sizes, Side side, Uplo uplo, Op op, Op op_b = Op::none) {
    sizes.side = side, sizes.uplo = uplo, sizes.op = op, sizes.op_b = op_b;
    return sizes;
}

TEST_P(AnyDevices, ProductsHaveTheSameBits) {
    for (const Given& sizes : {kWideProduct, kTallProduct}) {
        expect_same_bits(
            {{"gemm", sizes}, {"gemm", with(sizes, Side::left, Uplo::lower, Op::trans, Op::conj_trans)}});
        for (const char* routine : {"symm", "hemm", "syrk", "syr2k", "herk", "her2k"})
            expect_same_bits({{routine, with(sizes, Side::left, Uplo::lower, Op::none)},
                              {routine, with(sizes, Side::right, Uplo::upper, Op::trans)}});
    }
}

TEST_P(AnyDevices, TrianglesHaveTheSameBits) {
    for (const char* routine : {"trmm", "trsm"})
        expect_same_bits({{routine, with(kWideProduct, Side::left, Uplo::lower, Op::none)},
                          {routine, with(kTallProduct, Side::left, Uplo::upper, Op::conj_trans)},
                          {routine, with(kWideProduct, Side::right, Uplo::lower, Op::trans)},
                          {routine, with(kTallProduct, Side::right, Uplo::upper, Op::none)}});
}

/// Triangles whose inverse can't be trusted are solved with element by element.
TEST_P(AnyDevices, IllConditionedTrianglesHaveTheSameBits) {
    constexpr std::int64_t kOrder = 150, kOthers = 331;
    for (const auto& [side, uplo] : {std::pair(Side::left, Uplo::lower), std::pair(Side::right, Uplo::upper),
                                     std::pair(Side::right, Uplo::lower)}) {
        const bool left = side == Side::left;
        const std::int64_t m = left ? kOrder : kOthers, n = left ? kOthers : kOrder;
        const auto problem =
            test::make_problem("trsm", GetParam(), {.side = side, .uplo = uplo, .m = m, .n = n});
        const auto random = test::make_problem("getrf", GetParam(), {.m = kOrder, .n = kOrder});
        for (std::int64_t j = 0; j < kOrder; ++j)
            for (std::int64_t i = 0; i < kOrder; ++i)
                if (problem->counts("A", i, j))
                    problem->set("A", i, j, 0.25 * (i == j ? 1.0 : random->was("A", i, j)));
        expect_same_bits(*problem);
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < m; ++i)
                ASSERT_TRUE(std::isfinite(std::abs(problem->now("B", i, j)))) << i << ", " << j;
    }
}

TEST_P(AnyDevices, MatricesTimesVectorsHaveTheSameBits) {
    Given given{.m = 1201, .n = 907, .alpha = 1.5, .beta = 0.5};
    expect_same_bits({{"ger", given}, {"geru", given}, {"gerc", given}});
    for (const Op op : {Op::none, Op::conj_trans}) {
        given.op = op;
        given.n = 907;
        expect_same_bits({{"gemv", given}});
        given.n = 1201;
        given.uplo = op == Op::none ? Uplo::lower : Uplo::upper;
        expect_same_bits({{"trmv", given}, {"trsv", given}, {"symv", given}, {"hemv", given}});
    }
}

INSTANTIATE_TEST_SUITE_P(All, AnyDevices, testing::ValuesIn(test::all_types()), test::name_of_type);

}  // namespace
}  // namespace hg
