// hg::gemm on complex matrices in host memory.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "support/test_devices.hpp"
#include <hg/blas/async.hpp>
#include <hg/blas/gemm.hpp>
#include <hg/blas/session.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr std::int64_t kGap = 3;  ///< elements between the columns or rows that nobody may touch

/// A matrix as stored, with a gap behind each column (or row).
template <class T>
struct Stored {
    Stored(Layout matrix_layout, std::int64_t stored_rows, std::int64_t stored_cols, unsigned seed)
        : layout(matrix_layout),
          rows(stored_rows),
          cols(stored_cols),
          ld((layout == Layout::col_major ? rows : cols) + kGap) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> part(-1, 1);
        elements.assign(static_cast<std::size_t>(ld * (layout == Layout::col_major ? cols : rows)), kGuard);
        for (std::int64_t j = 0; j < cols; ++j)
            for (std::int64_t i = 0; i < rows; ++i) {
                const double real = part(random);
                (*this)(i, j) = ScalarValue(real, part(random)).as<T>();
            }
    }

    [[nodiscard]] T& operator()(std::int64_t i, std::int64_t j) {
        return elements[static_cast<std::size_t>(layout == Layout::col_major ? i + j * ld : j + i * ld)];
    }
    /// Element (i, j) of op(X).
    [[nodiscard]] std::complex<double> at(Op op, std::int64_t i, std::int64_t j) {
        const T x = op == Op::none ? (*this)(i, j) : (*this)(j, i);
        return {x.real(), op == Op::conj_trans ? -x.imag() : x.imag()};
    }
    [[nodiscard]] bool gaps_untouched() const {
        const std::int64_t extent = ld - kGap;
        for (std::size_t i = 0; i < elements.size(); ++i)
            if (static_cast<std::int64_t>(i) % ld >= extent && elements[i] != kGuard) return false;
        return true;
    }

    static constexpr T kGuard{12345, -54321};
    Layout layout;
    std::int64_t rows, cols, ld;
    std::vector<T> elements;
};

struct Case {
    Layout layout = Layout::col_major;
    Op op_a = Op::none, op_b = Op::none;
    std::int64_t m = 0, n = 0, k = 0;
    std::complex<double> alpha = 1, beta = 0;

    [[nodiscard]] std::string text() const {
        return std::string{static_cast<char>(layout), ' ', static_cast<char>(op_a), static_cast<char>(op_b)} +
               " " + std::to_string(m) + " x " + std::to_string(n) + " x " + std::to_string(k);
    }
};

template <class T>
class ComplexGemm : public testing::Test {
  protected:
    static void SetUpTestSuite() { session_ = std::make_unique<Session>(test::test_options()); }
    static void TearDownTestSuite() { session_.reset(); }

    static Stored<T> a_of(const Case& c) {
        return c.op_a == Op::none ? Stored<T>(c.layout, c.m, c.k, 1) : Stored<T>(c.layout, c.k, c.m, 1);
    }
    static Stored<T> b_of(const Case& c) {
        return c.op_b == Op::none ? Stored<T>(c.layout, c.k, c.n, 2) : Stored<T>(c.layout, c.n, c.k, 2);
    }

    static void call(Session& session, const Case& c, const Stored<T>& a, const Stored<T>& b,
                     Stored<T>& out) {
        gemm<T>(session, c.layout, c.op_a, c.op_b, c.m, c.n, c.k, ScalarValue(c.alpha).as<T>(),
                a.elements.data(), a.ld, b.elements.data(), b.ld, ScalarValue(c.beta).as<T>(),
                out.elements.data(), out.ld);
    }

    /// |C - wanted| <= 3 eps (sqrt(2 k + 2) |alpha| |A| |B| + 2 |beta| |C|) in Frobenius norms.
    static void expect_right(const Case& c, Stored<T> a, Stored<T> b, Stored<T> before, Stored<T> got) {
        double norm_a = 0, norm_b = 0, norm_c = 0, apart = 0;
        for (std::int64_t p = 0; p < c.k; ++p) {
            for (std::int64_t i = 0; i < c.m; ++i) norm_a += std::norm(a.at(c.op_a, i, p));
            for (std::int64_t j = 0; j < c.n; ++j) norm_b += std::norm(b.at(c.op_b, p, j));
        }
        for (std::int64_t j = 0; j < c.n; ++j)
            for (std::int64_t i = 0; i < c.m; ++i) {
                std::complex<double> sum = 0;
                for (std::int64_t p = 0; p < c.k; ++p) sum += a.at(c.op_a, i, p) * b.at(c.op_b, p, j);
                std::complex<double> wanted = c.alpha == 0.0 ? 0.0 : c.alpha * sum;
                if (c.beta != 0.0) wanted += c.beta * before.at(Op::none, i, j);
                norm_c += std::norm(before.at(Op::none, i, j));
                apart += std::norm(got.at(Op::none, i, j) - wanted);
            }
        const double eps = std::numeric_limits<typename T::value_type>::epsilon();
        const double bound =
            3 * eps *
            (std::sqrt(2 * static_cast<double>(c.k) + 2) * std::abs(c.alpha) * std::sqrt(norm_a * norm_b) +
             (c.beta == 0.0 ? 0 : 2 * std::abs(c.beta) * std::sqrt(norm_c)));
        EXPECT_LE(std::sqrt(apart), bound) << c.text();
        EXPECT_TRUE(got.gaps_untouched()) << c.text();
    }

