#include <gtest/gtest.h>

#include <complex>
#include <limits>
#include <random>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "tools/tuner/gemm/gemm_reference.hpp"

namespace hg::kernels {
namespace {

constexpr GemmScalars kScalars{1.375, -0.4375};
constexpr GemmScalars kComplexScalars{{1.375, -0.625}, {-0.4375, 0.75}};

/// Random matrices of a shape, with gaps of NaN below their columns, and their product.
template <class T>
struct Sample {
    static constexpr GemmScalars kFactors = is_complex(element_type_of<T>()) ? kComplexScalars : kScalars;
    GemmShape shape;
    std::vector<T> a, b, c, result;
    GemmOperands<T> operands;

    explicit Sample(GemmShape s) : shape(s) {
        shape.type = element_type_of<T>();
        std::mt19937 random(3);
        std::uniform_real_distribution<double> value(-0.5, 0.5);
        const auto make = [&](std::int64_t rows, std::int64_t cols) {
            std::vector<T> x(static_cast<std::size_t>((rows + 3) * cols),
                             std::numeric_limits<PartOf<T>>::quiet_NaN());
            for (std::int64_t j = 0; j < cols; ++j)
                for (std::int64_t i = 0; i < rows; ++i) {
                    const double real = value(random);
                    x[static_cast<std::size_t>(i + j * (rows + 3))] =
                        ScalarValue(real, is_complex(shape.type) ? value(random) : 0).as<T>();
                }
            return x;
        };
        const std::int64_t a_rows = s.transpose_a ? s.k : s.m;
        const std::int64_t b_rows = s.transpose_b ? s.n : s.k;
        a = make(a_rows, s.m + s.k - a_rows);
        b = make(b_rows, s.k + s.n - b_rows);
        c = make(s.m, s.n);
        operands = {a.data(), b.data(), c.data(), a_rows + 3, b_rows + 3, s.m + 3};
        result = product(true);
    }

    [[nodiscard]] std::vector<T> product(bool reads_c) const {
        std::vector<T> got = c;
        const auto element = [](const std::vector<T>& x, std::int64_t ld, bool transposed, std::int64_t i,
                                std::int64_t j) {
            return x[static_cast<std::size_t>(transposed ? j + i * ld : i + j * ld)];
        };
        const auto alpha = ScalarValue(kFactors.alpha).as<T>();
        const auto beta = ScalarValue(kFactors.beta).as<T>();
        for (std::int64_t j = 0; j < shape.n; ++j)
            for (std::int64_t i = 0; i < shape.m; ++i) {
                T sum = 0;
                for (std::int64_t p = 0; p < shape.k; ++p)
                    sum = multiply_add(element(a, operands.lda, shape.transpose_a, i, p),
                                       element(b, operands.ldb, shape.transpose_b, p, j), sum);
                T& place = got[static_cast<std::size_t>(i + j * operands.ldc)];
                place = reads_c ? multiply_add(beta, place, multiply(alpha, sum)) : multiply(alpha, sum);
            }
        return got;
    }
    T& at(std::int64_t i, std::int64_t j) { return result[static_cast<std::size_t>(i + j * operands.ldc)]; }
};

template <class T>
void check(const GemmShape& shape) {
    const Sample<T> sample(shape);
    for (const auto& reference : {whole_reference(sample.shape, sample.operands, sample.kFactors),
                                  projected_reference(sample.shape, sample.operands, sample.kFactors)}) {
        EXPECT_EQ(reference->fault_of(sample.result.data(), true), "");
        EXPECT_EQ(reference->fault_of(sample.product(false).data(), false), "");
        EXPECT_NE(reference->fault_of(sample.result.data(), false), "") << "beta is not 0";
        EXPECT_NE(reference->fault_of(sample.c.data(), true), "") << "C as it was";
        for (const auto& [i, j] :
             {std::pair{0L, 0L}, {shape.m - 1, shape.n - 1}, {shape.m / 2, shape.n / 3}}) {
            Sample<T> wrong = sample;
            wrong.at(i, j) += static_cast<PartOf<T>>(0.01);
            const std::string fault = reference->fault_of(wrong.result.data(), true);
            EXPECT_NE(fault.find(std::to_string(i)), std::string::npos)
                << "(" << i << ", " << j << "): " << fault;
            wrong.at(i, j) = std::numeric_limits<PartOf<T>>::quiet_NaN();
            EXPECT_NE(reference->fault_of(wrong.result.data(), true), "");
        }
    }
}

TEST(TunerReference, BothKindsJudgeRightly) {
    for (const bool transpose_a : {false, true})
        for (const bool transpose_b : {false, true}) {
            check<double>(
                {.transpose_a = transpose_a, .transpose_b = transpose_b, .m = 37, .n = 41, .k = 53});
            check<float>({.transpose_a = transpose_a, .transpose_b = transpose_b, .m = 37, .n = 41, .k = 53});
            check<std::complex<double>>(
                {.transpose_a = transpose_a, .transpose_b = transpose_b, .m = 37, .n = 41, .k = 53});
            check<std::complex<float>>(
                {.transpose_a = transpose_a, .transpose_b = transpose_b, .m = 37, .n = 41, .k = 53});
        }
}

TEST(TunerReference, ShallowAndDeepProducts) {
    for (const std::int64_t k : {1, 2, 3000}) {
        check<double>({.m = 5, .n = 200, .k = k});
        check<double>({.m = 200, .n = 5, .k = k});
    }
    check<double>({.m = 1, .n = 1, .k = 1});
}

TEST(TunerReference, LeftOutTilesShowInLargeProductsOfFloats) {
    Sample<float> sample({.m = 96, .n = 512, .k = 2000});
    const auto reference = projected_reference(sample.shape, sample.operands, kScalars);
    ASSERT_EQ(reference->fault_of(sample.result.data(), true), "");
    for (std::int64_t j = 256; j < 272; ++j)
        for (std::int64_t i = 48; i < 64; ++i)
            sample.at(i, j) = sample.c[static_cast<std::size_t>(i + j * sample.operands.ldc)];
    EXPECT_NE(reference->fault_of(sample.result.data(), true), "");
}

}  // namespace
}  // namespace hg::kernels
