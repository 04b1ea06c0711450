// Arguments of all routines of BLAS.
#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "interfaces/generated/blas_routines.hpp"
#include "support/argument_faults.hpp"
#include "support/expected_error.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/host_buffer.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

TEST(BlasArguments, WrongOnesAreNumberedAndNamed) {
    Session session(test::test_options());
    routines::for_each_blas_routine([&](const auto& row) { test::expect_all_faults(session, row); });
    EXPECT_EQ(session.statistics().runs, 0U);
}

TEST(BlasArguments, NullIsFineWhereNothingIsTouched) {
    Session devices(test::test_options()), cpu(test::small_calls_on_cpu());
    routines::for_each_blas_routine([&](const auto& row) { test::expect_null_is_fine(devices, cpu, row); });
}

/// Elements of the output that count are multiplied by `factor`, all others stay.
template <class T>
void expect_scaled(const std::string& name, const test::MadeArguments& made, double factor) {
    const auto& [data, ld, shape] = made.output;
    for (std::int64_t j = 0; j < shape.cols; ++j)
        for (std::int64_t i = 0; i < ld; ++i) {
            const RowRange rows = rows_of_column(shape, j);
            const double wanted = i >= rows.begin && i < rows.end ? 7 * factor : 7;
            EXPECT_EQ(static_cast<const T*>(data)[i + j * ld], T(static_cast<RealOf<T>>(wanted)))
                << name << ": " << i << ", " << j;
        }
}

/// Without alpha or, for sums over k, without terms, only beta counts: factors may be null. All triangles and
/// layouts.
template <class Row, class T>
void check_scaling(Session& session, const test::TypedRow<Row, T>& row) {
    for (const Layout layout : {Layout::col_major, Layout::row_major})
        for (const unsigned letters : {0U, 3U})
            for (const double beta : {0.0, 1.0, 0.5}) {
                const auto made = test::call_with_null(
                    session, row, {.layout = layout, .letters = letters, .alpha = 0, .beta = beta});
                expect_scaled<T>(row.name, made, made.factor());
                if constexpr (requires(typename Row::template Arguments<T> c) { c.k; }) {
                    constexpr bool kHasM = requires(typename Row::template Arguments<T> c) {
                        c.m;
                    };
                    const auto sum = test::call_with_null(
                        session, row,
                        {.layout = layout, .letters = letters, .sizes = {4, kHasM ? 5 : 0, 0}, .beta = beta});
                    expect_scaled<T>(row.name, sum, beta);
                }
            }
}

TEST(BlasArguments, AFactorOfZeroScalesTheOutputAlone) {
    Session cpu(test::small_calls_on_cpu());
    routines::for_each_blas_routine([&]<class Row>(const Row& each) {
        if constexpr (Row::kLevel == 3)
            test::for_each_type(each,
                                [&]<class T>(const test::TypedRow<Row, T>& row) { check_scaling(cpu, row); });
    });
}

/// Empty matrices may be as long as 64 bits allow.
TEST(BlasArguments, SizesMayExceed32Bits) {
    Session session(test::test_options());
    routines::for_each_blas_routine([&]<class Row>(const Row& each) {
        if constexpr (requires(typename Row::template Arguments<std::complex<double>> c) { c.side; })
            test::for_each_type(each, [&](const auto& row) {
                test::call_with_null(session, row, {.letters = 1, .sizes = {std::int64_t{1} << 40, 0, 0}});
            });
    });
    EXPECT_EQ(session.statistics().runs, 0U);
}

TEST(BlasArguments, AreSaidInWords) {
    const auto words_of = [](const auto& call) { return test::error_of(call).message(); };
    const float* none = nullptr;
    EXPECT_EQ(words_of([&] {
                  sgemm(Layout::col_major, Op::none, Op::none, -1, 1, 1, 1, none, 1, none, 1, 0, nullptr, 1);
              }),
              "sgemm: argument 4 (m) must not be negative, but is -1");
    EXPECT_EQ(words_of([&] {
                  ssyr2k(Layout::col_major, Uplo::lower, Op::none, 0, -2, 1, none, 1, none, 1, 0, nullptr, 1);
              }),
              "ssyr2k: argument 5 (k) must not be negative, but is -2");
    std::complex<double> z;
    EXPECT_EQ(words_of([&] { zherk(Layout::col_major, Uplo::lower, Op::trans, 1, 1, 1, &z, 1, 0, &z, 1); }),
              "zherk: argument 3 (op) must be none or conj_trans");
}

TEST(HostBufferArguments, NegativeAndImpossibleCountsAreRefused) {
    Session session(test::test_options());
    for (std::int64_t count : {std::int64_t{-1}, std::numeric_limits<std::int64_t>::max()}) try {
            const HostBuffer<double> buffer(session, count);
            FAIL() << count;
        } catch (const Error& error) {
            EXPECT_EQ(error.context().argument_name, "count");
        }
}

}  // namespace
}  // namespace hg
