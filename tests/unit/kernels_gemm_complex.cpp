// Products of complex matrices, with all nine pairs of operations.
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
#include <hg/kernels/database.hpp>
#include <hg/kernels/gemm.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

struct MatrixExtents {
    std::int64_t m, n, k;
};

template <class T>
struct StoredComplex {
    StoredComplex(std::int64_t stored_rows, std::int64_t stored_cols, unsigned seed)
        : rows(stored_rows), cols(stored_cols) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> part(-1, 1);
        for (std::int64_t i = 0; i < rows * cols; ++i) {
            const double real = part(random);
            elements.push_back(ScalarValue(real, part(random)).as<T>());
        }
    }

    /// Element (i, j) of op(X).
    [[nodiscard]] std::complex<double> at(char op, std::int64_t i, std::int64_t j) const {
        const T x = elements[static_cast<std::size_t>(op == 'n' ? i + j * rows : j + i * rows)];
        const std::complex<double> element(x.real(), x.imag());
        return op == 'c' ? std::conj(element) : element;
    }

    std::int64_t rows, cols;
    std::vector<T> elements;
};

/// C := alpha op(A) op(B) + beta C on matrices of random numbers.
template <class T>
struct ComplexSample {
    ComplexSample(char first, char second, const MatrixExtents& extents)
        : op_a(first),
          op_b(second),
          size(extents),
          a(first == 'n' ? size.m : size.k, first == 'n' ? size.k : size.m, 1),
          b(second == 'n' ? size.k : size.n, second == 'n' ? size.n : size.k, 2),
          c(size.m, size.n, 3) {}

    /// |got - wanted| <= 3 eps (sqrt(2 k + 2) |alpha| |A| |B| + 2 |beta| |C|), each element having norms of rows and columns
    /// of about sqrt(k). `is_wanted` leaves others out.
    template <class Wanted>
    void expect_right(const std::vector<T>& got, std::complex<double> beta, const Wanted& is_wanted) const {
        const auto k = static_cast<double>(size.k);
        const double eps = std::numeric_limits<typename T::value_type>::epsilon();
        const double bound =
            3 * eps * (std::sqrt(2 * k + 2) * std::abs(kAlpha) * 2 * k + 2 * std::abs(beta) * 2);
        for (std::int64_t j = 0; j < size.n; ++j)
            for (std::int64_t i = 0; i < size.m; ++i) {
                if (!is_wanted(i, j)) continue;
                std::complex<double> sum = 0;
                for (std::int64_t p = 0; p < size.k; ++p) sum += a.at(op_a, i, p) * b.at(op_b, p, j);
                std::complex<double> wanted = kAlpha * sum;
                if (beta != 0.0) wanted += beta * c.at('n', i, j);
                const T x = got[static_cast<std::size_t>(i + j * size.m)];
                ASSERT_LE(std::abs(std::complex<double>(x.real(), x.imag()) - wanted), bound)
                    << op_a << op_b << " of " << size.m << " x " << size.n << " x " << size.k << ", element "
                    << i << ", " << j;
            }
    }
    void expect_right(const std::vector<T>& got, std::complex<double> beta) const {
        expect_right(got, beta, [](std::int64_t, std::int64_t) { return true; });
    }

    static constexpr std::complex<double> kAlpha{0.5, -1.25};
    char op_a, op_b;
    MatrixExtents size;
    StoredComplex<T> a, b, c;
};

template <class T>
class ComplexGemm : public testing::Test {
  protected:
    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test::test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }

    static constexpr ElementType kType = element_type_of<T>();

    static GemmParameters parameters(char op_a, char op_b) {
        return {.family = GemmFamily::complex,
                .type = kType,
                .transpose_a = op_a != 'n',
                .transpose_b = op_b != 'n',
                .conjugate_a = op_a == 'c',
                .conjugate_b = op_b == 'c'};
    }

    /// What the kernel makes of the sample's C, by parts of the sum over k and their sum if it is one of a part.
    static std::vector<T> product(const GemmParameters& p, const ComplexSample<T>& s,
                                  std::complex<double> beta, std::vector<T> c) {
        ProgramBuilder builder(machine_->target());
        const auto loaded = [&](const char* name, const StoredComplex<T>& x) {
            const RegisterId reg = builder.reg(0, kType, x.rows, x.cols, x.rows + 3);
            builder.load(reg, {builder.matrix(name, kType, x.rows, x.cols), 0, 0, x.rows, x.cols});
            return reg;
        };
        const RegisterId a = loaded("A", s.a);
        const RegisterId b = loaded("B", s.b);
        const RegisterId r = loaded("C", s.c);
        const Scalar alpha = ScalarValue(ComplexSample<T>::kAlpha);
        if (p.split_k == 1) {
            builder.exec(gemm(p), {a, b, r}, {alpha, ScalarValue(beta)});
        } else {
            const RegisterId parts = builder.reg(0, kType, s.size.m, s.size.n * p.split_k, s.size.m + 2);
            builder.exec(gemm(p), {a, b, parts}, {1.0, 0.0});
            builder.exec(gemm_sum(kType, p.split_k, p.overwrite), {parts, r}, {alpha, ScalarValue(beta)});
        }
        builder.store({builder.matrix("out", kType, s.size.m, s.size.n), 0, 0, s.size.m, s.size.n}, r);
        std::vector<T> out(c.size());
        machine_->run(std::move(builder).finish(), Bindings{}
                                                       .matrix("A", s.a.elements.data(), s.a.rows)
                                                       .matrix("B", s.b.elements.data(), s.b.rows)
                                                       .matrix("C", c.data(), s.size.m)
                                                       .matrix("out", out.data(), s.size.m));
        return out;
    }

    static std::unique_ptr<Machine> machine_;
};
template <class T>
std::unique_ptr<Machine> ComplexGemm<T>::machine_;

