#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "support/loaded_register.hpp"
#include "support/tuned_samples.hpp"
#include <hg/blas/registers/gemv.hpp>
#include <hg/blas/registers/rank_update.hpp>
#include <hg/blas/registers/symv.hpp>
#include <hg/blas/registers/trsv.hpp>
#include <hg/blas/registers/vector.hpp>

/// What routines of levels 1 and 2 on registers take from the database.
namespace hg {
namespace {

class RegisterChoices : public testing::Test {
  protected:
    RegisterChoices() { target_.devices.push_back(test::model("A")); }

    void add(const std::string& routine, const std::string& kernel, std::vector<std::int64_t> extents,
             const std::string& operation) {
        database_.merge(
            {test::tuned_kernel(target_.devices[0], routine, kernel, std::move(extents), 1e9, operation)},
            kernels::Rung::device);
    }
    /// The instructions that `append` makes with a matrix of m x n and vectors of m and n elements.
    using Append = std::function<void(ProgramBuilder&, RegisterId a, RegisterId x, RegisterId y)>;
    std::vector<std::string> names(std::int64_t m, std::int64_t n, const Append& append) {
        ProgramBuilder builder(target_);
        const RegisterId a = test::loaded_register(builder, m, n);
        const RegisterId x = test::loaded_register(builder, m, 1);
        append(builder, a, x, test::loaded_register(builder, n, 1));
        std::vector<std::string> list;
        const Program program = std::move(builder).finish();
        for (const InstructionPtr& instruction : program.instructions()) list.push_back(instruction->name);
        return list;
    }
    std::string last(std::int64_t m, std::int64_t n, const Append& append, std::size_t before_last = 0) {
        return names(m, n, append).end()[-1 - static_cast<std::ptrdiff_t>(before_last)];
    }
    std::string first(std::int64_t m, std::int64_t n, const Append& append) { return names(m, n, append)[0]; }