    static void check(const Case& c) {
        const Stored<T> a = a_of(c), b = b_of(c), before(c.layout, c.m, c.n, 3);
        Stored<T> out = before;
        call(*session_, c, a, b, out);
        expect_right(c, a, b, before, out);
        EXPECT_EQ(session_->statistics().failed_runs, 0U) << "others finished the call";
    }

    static std::unique_ptr<Session> session_;
};
template <class T>
std::unique_ptr<Session> ComplexGemm<T>::session_;

using ComplexTypes = testing::Types<std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(ComplexGemm, ComplexTypes);

using Number = std::complex<double>;

constexpr std::array kOps{Op::none, Op::trans, Op::conj_trans};

TYPED_TEST(ComplexGemm, AllCases) {
    for (const Layout layout : {Layout::col_major, Layout::row_major})
        for (const Op op_a : kOps)
            for (const Op op_b : kOps) {
                // Each pair is a kernel to compile: those of one type are enough.
                if (!test::on_host() && sizeof(TypeParam) == sizeof(std::complex<float>) &&
                    op_a != Op::conj_trans)
                    continue;
                for (const Number alpha : {Number(0), Number(1), Number(0.5, -2)})
                    for (const Number beta : {Number(0), Number(1), Number(-0.5, 1)})
                        this->check({layout, op_a, op_b, 37, 23, 29, alpha, beta});
            }
}

TYPED_TEST(ComplexGemm, SizesOfZeroOneAndMore) {
    for (const std::int64_t m : {0, 1, 66})
        for (const std::int64_t n : {0, 1, 35})
            for (const std::int64_t k : {0, 1, 130})
                for (const double beta : {0.0, 1.0, -0.5})
                    this->check(
                        {.op_b = Op::conj_trans, .m = m, .n = n, .k = k, .alpha = {1.5, 1}, .beta = beta});
}

TYPED_TEST(ComplexGemm, LargerThanABlock) {
    this->check({.op_a = Op::conj_trans, .m = 300, .n = 260, .k = 290, .alpha = {0, 1}, .beta = {0.5, 0.5}});
}

TYPED_TEST(ComplexGemm, BetaZeroNeverReadsCAndAlphaZeroNeitherAnorB) {
    const auto nan = std::numeric_limits<typename TypeParam::value_type>::quiet_NaN();
    const Case c{.m = 30, .n = 20, .k = 10, .alpha = {1, 2}};
    const auto a = this->a_of(c), b = this->b_of(c);
    Stored<TypeParam> before(c.layout, c.m, c.n, 3);
    Stored<TypeParam> out = before;
    out(3, 4) = {0, nan};
    this->call(*this->session_, c, a, b, out);
    this->expect_right(c, a, b, before, out);

    auto poisoned = a;
    poisoned(1, 1) = {nan, 0};
    const Case scales{.m = 30, .n = 20, .k = 10, .alpha = 0, .beta = {0, 1}};
    out = before;
    this->call(*this->session_, scales, poisoned, b, out);
    this->expect_right(scales, a, b, before, out);
}

/// NaN in one part of one element of A reaches its row of C, and nothing else.
TYPED_TEST(ComplexGemm, NanInOnePartSpreadsAlongARow) {
    const auto nan = std::numeric_limits<typename TypeParam::value_type>::quiet_NaN();
    const Case c{.m = 30, .n = 20, .k = 10};
    auto a = this->a_of(c);
    a(7, 2) = {1, nan};
    Stored<TypeParam> out(c.layout, c.m, c.n, 3);
    this->call(*this->session_, c, a, this->b_of(c), out);
    for (std::int64_t j = 0; j < c.n; ++j)
        for (std::int64_t i = 0; i < c.m; ++i) {
            EXPECT_EQ(std::isnan(out(i, j).real()), i == 7) << i << ", " << j;
            EXPECT_EQ(std::isnan(out(i, j).imag()), i == 7) << i << ", " << j;
        }
}

/// Where a machine has several devices of a kind, one of them gives the same bits as all.
TYPED_TEST(ComplexGemm, AnyNumberOfEqualDevicesGivesTheSameBits) {
    const Case c{.op_b = Op::trans, .m = 500, .n = 340, .k = 60, .alpha = {1, -1}, .beta = 1};
    const auto a = this->a_of(c), b = this->b_of(c);
    const Stored<TypeParam> before(c.layout, c.m, c.n, 3);
    Stored<TypeParam> all = before, one = before;
    this->call(*this->session_, c, a, b, all);
    Session alone(test::first_test_devices(1));
    this->call(alone, c, a, b, one);
    EXPECT_EQ(one.elements, all.elements);
}