using ComplexTypes = testing::Types<std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(ComplexGemm, ComplexTypes);

constexpr std::array kOperations{'n', 't', 'c'};

TYPED_TEST(ComplexGemm, IsRightForAllPairsOfOperations) {
    const std::complex<double> beta(-0.75, 0.5);
    for (const char op_a : kOperations)
        for (const char op_b : kOperations)
            for (const MatrixExtents& size : {MatrixExtents{1, 1, 1}, {67, 70, 19}, {64, 65, 16}}) {
                const ComplexSample<TypeParam> s(op_a, op_b, size);
                s.expect_right(this->product(this->parameters(op_a, op_b), s, beta, s.c.elements), beta);
            }
}

TYPED_TEST(ComplexGemm, DoesNotReadWhatItOverwrites) {
    const ComplexSample<TypeParam> s('n', 'c', {35, 66, 21});
    GemmParameters p = this->parameters('n', 'c');
    p.overwrite = true;
    const auto nan = std::numeric_limits<typename TypeParam::value_type>::quiet_NaN();
    const std::vector<TypeParam> c(s.c.elements.size(), {nan, nan});
    s.expect_right(this->product(p, s, 0, c), 0);
}

/// The last part of 70 steps by tiles of 16 is short, and with 7 parts there is nothing left for it.
TYPED_TEST(ComplexGemm, AddsUpPartsOfTheSum) {
    const std::complex<double> beta(-0.75, 0.5);
    for (const int parts : {2, 4, 7})
        for (const bool overwrite : {false, true}) {
            const ComplexSample<TypeParam> s('c', 'n', {33, 70, 70});
            GemmParameters p = this->parameters('c', 'n');
            p.split_k = parts;
            p.overwrite = overwrite;
            s.expect_right(this->product(p, s, beta, s.c.elements), overwrite ? 0 : beta);
        }
}

TYPED_TEST(ComplexGemm, MakesOneTriangle) {
    const std::complex<double> beta(2, -1);
    const ComplexSample<TypeParam> s('n', 'c', {150, 150, 20});
    for (const auto triangle : {GemmTriangle::c_lower, GemmTriangle::c_upper}) {
        GemmParameters p = this->parameters('n', 'c');
        p.triangle = triangle;
        s.expect_right(this->product(p, s, beta, s.c.elements), beta, [&](std::int64_t i, std::int64_t j) {
            return triangle == GemmTriangle::c_lower ? i >= j : i <= j;
        });
    }
}

TYPED_TEST(ComplexGemm, AnyBlockingGivesTheSameBits) {
    const ComplexSample<TypeParam> s('t', 'n', {45, 37, 50});
    GemmParameters p = this->parameters('t', 'n');
    const auto right = this->product(p, s, 1, s.c.elements);
    for (const MatrixExtents& tile : {MatrixExtents{8, 8, 3}, {32, 16, 20}, {15, 21, 7}}) {
        p.tile_m = static_cast<int>(tile.m), p.tile_n = static_cast<int>(tile.n),
        p.tile_k = static_cast<int>(tile.k);
        p.work_m = tile.m % 2 == 0 ? 2 : 5;
        p.work_n = tile.n % 2 == 0 ? 4 : 3;
        const auto got = this->product(p, s, 1, s.c.elements);
        EXPECT_EQ(got, right) << name(p);
    }
}

TYPED_TEST(ComplexGemm, CountsTheOperationsOfComplexProducts) {
    const InstructionPtr instruction = gemm(this->parameters('n', 'n'));
    const auto reg = [&](std::int64_t rows, std::int64_t cols) {
        return Register{.type = this->kType, .rows = rows, .cols = cols, .ld = rows};
    };
    const std::array registers{reg(30, 50), reg(50, 40), reg(30, 40)};
    const std::array<ScalarValue, 2> scalars{1.0, 1.0};
    EXPECT_EQ(instruction->cost({registers, scalars}).flops, 8.0 * 30 * 40 * 50);
}