    Target target_;
    kernels::Database database_;
};

TEST_F(RegisterChoices, TrsvTakesTheKernelOfTheNearestOrder) {
    const std::string small = "trsv_f64_n_b32_s4_v2_i256_a4_g132",
                      large = "trsv_f64_n_b64_s8_v2_i256_a2_g132";
    const std::string transposed = "trsv_f64_t_b32_s8_v2_i128_a1_g132";
    add("trsv", small, {100}, "n");
    add("trsv", large, {10000}, "n");
    add("trsv", transposed, {100}, "t");
    const auto name_of = [&](std::int64_t n, Op op, const TrsvOptions& options) {
        return last(n, n, [&](ProgramBuilder& builder, RegisterId a, RegisterId x, RegisterId) {
            trsv(builder, Uplo::lower, op, Diag::unit, a, x, options);
        });
    };
    EXPECT_EQ(name_of(200, Op::none, {.database = &database_}), small);
    EXPECT_EQ(name_of(2000, Op::none, {.database = &database_}), large);
    EXPECT_EQ(name_of(2000, Op::trans, {.database = &database_}), transposed);
    EXPECT_NE(name_of(200, Op::none, {.database = nullptr}), small);
    EXPECT_EQ(name_of(200, Op::none, {.blocking = {{}}, .database = &database_}),
              name(kernels::TrsvParameters{}));
}

TEST_F(RegisterChoices, SymvTakesTheKernelOfItsTriangle) {
    const std::string lower = "symv_f64_l_v2_t32_h2_s8_r16_c8_p1_k16";
    add("symv", lower, {100}, "lower");
    const auto name_of = [&](Uplo uplo) {
        constexpr std::size_t kBeforeLast = 1;
        return last(
            90, 90,
            [&](ProgramBuilder& builder, RegisterId a, RegisterId x, RegisterId y) {
                symv(builder, uplo, 1.0, a, x, 1.0, y, {.database = &database_});
            },
            kBeforeLast);
    };
    EXPECT_EQ(name_of(Uplo::lower), lower);
    EXPECT_EQ(name_of(Uplo::upper),
              name(kernels::SymvParameters{
                  .upper = true, .blocking = kernels::default_symv_blocking(ElementType::f64, 90, true)}));
}

TEST_F(RegisterChoices, RankUpdatesTakeTheKernelsOfTheirShape) {
    const std::string narrow = "ger_f64_v2_i64_c4_u4", flat = "ger_f64_v1_i32_c32_u2";
    const std::string syr_of_upper = "syr_f64_u_v2_i64_c8_u2", syr2_of_lower = "syr2_f64_l_v2_i32_c16_u8";
    add("ger", narrow, {1000, 10}, "");
    add("ger", flat, {10, 1000}, "");
    add("syr", syr_of_upper, {100}, "upper");
    add("syr2", syr2_of_lower, {100}, "lower");
    const RankUpdateOptions options{.database = &database_};
    const auto name_of_ger = [&](std::int64_t m, std::int64_t n) {
        return last(m, n, [&](ProgramBuilder& builder, RegisterId a, RegisterId x, RegisterId y) {
            ger(builder, 1.0, x, y, a, options);
        });
    };
    EXPECT_EQ(name_of_ger(500, 20), narrow);
    EXPECT_EQ(name_of_ger(20, 500), flat);
    const auto name_of_syr = [&](Uplo uplo) {
        return last(90, 90, [&](ProgramBuilder& builder, RegisterId a, RegisterId x, RegisterId) {
            syr(builder, uplo, 1.0, x, a, options);
        });
    };
    EXPECT_EQ(name_of_syr(Uplo::upper), syr_of_upper);
    EXPECT_NE(name_of_syr(Uplo::lower), "syr_f64_l_v2_i64_c8_u2") << "tuned for the other triangle";
    EXPECT_EQ(last(90, 90,
                   [&](ProgramBuilder& builder, RegisterId a, RegisterId x, RegisterId y) {
                       syr2(builder, Uplo::lower, 1.0, x, y, a, options);
                   }),
              syr2_of_lower);
}

TEST_F(RegisterChoices, GemvTakesTheKernelOfTheNearestShape) {
    const std::string tall = "gemv_n_f64_i16x8_v2_r1_u2_s1", flat = "gemv_n_f64_i8x8_v2_r2_u2_s4";
    const std::string transposed = "gemv_t_f64_i64x1_v2_c2_u2_s1", triangle = "trmv_n_f64_i4x8_v2_r1_u4_s2";
    add("gemv", tall, {1000, 10}, "n");
    add("gemv", flat, {10, 1000}, "n");
    add("gemv", transposed, {100, 100}, "t");
    add("trmv", triangle, {100}, "n");
    const GemvOptions tuned{.database = &database_}, untuned{.database = nullptr};
    const auto name_of = [&](Op op, std::int64_t m, std::int64_t n, const GemvOptions& options) {
        return first(m, n, [&](ProgramBuilder& builder, RegisterId a, RegisterId x, RegisterId y) {
            gemv(builder, op, 1.0, a, op == Op::none ? y : x, 2.0, op == Op::none ? x : y, options);
        });
    };
    EXPECT_EQ(name_of(Op::none, 500, 20, tuned), tall);
    EXPECT_EQ(name_of(Op::none, 20, 500, tuned), flat);
    EXPECT_EQ(name_of(Op::none, 1, 500, tuned), "gemv_n_f64_i8x8_v1_r2_u2_s4") << "A has one row";
    EXPECT_EQ(name_of(Op::trans, 20, 500, tuned), transposed);
    EXPECT_NE(name_of(Op::trans, 20, 500, untuned), transposed);
    const auto name_of_triangle = [&](const GemvOptions& options) {
        return first(200, 200, [&](ProgramBuilder& builder, RegisterId a, RegisterId x, RegisterId) {
            trmv(builder, Uplo::upper, Op::none, Diag::unit, a, x, options);
        });
    };
    EXPECT_EQ(name_of_triangle(tuned), triangle);
    EXPECT_NE(name_of_triangle(untuned), triangle);
}

TEST_F(RegisterChoices, VectorsTakeTheKernelsOfTheirLength) {
    using Names = std::vector<std::string>;
    add("scal", "vector_scal_f64_v2_w1_i32_g8", {100}, "");
    add("scal", "vector_scal_f64_v4_w2_i128_g264", {100000}, "");
    add("dot", "vector_dot_f64_v1_w1_i64_g16", {1000}, "");
    const auto names_of = [&](std::int64_t n, const VectorOptions& options) {
        return names(n, 1, [&](ProgramBuilder& builder, RegisterId, RegisterId x, RegisterId result) {
            const RegisterId y = test::loaded_register(builder, 1, n, 2);
            scal(builder, {2.0, result}, x, options);
            dot(builder, x, y, result, options);
            asum(builder, x, result, options);
        });
    };
    const VectorOptions tuned{.database = &database_};
    EXPECT_EQ(names_of(2000, tuned), (Names{"vector_scal_f64_a_v2_w1_i32_g8", "vector_dot_f64_v1_w1_i64_g16",
                                            "vector_dot_total_f64_i64", "vector_asum_f64_v2_w4_i256_g1"}));
    EXPECT_EQ(names_of(200, tuned)[1], "vector_dot_f64_v1_w1_i64_g1") << "one work-group is enough";
    EXPECT_EQ(names_of(4000, tuned)[0], "vector_scal_f64_a_v4_w2_i128_g264");
    const VectorOptions asked{.blocking = kernels::VectorBlocking{1, 1, 16, 2}, .database = &database_};
    EXPECT_EQ(names_of(4000, asked)[0], "vector_scal_f64_a_v1_w1_i16_g2");
    EXPECT_EQ(names_of(4000, {.database = nullptr})[0], "vector_scal_f64_a_v2_w1_i256_g1048576");
}

}  // namespace
}  // namespace hg
