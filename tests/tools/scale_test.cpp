// hgctl's judgements at the ends of each type's range: right answers pass, wrong ones and NaN do not.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "tools/hgctl/matrices/linear_system.hpp"
#include "tools/workload/rule/product_error.hpp"
#include "tools/workload/rule/residual.hpp"
#include "tools/workload/rule/spmv_error.hpp"

namespace hgctl {
namespace {

template <class T>
class Scale : public testing::Test {};
using ScaledElements = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Scale, ScaledElements);

/// Powers of two of about 1e200 and 1e-160 in double precision, 1e25 and 1e-20 in single.
template <class T>
std::vector<int> extreme_exponents() {
    if constexpr (std::numeric_limits<PartOf<T>>::digits == 53) return {0, 664, -531};
    return {0, 83, -66};
}

template <class T>
T times_power(T x, int exponent) {
    return x * std::ldexp(PartOf<T>{1}, exponent);
}

template <class T>
NpyMatrix matrix_of(std::int64_t rows, const std::vector<T>& elements, int exponent) {
    NpyMatrix matrix =
        make_matrix(hg::element_type_of<T>(), rows, static_cast<std::int64_t>(elements.size()) / rows, true);
    for (std::size_t i = 0; i < elements.size(); ++i) matrix.as<T>()[i] = times_power(elements[i], exponent);
    return matrix;
}

/// 4 x 2 with columns of length 2, and two sides: the solutions are (3, 3) and (1, 0.5) by least squares.
template <class T>
struct TallSystem {
    TallSystem(int exponent_a, int exponent_b)
        : exponent_of_x(exponent_b - exponent_a),
          system{.a = matrix_of<T>(4, {1, 1, 1, 1, 0, 0, 0, 2}, exponent_a),
                 .b = matrix_of<T>(4, {3, 1, 5, 9, 0, 2, 1, 2}, exponent_b),
                 .factors = Factors::qr} {}

    /// Of X times these factors, row by row.
    [[nodiscard]] double scaled(const std::vector<T>& factors) const {
        const std::vector<T> x{T{3} * factors[0], T{3} * factors[1], T{1} * factors[2],
                               element_of<T>(0.5) * factors[3]};
        return residual<T>(system, matrix_of<T>(2, x, exponent_of_x)).scaled;
    }

    int exponent_of_x;
    LinearSystem system;
};

/// 2 x 2: the solutions are (3, -1) and (1, 2).
template <class T>
struct SquareSystem {
    SquareSystem(int exponent_a, int exponent_b)
        : exponent_of_x(exponent_b - exponent_a),
          system{.a = matrix_of<T>(2, {4, 1, 2, 3}, exponent_a),
                 .b = matrix_of<T>(2, {10, 0, 8, 7}, exponent_b)} {}

    [[nodiscard]] double scaled(const std::vector<T>& factors) const {
        const std::vector<T> x{T{3} * factors[0], T{-1} * factors[1], T{1} * factors[2], T{2} * factors[3]};
        return residual<T>(system, matrix_of<T>(2, x, exponent_of_x)).scaled;
    }