using PipelinedComplexGemm = ComplexGemm<std::complex<float>>;

GemmParameters with_small_tiles(GemmParameters p) {
    p.tile_m = p.tile_n = 16;
    p.tile_k = 4;
    p.work_m = p.work_n = 2;
    return p;
}

/// Elements are copied by loads and stores: what any device can run of the family for NVIDIA devices.
GemmParameters small_pipelined(GemmParameters p) {
    p.family = GemmFamily::complex_pipelined;
    p.order = 2;
    p.variant = 1;
    return with_small_tiles(p);
}

TEST_F(PipelinedComplexGemm, HasTheBitsOfThePlainFamily) {
    const std::complex<double> beta(-0.75, 0.5);
    for (const std::string ops : {"nn", "nt", "tc", "cc"}) {
        const GemmParameters p = parameters(ops[0], ops[1]);
        for (const MatrixExtents& size : {MatrixExtents{1, 1, 1}, {67, 18, 19}, {32, 48, 16}}) {
            const ComplexSample<std::complex<float>> s(ops[0], ops[1], size);
            const auto plain = product(with_small_tiles(p), s, beta, s.c.elements);
            const auto got = product(small_pipelined(p), s, beta, s.c.elements);
            s.expect_right(got, beta);
            EXPECT_EQ(got, plain) << ops << " " << size.m << " x " << size.n << " x " << size.k;
        }
    }
}

TEST_F(PipelinedComplexGemm, AnyBlockingGivesTheSameBits) {
    const ComplexSample<std::complex<float>> s('n', 'n', {45, 37, 30});
    GemmParameters p = small_pipelined(parameters('n', 'n'));
    const auto right = product(p, s, 1, s.c.elements);
    p.tile_k = 8;
    p.work_n = 4;
    p.stages = 4;
    EXPECT_EQ(product(p, s, 1, s.c.elements), right) << name(p);
}

TEST_F(PipelinedComplexGemm, OverwritesAndKeepsToTriangles) {
    const ComplexSample<std::complex<float>> s('t', 'c', {50, 50, 21});
    const std::vector<std::complex<float>> c(s.c.elements.size(), {NAN, NAN});
    for (const auto triangle : {GemmTriangle::c_lower, GemmTriangle::c_upper}) {
        GemmParameters p = small_pipelined(parameters('t', 'c'));
        p.overwrite = true;
        p.triangle = triangle;
        s.expect_right(product(p, s, 0, c), 0, [&](std::int64_t i, std::int64_t j) {
            return triangle == GemmTriangle::c_lower ? i >= j : i <= j;
        });
    }
}

TEST_F(PipelinedComplexGemm, AddsUpPartsOfTheSum) {
    const std::complex<double> beta(-0.75, 0.5);
    for (const MatrixExtents& size : {MatrixExtents{35, 20, 150}, {18, 17, 5}}) {
        const ComplexSample<std::complex<float>> s('t', 'c', size);
        GemmParameters p = small_pipelined(parameters('t', 'c'));
        p.split_k = 3;
        s.expect_right(product(p, s, beta, s.c.elements), beta);
    }
}

TEST(ComplexGemmNames, TellOfConjugates) {
    const GemmParameters p{.family = GemmFamily::complex,
                           .type = ElementType::c64,
                           .transpose_a = true,
                           .transpose_b = true,
                           .conjugate_b = true};
    EXPECT_EQ(name(p), "gemm_complex_c64_tc");
    for (const std::string text :
         {"gemm_complex_c64_tc", "gemm_complex_c32_nn_set_cl", "gemm_complex_c64_cn_if_32x32x8_2x2",
          "gemm_complex_mma_c64_ct_set_al", "gemm_complex_c64_nn_k2", "gemm_complex_mma_c64_cn_k32",
          "gemm_complex_mma_c64_nn_128x64x16_32x32_s3_o4", "gemm_complex_pipelined_c32_nt_64x128x8_8x8_s3",
          "gemm_complex_pipelined_c32_cc_if_x1", "gemm_complex_pipelined_c32_nn_k4"}) {
        const auto parsed = parse_gemm(text);
        ASSERT_TRUE(parsed.has_value()) << text;
        EXPECT_EQ(name(*parsed), text);
    }
    for (const char* text : {"gemm_complex_f64_nn", "gemm_blocked_c64_nn", "gemm_blocked_f64_nc",
                             "gemm_complex_i32_nn", "gemm_complex_mma_c32_nn", "gemm_complex_mma_f64_nn",
                             "gemm_complex_pipelined_c64_nn", "gemm_complex_pipelined_c32_nn_126x128x8_7x8"})
        EXPECT_FALSE(parse_gemm(text).has_value()) << text;
}