TYPED_TEST(ComplexGemm, AllCasesEmulated) {
    const ArithmeticScope scope(Arithmetic::emulated);
    for (const Layout layout : {Layout::col_major, Layout::row_major})
        for (const Op op_a : kOps)
            for (const Op op_b : kOps) {
                // Plain OpenCL C multiplies residues slowly, and each pair has a native kernel to compile, too.
                const bool is_one_of_few = op_a == Op::conj_trans && op_b != Op::trans;
                if (!test::on_host() && (layout == Layout::row_major || !is_one_of_few)) continue;
                for (const Number beta : {Number(0), Number(-0.5, 1)})
                    if (test::on_host() || (beta == 0.0) == (op_b == Op::none))
                        this->check({layout, op_a, op_b, 37, 23, 29, {0.5, -2}, beta});
            }
    if (test::on_host())
        this->check({.op_a = Op::conj_trans, .m = 150, .n = 70, .k = 200, .alpha = {0, 1}, .beta = 1});
}

/// Sums of products that cancel, of more digits than the type has: they are only right if they are exact.
TYPED_TEST(ComplexGemm, EmulatedIntegersAreExact) {
    const ArithmeticScope scope(Arithmetic::emulated);
    const Case c{.op_b = Op::conj_trans, .m = 70, .n = 66, .k = 40};
    const std::int64_t most = sizeof(TypeParam) == 8 ? 4000 : 80000000;
    auto a = this->a_of(c), b = this->b_of(c);
    std::mt19937 random(7);
    const auto integer = [&] {
        return static_cast<typename TypeParam::value_type>(static_cast<std::int64_t>(random()) % most);
    };
    for (std::int64_t p = 0; p < c.k; p += 2) {
        for (std::int64_t i = 0; i < c.m; ++i) a(i, p + 1) = a(i, p) = {integer(), -integer()};
        for (std::int64_t j = 0; j < c.n; ++j) b(j, p + 1) = -(b(j, p) = {integer(), integer()});
    }
    for (std::int64_t j = 0; j < c.n; ++j) b(j, 0) += TypeParam{0, 1};
    Stored<TypeParam> out(c.layout, c.m, c.n, 3);
    this->call(*this->session_, c, a, b, out);
    for (std::int64_t j = 0; j < c.n; ++j)
        for (std::int64_t i = 0; i < c.m; ++i)
            ASSERT_EQ(out(i, j), a(i, 0) * TypeParam(0, -1)) << i << ", " << j;
}

/// NaN and Inf have no residues: native products take over.
TYPED_TEST(ComplexGemm, NanInOnePartSpreadsAlongARowIfEmulated) {
    const ArithmeticScope scope(Arithmetic::emulated);
    const auto nan = std::numeric_limits<typename TypeParam::value_type>::quiet_NaN();
    const Case c{.m = 30, .n = 20, .k = 10};
    auto a = this->a_of(c);
    a(7, 2) = {1, nan};
    Stored<TypeParam> out(c.layout, c.m, c.n, 3);
    this->call(*this->session_, c, a, this->b_of(c), out);
    for (std::int64_t j = 0; j < c.n; ++j)
        for (std::int64_t i = 0; i < c.m; ++i)
            EXPECT_EQ(std::isnan(out(i, j).imag()), i == 7) << i << ", " << j;
}

TYPED_TEST(ComplexGemm, WithoutWaiting) {
    using T = TypeParam;
    const Case c{.m = 60, .n = 50, .k = 40, .alpha = {0, 1}};
    const auto a = this->a_of(c), b = this->b_of(c);
    const Stored<T> before(c.layout, c.m, c.n, 3);
    Stored<T> out = before;
    Call call =
        gemm_async<T>(*this->session_, c.layout, c.op_a, c.op_b, c.m, c.n, c.k, T{0, 1}, a.elements.data(),
                      a.ld, b.elements.data(), b.ld, T{0}, out.elements.data(), out.ld);
    call.wait();
    this->expect_right(c, a, b, before, out);
}

TEST(ComplexGemmFaces, HaveTheNamesOfBlas) {
    const std::complex<double> z(1, 2), alpha(0, 1);
    std::complex<double> out(5, 5);
    zgemm(Layout::col_major, Op::conj_trans, Op::none, 1, 1, 1, alpha, &z, 1, &z, 1, 0.0, &out, 1);
    EXPECT_EQ(out, std::complex<double>(0, 5));
    const std::complex<float> c(1, 2);
    std::complex<float> single(5, 5);
    cgemm(Layout::row_major, Op::trans, Op::none, 1, 1, 1, 1.0F, &c, 1, &c, 1, 1.0F, &single, 1);
    EXPECT_EQ(single, std::complex<float>(2, 9));
    try {
        zgemm(Layout::col_major, Op::none, Op::none, 2, 1, 1, alpha, &z, 1, &z, 1, 0.0, &out, 2);
        ADD_FAILURE() << "lda is too small";
    } catch (const Error& error) {
        EXPECT_NE(error.message().find("zgemm"), std::string::npos) << error.message();
        EXPECT_NE(error.message().find("lda"), std::string::npos) << error.message();
    }
}

}  // namespace
}  // namespace hg
