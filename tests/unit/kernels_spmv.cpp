#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "support/machine_test.hpp"
#include "support/spmv_samples.hpp"
#include "support/vector_runs.hpp"
#include <hg/kernels/spmv.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

using test::SpmvSample;

/// Where alpha and beta come from, as numbers: alpha is `alpha`, or `alpha` 3 / 4.
struct SpmvScalars {
    double alpha = -1.25, beta = 0.5;
    bool conjugated = false;
};

template <class T>
class SpmvTest : public test::MachineTest {
  protected:
    static constexpr ElementType type() { return element_type_of<T>(); }
    static T nan() { return static_cast<T>(std::numeric_limits<double>::quiet_NaN()); }

    /// Numbers in `columns` columns; the last row is NaN if it does not count.
    static std::vector<T> block(std::int64_t rows, std::int64_t columns, unsigned seed,
                                bool corrupt_last_row) {
        test::SpmvNumbers<T> number(seed);
        std::vector<T> all;
        for (std::int64_t c = 0; c < columns; ++c)
            for (std::int64_t i = 0; i < rows; ++i)
                all.push_back(corrupt_last_row && i + 1 == rows ? nan() : number());
        return all;
    }

    static void multiply(const SpmvParameters& p, const SpmvSample<T>& a, std::vector<T>& x,
                         std::vector<T>& y, std::int64_t columns, const SpmvScalars& scalars) {
        test::SpmvArrays<T> arrays = test::arrays_of(p, a);
        test::VectorRun run(*machine_);
        std::vector<RegisterId> structure;
        for (auto& array : arrays.structure)
            structure.push_back(run.matrix(array, static_cast<std::int64_t>(array.size()), 1));
        std::vector<RegisterId> operands = structure;
        operands.push_back(run.matrix(arrays.column, arrays.rows, arrays.cols));
        operands.push_back(run.matrix(arrays.value, arrays.rows, arrays.cols));
        operands.push_back(run.matrix(x, a.cols, columns));
        if (p.turned) {
            const std::int64_t pass = p.blocking.columns;
            const RegisterId turned = run.builder.reg(0, type(), (columns + pass - 1) / pass * pass, a.cols);
            run.builder.exec(spmv_turn(type()), {operands.back(), turned}, {});
            operands.back() = turned;
        }
        std::vector<RegisterId> rest = structure;
        if (leaves_rest(p.kernel)) {
            const std::int64_t groups =
                spmv_groups(p, a.rows, static_cast<std::int64_t>(arrays.value.size()));
            rest.push_back(run.builder.reg(0, type(), groups, 2 * columns));
            operands.push_back(rest.back());
        }
        std::vector<T> numbers[] = {{T{3}}, {T{4}}};
        std::vector<RegisterId> result{run.matrix(y, a.rows, columns)};
        for (const VectorCoefficient kind : {p.alpha, p.beta})
            for (int r = 0; r < static_cast<int>(kind); ++r) result.push_back(run.matrix(numbers[r], 1, 1));
        std::vector<Scalar> given{scalars.alpha};
        if (!p.overwrite && p.kernel != SpmvKernel::coo) given.emplace_back(scalars.beta);
        std::vector<Scalar> given_rest = given;
        if (is_complex(type())) given.emplace_back(scalars.conjugated ? 1.0 : 0.0);
        operands.insert(operands.end(), result.begin(), result.end());
        rest.insert(rest.end(), result.begin(), result.end());
        run.builder.exec(spmv_kernel(p), operands, given);
        if (leaves_rest(p.kernel)) run.builder.exec(spmv_rest(p), rest, given_rest);
        run.run();
    }

    static double factor_of(VectorCoefficient kind) {
        return kind == VectorCoefficient::number ? 1 : kind == VectorCoefficient::element ? 3 : 0.75;
    }