/// If a device has FP64 matrix instructions, they make the products of c64, and those of c32 have asynchronous copies if there
/// are some. Elsewhere the plain family makes both.
TEST(ComplexGemmNames, TheDeviceDecidesAboutMatrixInstructions) {
    const auto chosen = [](ElementType type, int capability, std::int64_t m = 500, bool is_gpu = true) {
        DeviceModel device;
        device.is_gpu = is_gpu;
        device.traits.nvidia_capability = capability;
        device.traits.local_memory = 227 << 10;
        device.traits.max_work_group = 1024;
        return Database::shipped().choose({type, true, false, m, 400, 300}, device).parameters;
    };
    EXPECT_EQ(name(chosen(ElementType::c64, 90)), "gemm_complex_mma_c64_tn");
    EXPECT_EQ(name(chosen(ElementType::c64, 90, 500, false)), "gemm_complex_c64_tn");
    EXPECT_EQ(name(chosen(ElementType::c64, 80)), "gemm_complex_c64_tn");
    EXPECT_EQ(name(chosen(ElementType::c64, 0)), "gemm_complex_c64_tn");
    EXPECT_EQ(name(chosen(ElementType::c32, 90)), "gemm_complex_pipelined_c32_tn");
    EXPECT_EQ(name(chosen(ElementType::c32, 75)), "gemm_complex_c32_tn");
    EXPECT_EQ(name(chosen(ElementType::c32, 90, 500, false)), "gemm_complex_c32_tn");
    EXPECT_EQ(name(chosen(ElementType::c32, 90, 127)), "gemm_complex_c32_tn");
    // Of few rows or columns.
    EXPECT_EQ(name(chosen(ElementType::c64, 90, 32)), "gemm_complex_mma_c64_tn_32x32x8_32x16");
    EXPECT_EQ(name(chosen(ElementType::c64, 90, 5)), "gemm_complex_c64_tn_16x16x16_2x2");
    EXPECT_EQ(name(chosen(ElementType::c32, 0, 31)), "gemm_complex_c32_tn_16x16x16_2x2");
}

/// Thin and deep products have their sums in parts, so that all compute units of a GPU have work; others have not.
TEST(ComplexGemmNames, DeepSumsAreInParts) {
    const auto parts = [](std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t units,
                          bool is_gpu = true) {
        DeviceModel device;
        device.is_gpu = is_gpu;
        device.traits.nvidia_capability = 90;
        device.traits.local_memory = 227 << 10;
        device.traits.max_work_group = 1024;
        device.traits.compute_units = units;
        return Database::shipped()
            .choose({ElementType::c64, true, false, m, n, k}, device)
            .parameters.split_k;
    };
    EXPECT_EQ(parts(32, 480, 16384, 132), 16);
    EXPECT_EQ(parts(32, 480, 2048, 132), 8);
    EXPECT_EQ(parts(32, 480, 511, 132), 1);
    EXPECT_EQ(parts(512, 512, 16384, 132), 4);
    EXPECT_EQ(parts(2048, 2048, 16384, 132), 1);
    EXPECT_EQ(parts(32, 480, 16384, 1), 1);
    EXPECT_EQ(parts(32, 480, 16384, 132, false), 1);
}

TEST(ComplexGemmNames, FaultsAreTold) {
    const auto message = [](const GemmParameters& p) {
        try {
            static_cast<void>(gemm(p));
        } catch (const Error& error) {
            return error.message();
        }
        return std::string("none");
    };
    EXPECT_EQ(message({.type = ElementType::c64}), "GEMM kernel: family blocked is not for elements of c64");
    EXPECT_EQ(message({.family = GemmFamily::complex}),
              "GEMM kernel: family complex is not for elements of f64");
    const auto complex_mma = [&](int work_m, int tile_k, int stages) {
        return message({.family = GemmFamily::complex_mma,
                        .type = ElementType::c64,
                        .tile_k = tile_k,
                        .work_m = work_m,
                        .stages = stages});
    };
    EXPECT_EQ(complex_mma(8, 8, 4), "GEMM kernel: work_m must be a multiple of 32, and work_n of 16");
    EXPECT_EQ(complex_mma(32, 12, 4), "GEMM kernel: tile_k must be a multiple of 8");
    EXPECT_EQ(complex_mma(32, 8, 1), "GEMM kernel: stages must be 2 or more");
    EXPECT_EQ(complex_mma(32, 8, 2), "none");
    EXPECT_EQ(message({.transpose_a = true, .conjugate_a = true}),
              "GEMM kernel: real elements have no conjugates");
    EXPECT_EQ(message({.family = GemmFamily::complex, .type = ElementType::c32, .conjugate_b = true}),
              "GEMM kernel: conjugates are those of the transpose");
}

}  // namespace
}  // namespace hg::kernels
