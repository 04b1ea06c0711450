#include <gtest/gtest.h>

#include <complex>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "support/complex_samples.hpp"
#include "support/lu_runs.hpp"
#include <hg/kernels/library.hpp>
#include <hg/kernels/rank_update.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

using test::InstructionRun;
using test::Matrix;

/// A after the update on the machine's first device, or by the host implementation.
template <class T>
std::vector<T> updated(Machine* machine, const RankUpdateParameters& p, std::int64_t m, std::int64_t n) {
    Matrix<T> x(Layout::col_major, m, 1, 0, 1), y(Layout::col_major, 1, n, 0, 2);
    Matrix<T> A(Layout::col_major, m, n, 0, 3);
    const InstructionPtr instruction = rank_update(p);
    std::vector<double> numbers;
    for (const ScalarOperand& scalar : instruction->scalars)
        numbers.push_back(scalar.name == "alpha" ? 0.3 : scalar.name == "y_reversed" ? 0 : 1);
    if (machine) {
        InstructionRun(*machine, 3)
            .in(x)
            .in(y)
            .in_out(A)
            .run(instruction, std::vector<Scalar>(numbers.begin(), numbers.end()));
        return A.data;
    }
    const HostOperand operands[]{
        {x.data.data(), m, 1, m}, {y.data.data(), 1, n, 1}, {A.data.data(), m, n, m}};
    const std::vector<ScalarValue> scalars(numbers.begin(), numbers.end());
    instruction->host({operands, scalars});
    return A.data;
}

template <class T>
class KernelRankUpdate : public testing::Test {};
using ElementsOfUpdates = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(KernelRankUpdate, ElementsOfUpdates);

TYPED_TEST(KernelRankUpdate, HasTheSameBitsForAllBlockings) {
    Machine machine(test::test_options());
    constexpr ElementType type = element_type_of<TypeParam>();
    for (const RankUpdate operation : {RankUpdate::ger, RankUpdate::syr2}) {
        const bool is_ger = operation == RankUpdate::ger;
        const std::int64_t m = 101, n = is_ger ? 37 : m;
        using Blocking = RankUpdateBlocking;
        const auto with = [&](Machine* on, const Blocking& blocking) {
            const RankUpdateParameters p{.operation = operation, .type = type, .blocking = blocking};
            return updated<TypeParam>(on, p, m, n);
        };
        const auto on_host = with(nullptr, {});
        const Blocking of_ger{is_complex(type) ? 1 : 2, 8, 8, 2};
        EXPECT_EQ(with(&machine, is_ger ? of_ger : Blocking{1, 16, 4, 4}), on_host) << name(operation, type);
    }
}

TEST(RankUpdateParameters, OneNameOneInstruction) {
    std::set<std::string> all;
    for (const std::string& text : rank_update_names()) {
        EXPECT_TRUE(all.insert(text).second) << text;
        EXPECT_EQ(find_rank_update(text)->name, text);
        EXPECT_EQ(find_rank_update(text), find(text));
    }
    EXPECT_EQ(all.size(), 4u * 3 * (1 + 2 + 2));
    const RankUpdateParameters p{
        RankUpdate::syr2, ElementType::f32, true, VectorCoefficient::quotient, {8, 64, 16, 2}};
    EXPECT_EQ(name(p), "syr2_f32_u_q_v8_i64_c16_u2");
    EXPECT_EQ(parse_rank_update(name(p)), p);
    EXPECT_EQ(name(RankUpdateParameters{}), "ger_f64_v2_i128_c32_u4");
    EXPECT_EQ(rank_update({}), rank_update({.blocking = {.vector = 2}}))
        << "stating a default changes nothing";
    for (const char* text : {"", "ger_f64", "ger_i32_v2_i128_c32_u4", "ger_f64_l_v2_i128_c32_u4",
                             "syr_f64_v2_i128_c32_u4", "ger_f64_v0_i128_c32_u4", "ger_f64_v16_i128_c32_u4",
                             "ger_f64_v2_i96_c32_u4", "ger_f64_v2_i128_c512_u4", "ger_f64_v2_i128_c3_u1",
                             "ger_f64_v2_i128_c2_u4", "ger_f64_v2_i128_c32_u4_", "ger_f64_v2_i128_c32_u32"})
        EXPECT_EQ(find_rank_update(text), nullptr) << text;
}

TEST(RankUpdateParameters, WhatCannotBeMadeIsRefused) {
    for (const RankUpdateParameters& p :
         {RankUpdateParameters{.type = ElementType::i32}, RankUpdateParameters{.upper = true},
          RankUpdateParameters{.blocking = {.columns = 512}},
          RankUpdateParameters{.blocking = {.columns = 2}}}) {
        EXPECT_FALSE(rank_update_fault(p).empty());
        try {
            (void)rank_update(p);
            ADD_FAILURE() << name(p);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        }
    }
}

TEST(RankUpdateParameters, DefaultsCanBeMadeAndFillAGpu) {
    for (const RankUpdate operation : kRankUpdates)
        for (const ElementType type : kFloatingTypes)
            for (const bool is_gpu : {false, true})
                for (const std::int64_t n : {1, 100, 1000, 8192, 100000}) {
                    const RankUpdateParameters p{.operation = operation,
                                                 .type = type,
                                                 .blocking = default_blocking(operation, type, n, n, is_gpu)};
                    ASSERT_EQ(rank_update_fault(p), "") << name(p);
                    const std::vector<Register> registers(3, {type, 0, n, n, n});
                    const Geometry g = rank_update(p)->geometry({registers, {}});
                    const bool is_large = is_gpu && n >= 1000 && operation != RankUpdate::syr;
                    EXPECT_GE(g.global[0] / g.local[0], is_large ? 4u * 132 : 1u) << name(p) << ", n = " << n;
                }
}

TEST(RankUpdateParameters, CostsAreThoseOfTheTriangle) {
    const Register A{ElementType::f64, 0, 1000, 1000, 1000}, x{ElementType::f64, 0, 1000, 1, 1000};
    const std::vector<Register> one{x, A}, two{x, x, A};
    const auto cost = [](RankUpdate operation, const std::vector<Register>& registers) {
        return rank_update({.operation = operation})->cost({registers, {}});
    };
    EXPECT_EQ(cost(RankUpdate::ger, two).bytes, 8 * (2e6 + 2000));
    EXPECT_EQ(cost(RankUpdate::ger, two).flops, 2e6);
    EXPECT_EQ(cost(RankUpdate::syr, one).bytes, 8 * (1001e3 + 1000));
    EXPECT_EQ(cost(RankUpdate::syr, one).flops, 1001e3);
    EXPECT_EQ(cost(RankUpdate::syr2, two).bytes, 8 * (1001e3 + 2000));
    EXPECT_EQ(cost(RankUpdate::syr2, two).flops, 2002e3);
}

}  // namespace
}  // namespace hg::kernels
