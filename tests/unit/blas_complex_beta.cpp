// beta = 1 leaves complex elements as the reference BLAS does: Inf and NaN of one part do not reach the
// other.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "kernels/gemm/gemm_sum.hpp"
#include "support/complex_samples.hpp"
#include "support/lu_runs.hpp"
#include "support/test_devices.hpp"
#include "support/vector_runs.hpp"
#include <hg/blas/gemm.hpp>
#include <hg/blas/hermitian.hpp>
#include <hg/blas/level1.hpp>
#include <hg/blas/level2.hpp>
#include <hg/blas/session.hpp>
#include <hg/blas/symm.hpp>
#include <hg/blas/syr2k.hpp>
#include <hg/blas/syrk.hpp>
#include <hg/kernels/scale.hpp>

namespace hg {
namespace {

template <class T>
class ComplexBetaOfOne : public testing::Test {
  protected:
    using Part = typename T::value_type;
    static constexpr std::int64_t kOrder = 12;

    static test::Matrix<T> matrix(std::int64_t rows, std::int64_t cols, unsigned seed) {
        return test::Matrix<T>(Layout::col_major, rows, cols, 2, seed);
    }

    /// One part of every third element is Inf, and of some it is NaN.
    static void corrupt(std::vector<T>& elements) {
        const Part inf = std::numeric_limits<Part>::infinity();
        for (std::size_t i = 0; i < elements.size(); i += 3) {
            const Part odd = i % 2 == 0 ? inf : i % 5 == 0 ? std::numeric_limits<Part>::quiet_NaN() : -inf;
            elements[i] = i % 4 < 2 ? T(odd, 1) : T(1, odd);
        }
    }

    /// Whether the parts that were finite still are.
    static testing::AssertionResult stays(const std::vector<T>& before, const std::vector<T>& after) {
        for (std::size_t i = 0; i < before.size(); ++i)
            if (std::isfinite(before[i].real()) != std::isfinite(after[i].real()) ||
                std::isfinite(before[i].imag()) != std::isfinite(after[i].imag()))
                return testing::AssertionFailure()
                       << "element " << i << " was " << before[i] << " and is " << after[i];
        return testing::AssertionSuccess();
    }

    /// Expects update(C) to leave them.
    template <class Update>
    static void expect_to_stay(const char* routine, std::int64_t rows, std::int64_t cols, Update update) {
        test::Matrix<T> c = matrix(rows, cols, 3);
        corrupt(c.data);
        const auto before = c.data;
        update(c);
        EXPECT_TRUE(stays(before, c.data)) << routine;
    }

    const test::Matrix<T> a_ = matrix(kOrder, kOrder, 1), b_ = matrix(kOrder, kOrder, 2);
    const T alpha_{Part(0.5), -2};
    Session session_{test::test_options()};
};

using ComplexTypes = testing::Types<std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(ComplexBetaOfOne, ComplexTypes);

TYPED_TEST(ComplexBetaOfOne, InProducts) {
    using T = TypeParam;
    const std::int64_t n = this->kOrder;
    const T *a = this->a_.data.data(), *b = this->b_.data.data();
    const std::int64_t ld = this->a_.ld;
    const T one{1};
    for (const Arithmetic arithmetic : {Arithmetic::native, Arithmetic::emulated}) {
        // Compilers take their time for kernels: on OpenCL a few stand for the others.
        if (arithmetic == Arithmetic::emulated && !test::on_host() && sizeof(T) > 8) continue;
        const ArithmeticScope scope(arithmetic);
        this->expect_to_stay("gemm", n, n, [&](auto& c) {
            gemm<T>(this->session_, Layout::col_major, Op::none, Op::none, n, n, n, this->alpha_, a, ld, b,
                    ld, one, c.data.data(), c.ld);
        });
        // Each of the blocks along k is added by beta = 1, and parts of one block by a kernel of their own.
        const std::int64_t depth = 8200;
        const test::Matrix<T> deep_a = this->matrix(2, depth, 4), deep_b = this->matrix(depth, 2, 5);
        this->expect_to_stay("a deep gemm", 2, 2, [&](auto& c) {
            gemm<T>(this->session_, Layout::col_major, Op::none, Op::none, 2, 2, depth, this->alpha_,
                    deep_a.data.data(), deep_a.ld, deep_b.data.data(), deep_b.ld, one, c.data.data(), c.ld);
        });
        if (!test::on_host()) continue;
        this->expect_to_stay("hemm", n, n, [&](auto& c) {
            hemm<T>(this->session_, Layout::col_major, Side::left, Uplo::lower, n, n, this->alpha_, a, ld, b,
                    ld, one, c.data.data(), c.ld);
        });
        this->expect_to_stay("symm", n, n, [&](auto& c) {
            symm<T>(this->session_, Layout::col_major, Side::right, Uplo::upper, n, n, this->alpha_, a, ld, b,
                    ld, one, c.data.data(), c.ld);
        });
        this->expect_to_stay("syrk", n, n, [&](auto& c) {
            syrk<T>(this->session_, Layout::col_major, Uplo::lower, Op::none, n, n, this->alpha_, a, ld, one,
                    c.data.data(), c.ld);
        });
        this->expect_to_stay("syr2k", n, n, [&](auto& c) {
            syr2k<T>(this->session_, Layout::col_major, Uplo::lower, Op::none, n, n, this->alpha_, a, ld, b,
                     ld, one, c.data.data(), c.ld);
        });
    }
}

TYPED_TEST(ComplexBetaOfOne, InProductsWithVectors) {
    using T = TypeParam;
    const std::int64_t n = this->kOrder;
    const T *a = this->a_.data.data(), *x = this->b_.data.data();
    for (const Op op : {Op::none, Op::conj_trans})
        this->expect_to_stay("gemv", n, 1, [&](auto& y) {
            gemv<T>(this->session_, Layout::col_major, op, n, n, this->alpha_, a, this->a_.ld, x, 1, T{1},
                    y.data.data(), 1);
        });
    this->expect_to_stay("hemv", n, 1, [&](auto& y) {
        hemv<T>(this->session_, Layout::col_major, Uplo::lower, n, this->alpha_, a, this->a_.ld, x, 1, T{1},
                y.data.data(), 1);
    });
    this->expect_to_stay("scal", n, 1, [&](auto& y) { scal<T>(this->session_, n, T{1}, y.data.data(), 1); });
}

TYPED_TEST(ComplexBetaOfOne, InKernelsThatAddAndScale) {
    using T = TypeParam;
    Machine& machine = this->session_.machine();
    constexpr ElementType kType = element_type_of<T>();
    const std::int64_t n = this->kOrder;
    const test::Matrix<T> parts = this->matrix(n, 2 * n, 6);
    this->expect_to_stay("gemm_sum", n, n, [&](auto& c) {
        test::InstructionRun(machine).in(parts).in_out(c).run(kernels::gemm_sum(kType, 2, false), {1.0, 1.0});
    });
    this->expect_to_stay("scale", n, n, [&](auto& c) {
        test::InstructionRun(machine).in_out(c).run(kernels::scale(kType), {1.0});
    });
}

}  // namespace
}  // namespace hg