    /// The product within rounding; y holds NaN before if it is not to be read.
    static void check(SpmvParameters p, const SpmvSample<T>& a, std::int64_t columns,
                      SpmvScalars scalars = {}) {
        p.type = type();
        if (p.overwrite) scalars.beta = 0;
        if (p.kernel == SpmvKernel::coo) scalars.beta = 1;
        const bool reads_y = scalars.beta != 0;
        std::vector<T> x = block(a.cols, columns, 2, true);
        if (scalars.alpha == 0) std::fill(x.begin(), x.end(), nan());
        std::vector<T> y = reads_y ? block(a.rows, columns, 3, false)
                                   : std::vector<T>(static_cast<std::size_t>(a.rows * columns), nan());
        const std::vector<T> old = y;
        multiply(p, a, x, y, columns, scalars);
        for (std::int64_t c = 0; c < columns; ++c) {
            const test::PlainProduct<T> wanted(a, x.data() + c * a.cols, old.data() + c * a.rows,
                                               ScalarValue(scalars.alpha * factor_of(p.alpha)).as<T>(),
                                               ScalarValue(scalars.beta * factor_of(p.beta)).as<T>(),
                                               scalars.conjugated);
            for (std::int64_t i = 0; i < a.rows; ++i) {
                const auto row = static_cast<std::size_t>(i);
                const double error =
                    std::abs(y[row + static_cast<std::size_t>(c * a.rows)] - wanted.value[row]);
                const double eps = std::numeric_limits<PartOf<T>>::epsilon();
                ASSERT_LE(error, (8 + std::sqrt(double(a.length(i)))) * eps * wanted.sizes[row])
                    << name(p) << ": row " << i << " of " << a.rows << "x" << a.cols << ", column " << c;
            }
        }
    }

    /// A kernel on matrices of all kinds.
    static void check_shapes(const SpmvParameters& p) {
        check(p, test::spmv_sample<T>({0}, 3), 1);
        check(p, test::spmv_sample<T>({1}, 2), 3);
        check(p, test::spmv_sample<T>({700}, 900), 1);
        check(p, test::spmv_sample<T>({0, 0, 5, 0, 900, 0, 0}, 1000), 2);
        check(p, test::spmv_sample<T>(std::vector<int>(70, 7), 70), 1);
        check(p, test::spmv_sample<T>(test::uneven_lengths(301, 40, 4), 97), 5);
    }
};

using SpmvTypes = testing::Types<float, double, std::complex<double>>;
TYPED_TEST_SUITE(SpmvTest, SpmvTypes);

const std::vector<SpmvParameters>& small_kernels() {
    static const std::vector<SpmvParameters> all{
        {.kernel = SpmvKernel::csr_rows, .blocking = {.lanes = 4, .items = 16, .unroll = 2, .columns = 2}},
        {.kernel = SpmvKernel::csr_merge, .blocking = {.items = 8, .work = 3, .columns = 2}},
        {.kernel = SpmvKernel::sell,
         .blocking = {.lanes = 2, .items = 16, .unroll = 2, .slice = 4, .columns = 2}},
        {.kernel = SpmvKernel::ell, .blocking = {.items = 32, .unroll = 4, .columns = 2}},
        {.kernel = SpmvKernel::coo, .blocking = {.items = 8, .work = 3, .columns = 2}}};
    return all;
}

/// Those that take X^T.
const std::vector<SpmvParameters>& turned_kernels() {
    static const std::vector<SpmvParameters> all = [] {
        std::vector<SpmvParameters> made = small_kernels();
        for (SpmvParameters& p : made) p.turned = true;
        made[1].blocking.columns = 4;
        made[2].blocking.columns = 4;
        return made;
    }();
    return all;
}

/// All in double precision, two for other types: each kernel is compiled for each type.
template <class T>
std::vector<SpmvParameters> kernels_for() {
    if (std::is_same_v<T, double>) return small_kernels();
    return {small_kernels()[0], small_kernels()[is_complex(element_type_of<T>()) ? 1 : 4]};
}

TYPED_TEST(SpmvTest, AllKernelsMultiplyMatricesOfAllShapes) {
    for (const SpmvParameters& p : kernels_for<TypeParam>()) this->check_shapes(p);
}

TYPED_TEST(SpmvTest, TurnedVectorsGiveTheSameProducts) {
    const bool all = std::is_same_v<TypeParam, double>;
    for (std::size_t i = 0; i < (all ? turned_kernels().size() : 2); ++i) {
        const SpmvParameters& p = turned_kernels()[i];
        EXPECT_EQ(parse_spmv(name(p)), p);
        this->check(p, test::spmv_sample<TypeParam>({0, 0, 5, 0, 900, 0, 0}, 1000), 2);
        this->check(p, test::spmv_sample<TypeParam>(test::uneven_lengths(301, 40, 4), 97), 5);
    }
}

