// beta = 1 leaves complex elements as the reference BLAS does: Inf and NaN of one part do not reach the
// other.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string_view>

#include "kernels/gemm/gemm_sum.hpp"
#include "support/complex_samples.hpp"
#include "support/lu_runs.hpp"
#include "support/problems.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/session.hpp>
#include <hg/kernels/scale.hpp>

namespace hg {
namespace {

/// One part of every third element is Inf, and of some it is NaN.
std::complex<double> odd_part(std::int64_t place, std::complex<double> element) {
    const double inf = std::numeric_limits<double>::infinity();
    if (place % 3 != 0) return element;
    const double odd = place % 2 == 0 ? inf : place % 5 == 0 ? std::nan("") : -inf;
    return place % 4 < 2 ? std::complex<double>(odd, 1) : std::complex<double>(1, odd);
}

/// Whether the parts that were finite still are, and no others.
bool same_parts_are_finite(std::complex<double> before, std::complex<double> after) {
    return std::isfinite(before.real()) == std::isfinite(after.real()) &&
           std::isfinite(before.imag()) == std::isfinite(after.imag());
}

template <class T>
class ComplexBetaOfOne : public testing::Test {
  protected:
    /// Expects a call to leave finite the parts of its output, of rows x cols elements, that were.
    void expect_to_stay(std::string_view routine, std::string_view output, std::int64_t rows,
                        std::int64_t cols, test::Given given) {
        given.alpha = routine == "scal" ? std::complex<double>(1) : std::complex<double>(0.5, -2);
        given.beta = 1;
        given.gap = 2;
        const auto problem = test::make_problem(routine, element_type_of<T>(), given);
        const auto for_each = [&](const auto& act) {
            for (std::int64_t j = 0; j < cols; ++j)
                for (std::int64_t i = 0; i < rows; ++i)
                    if (problem->counts(output, i, j)) act(i, j);
        };
        for_each([&](auto i, auto j) {
            problem->set(output, i, j, odd_part(i + j * (rows + 2), problem->was(output, i, j)));
        });
        problem->call(session_);
        for_each([&](auto i, auto j) {
            EXPECT_TRUE(same_parts_are_finite(problem->was(output, i, j), problem->now(output, i, j)))
                << routine << ", " << i << ", " << j << ": " << problem->now(output, i, j);
        });
    }

    static constexpr std::int64_t kOrder = 12;
    Session session_{test::test_options()};
};
using ComplexTypes = testing::Types<std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(ComplexBetaOfOne, ComplexTypes);

TYPED_TEST(ComplexBetaOfOne, InProducts) {
    const std::int64_t n = this->kOrder;
    for (const Arithmetic arithmetic : {Arithmetic::native, Arithmetic::emulated}) {
        // Compilers take their time for kernels: on OpenCL a few stand for the others.
        if (arithmetic == Arithmetic::emulated && !test::on_host() && sizeof(TypeParam) > 8) continue;
        const ArithmeticScope scope(arithmetic);
        this->expect_to_stay("gemm", "C", n, n, {.m = n, .n = n, .k = n});
        // Each of the blocks along k is added by beta = 1, and parts of one block by a kernel of their own.
        this->expect_to_stay("gemm", "C", 2, 2, {.m = 2, .n = 2, .k = 8200});
        if (!test::on_host()) continue;
        this->expect_to_stay("hemm", "C", n, n, {.m = n, .n = n});
        this->expect_to_stay("symm", "C", n, n, {.side = Side::right, .uplo = Uplo::upper, .m = n, .n = n});
        for (const std::string_view routine : {"syrk", "syr2k"})
            this->expect_to_stay(routine, "C", n, n, {.n = n, .k = n});
    }
}

TYPED_TEST(ComplexBetaOfOne, InProductsWithVectors) {
    const std::int64_t n = this->kOrder;
    for (const Op op : {Op::none, Op::conj_trans})
        this->expect_to_stay("gemv", "y", n, 1, {.op = op, .m = n, .n = n});
    this->expect_to_stay("hemv", "y", n, 1, {.n = n});
    this->expect_to_stay("scal", "x", n, 1, {.n = n});
}

TYPED_TEST(ComplexBetaOfOne, InKernelsThatAddAndScale) {
    using T = TypeParam;
    constexpr ElementType kType = element_type_of<T>();
    const std::int64_t n = this->kOrder;
    const auto expect_kernel = [&](const auto& update) {
        test::Matrix<T> c(Layout::col_major, n, n, 2, 3);
        for (std::size_t i = 0; i < c.data.size(); ++i)
            c.data[i] = static_cast<T>(odd_part(static_cast<std::int64_t>(i), test::wide(c.data[i])));
        const test::Matrix<T> before = c;
        test::InstructionRun run(this->session_.machine());
        update(run, c);
        for (std::size_t i = 0; i < c.data.size(); ++i)
            EXPECT_TRUE(same_parts_are_finite(test::wide(before.data[i]), test::wide(c.data[i]))) << i;
    };
    const test::Matrix<T> parts(Layout::col_major, n, 2 * n, 2, 6);
    expect_kernel([&](test::InstructionRun& run, test::Matrix<T>& c) {
        run.in(parts).in_out(c).run(kernels::gemm_sum(kType, 2, false), {1.0, 1.0});
    });
    expect_kernel([&](test::InstructionRun& run, test::Matrix<T>& c) {
        run.in_out(c).run(kernels::scale(kType), {1.0});
    });
}

}  // namespace
}  // namespace hg
