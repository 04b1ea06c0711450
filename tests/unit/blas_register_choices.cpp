#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>

#include "support/loaded_register.hpp"
#include "support/tuned_samples.hpp"
#include <hg/blas/registers/rank_update.hpp>
#include <hg/blas/registers/symv.hpp>
#include <hg/blas/registers/trsv.hpp>

/// What routines of level 2 on registers take from the database.
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
    /// The last instruction that `append` makes with a matrix of m x n and vectors of m and n elements.
    std::string last(
        std::int64_t m, std::int64_t n,
        const std::function<void(ProgramBuilder&, RegisterId a, RegisterId x, RegisterId y)>& append,
        std::size_t before_last = 0) {
        ProgramBuilder builder(target_);
        const RegisterId a = test::loaded_register(builder, m, n);
        const RegisterId x = test::loaded_register(builder, m, 1);
        append(builder, a, x, test::loaded_register(builder, n, 1));
        const Program program = std::move(builder).finish();
        return program.instructions()[program.instructions().size() - 1 - before_last]->name;
    }

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

}  // namespace
}  // namespace hg