TYPED_TEST(SpmvTest, WhatDoesNotCountIsNotRead) {
    const auto a = test::spmv_sample<TypeParam>(test::uneven_lengths(50, 30, 5), 64);
    for (const SpmvParameters& p : kernels_for<TypeParam>()) {
        this->check(p, a, 2, {.alpha = 0});
        if (p.kernel != SpmvKernel::coo) this->check(p, a, 2, {.beta = 0});
        if (is_complex(this->type())) this->check(p, a, 2, {.conjugated = true});
    }
}

template <class T>
class SpmvOfReals : public SpmvTest<T> {};
using SpmvRealTypes = testing::Types<double>;
TYPED_TEST_SUITE(SpmvOfReals, SpmvRealTypes);

TYPED_TEST(SpmvOfReals, OverwritesYAndTakesCoefficientsFromRegisters) {
    const auto a = test::spmv_sample<TypeParam>(test::uneven_lengths(60, 30, 6), 64);
    for (SpmvParameters p : {small_kernels()[0], small_kernels()[1], small_kernels()[2]}) {
        p.alpha = VectorCoefficient::quotient;
        p.beta = VectorCoefficient::element;
        this->check(p, a, 1);
        p.alpha = p.beta = VectorCoefficient::number;
        p.overwrite = true;
        this->check(p, a, 1);
    }
}

TYPED_TEST(SpmvOfReals, OtherDivisionsOfWork) {
    const auto a = test::spmv_sample<TypeParam>(test::uneven_lengths(150, 90, 7), 128);
    const SpmvBlocking warp_a_row{.lanes = 32, .items = 64, .unroll = 1, .columns = 4};
    this->check({.kernel = SpmvKernel::csr_rows, .blocking = {.items = 1, .unroll = 1}}, a, 3);
    for (const int lanes : {16, 64})  // sub-groups of Intel's, and waves of AMD's devices
        this->check({.kernel = SpmvKernel::csr_rows, .blocking = {.lanes = lanes, .items = 64}}, a, 1);
    this->check({.kernel = SpmvKernel::csr_rows, .blocking = warp_a_row}, a, 3);
    this->check({.kernel = SpmvKernel::sell, .blocking = warp_a_row}, a, 3);
    this->check({.kernel = SpmvKernel::csr_merge, .blocking = {.items = 1, .work = 512}}, a, 1);
    this->check({.kernel = SpmvKernel::csr_merge, .blocking = {.items = 256, .work = 4}}, a, 1);
    this->check({.kernel = SpmvKernel::coo, .blocking = {.items = 2, .work = 2}}, a, 1);
}

/// A row of so many shares that a work-group adds them up, between rows that end in one.
TYPED_TEST(SpmvOfReals, OneDenseRowAmongShortOnes) {
    std::vector<int> lengths(100, 2);
    lengths[40] = 5000;
    lengths[41] = 300;
    const auto a = test::spmv_sample<TypeParam>(lengths, 6000);
    for (const SpmvKernel kernel : {SpmvKernel::csr_merge, SpmvKernel::coo})
        this->check({.kernel = kernel, .blocking = {.items = 8, .work = 3}}, a, 1);
}

/// Sums have the same bits in all formats with as many lanes, and on all devices.
TYPED_TEST(SpmvOfReals, BitsFollowFromLanes) {
    const auto a = test::spmv_sample<TypeParam>(test::uneven_lengths(90, 60, 8), 80);
    std::vector<TypeParam> x = this->block(a.cols, 1, 2, true);
    const auto product = [&](const SpmvParameters& p) {
        std::vector<TypeParam> y(static_cast<std::size_t>(a.rows));
        this->multiply(p, a, x, y, 1, {.beta = 0});
        return y;
    };
    const auto rows = [](SpmvKernel kernel, int lanes, int items) {
        return SpmvParameters{
            .kernel = kernel, .overwrite = true, .blocking = {.lanes = lanes, .items = items}};
    };
    EXPECT_EQ(product(rows(SpmvKernel::csr_rows, 1, 64)), product(rows(SpmvKernel::sell, 1, 64)));
    EXPECT_EQ(product(rows(SpmvKernel::csr_rows, 1, 64)), product(rows(SpmvKernel::ell, 1, 64)));
    EXPECT_EQ(product(rows(SpmvKernel::csr_rows, 8, 64)), product(rows(SpmvKernel::sell, 8, 64)));
    EXPECT_NE(product(rows(SpmvKernel::csr_rows, 8, 64)), product(rows(SpmvKernel::csr_rows, 1, 64)));
}

}  // namespace
}  // namespace hg::kernels