    int exponent_of_x;
    LinearSystem system;
};

template <class T, class System>
void judges_solutions() {
    const T one{1};
    const T near = one + T{std::numeric_limits<PartOf<T>>::epsilon()};
    const T off = element_of<T>(1.001);
    for (const int a : extreme_exponents<T>())
        for (const int b : extreme_exponents<T>()) {
            if (std::abs(b - a) > std::numeric_limits<PartOf<T>>::max_exponent - 4) continue;
            SCOPED_TRACE("A times 2^" + std::to_string(a) + ", B times 2^" + std::to_string(b));
            const System system(a, b);
            EXPECT_LT(system.scaled({one, one, one, one}), kGoodResidual);
            const double rounded = system.scaled({near, one, one, near});
            EXPECT_GT(rounded, 0);
            EXPECT_LT(rounded, kGoodResidual);
            EXPECT_GT(system.scaled({off, one, one, one}), kGoodResidual);
            EXPECT_GT(system.scaled({one, one, one, off}), kGoodResidual);
            EXPECT_GT(system.scaled({T{0}, T{0}, one, one}), kGoodResidual);
            EXPECT_GT(system.scaled({one, one, not_a_number<T>(), one}), kGoodResidual);
        }
}

TYPED_TEST(Scale, OfSquareSystemsDoesNotDecide) {
    judges_solutions<TypeParam, SquareSystem<TypeParam>>();
}

TYPED_TEST(Scale, OfLeastSquaresDoesNotDecide) {
    judges_solutions<TypeParam, TallSystem<TypeParam>>();
}

TYPED_TEST(Scale, OfOneColumnDoesNotHideAnother) {
    using T = TypeParam;
    for (const int exponent : extreme_exponents<T>()) {
        SCOPED_TRACE(exponent);
        LinearSystem system{.a = matrix_of<T>(2, {4, 1, 2, 3}, 0), .b = matrix_of<T>(2, {10, 0, 8, 7}, 0)};
        NpyMatrix x = matrix_of<T>(2, {3, -1, 1, 2}, 0);
        for (T* const data : {system.b.as<T>(), x.as<T>()})
            for (int i = 0; i < 2; ++i) data[i] = times_power(data[i], exponent);
        EXPECT_LT(residual<T>(system, x).scaled, kGoodResidual);
        for (int wrong = 0; wrong < 4; ++wrong) {
            const T right = x.as<T>()[wrong];
            x.as<T>()[wrong] *= element_of<T>(1.001);
            EXPECT_GT(residual<T>(system, x).scaled, kGoodResidual) << wrong;
            x.as<T>()[wrong] = right;
        }
    }
}

TYPED_TEST(Scale, OfProductsDoesNotDecide) {
    using T = TypeParam;
    for (const int exponent : extreme_exponents<T>()) {
        SCOPED_TRACE(exponent);
        // A B, of which B undoes the scale of A, and A A^T scaled by alpha.
        const std::vector<T> a{times_power(T{4}, exponent), times_power(T{1}, exponent)};
        std::vector<T> c{T{16}, T{4}, T{4}, T{1}};
        const StoredMatrix<T> A{a.data(), 2, 1, 2}, C{c.data(), 2, 2, 2};
        const ProductRule<T> rule{{{A, A.transpose()}}, times_power(T{1}, -exponent), T{0}};
        const auto error = [&] { return product_error<T>(rule, C, C); };
        const auto estimate = [&] { return product_error_estimate<T>(rule, C, C); };
        for (T& x : c) x = times_power(x, exponent);
        EXPECT_EQ(error(), 0);
        EXPECT_EQ(estimate(), 0);
        for (T& x : c) x *= element_of<T>(1.001);
        EXPECT_GT(error(), 1);
        EXPECT_GT(estimate(), 1);
        c[1] = element_of<T>(std::numeric_limits<PartOf<T>>::infinity());
        EXPECT_GT(error(), 1);
        EXPECT_GT(estimate(), 1);
    }
}

TYPED_TEST(Scale, OfSparseProductsDoesNotDecide) {
    using T = TypeParam;
    for (const int exponent : extreme_exponents<T>()) {
        SCOPED_TRACE(exponent);
        const std::vector<T> values{times_power(T{4}, exponent), times_power(T{2}, exponent),
                                    times_power(T{3}, exponent)};
        const auto A = hg::SparseMatrix<T>::from_coo(2, 2, std::vector<std::int32_t>{0, 0, 1},
                                                     std::vector<std::int32_t>{0, 1, 1}, values);
        const std::vector<T> x{times_power(T{1}, exponent), times_power(T{2}, exponent)};
        const T alpha = times_power(T{1}, -exponent);
        std::vector<T> y{times_power(T{8}, exponent), times_power(T{6}, exponent)};
        EXPECT_EQ(spmv_error<T>(alpha, A, x.data(), T{0}, nullptr, y.data()), 0);
        y[1] *= element_of<T>(1.001);
        EXPECT_GT(spmv_error<T>(alpha, A, x.data(), T{0}, nullptr, y.data()), 1);
        y[1] = not_a_number<T>();
        EXPECT_GT(spmv_error<T>(alpha, A, x.data(), T{0}, nullptr, y.data()), 1);
    }
}

TEST(InUnitsOf, PassesNothingThatIsNotANumber) {
    const double infinity = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(in_units_of(2.0, 1.0), 0.5);
    EXPECT_EQ(in_units_of(0.0, 0.0), 0);
    for (const auto& [bound, error] : std::vector<std::pair<double, double>>{{0, 1},
                                                                             {nan, 0},
                                                                             {nan, 1},
                                                                             {infinity, 0},
                                                                             {infinity, 1},
                                                                             {infinity, infinity},
                                                                             {1, nan},
                                                                             {1, infinity}})
        EXPECT_EQ(in_units_of(bound, error), infinity) << error << " in units of " << bound;
}

}  // namespace
}  // namespace hgctl
