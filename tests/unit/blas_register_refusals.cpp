// What functions on registers refuse before they append anything.
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include <hg/blas/registers/gemv.hpp>
#include <hg/blas/registers/rank_update.hpp>
#include <hg/blas/registers/symv.hpp>
#include <hg/blas/registers/trsv.hpp>
#include <hg/blas/registers/vector.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr ErrorCode kArgument = ErrorCode::invalid_argument, kProgram = ErrorCode::invalid_program;

/// Registers of one device, and what is appended on them.
class RegisterRefusals : public testing::Test {
  protected:
    struct Refusal {
        std::function<void()> append;
        ErrorCode code;
        const char* why = "";
    };

    RegisterId reg(std::int64_t rows, std::int64_t cols, ElementType type = ElementType::f64) {
        return builder_.reg(0, type, rows, cols);
    }
    void expect(const std::vector<Refusal>& refusals) {
        const std::size_t before = builder_.size();
        for (std::size_t i = 0; i < refusals.size(); ++i) try {
                refusals[i].append();
                ADD_FAILURE() << "number " << i << " was appended; " << refusals[i].why;
            } catch (const Error& error) {
                EXPECT_EQ(error.code(), refusals[i].code)
                    << "number " << i << ": " << error.what() << "; " << refusals[i].why;
            }
        EXPECT_EQ(builder_.size(), before);
    }

    ProgramBuilder builder_{Target{.devices = {DeviceModel{}}}};
    ProgramBuilder& b_ = builder_;
    const RegisterId number_ = reg(1, 1), square_ = reg(32, 32);
    const Coefficient over_alone_{1.0, kNoRegister, number_};
};

TEST_F(RegisterRefusals, OfVectors) {
    const RegisterId x = reg(5, 1), row = reg(1, 5), matrix = reg(5, 5), longer = reg(6, 1);
    const RegisterId place = reg(1, 1, ElementType::i32), z = reg(5, 1, ElementType::c64),
                     complex_number = reg(1, 1, ElementType::c64);
    expect({{[&] { axpy(b_, 1.0, x, longer); }, kProgram},
            {[&] { scal(b_, 1.0, matrix); }, kProgram},
            {[&] { dot(b_, number_, number_, number_); }, kArgument},
            {[&] { scal(b_, number_, number_); }, kArgument},
            {[&] { dot(b_, x, row, longer); }, kArgument},
            {[&] { scal(b_, longer, x); }, kProgram},
            {[&] { iamax(b_, x, number_); }, kArgument, "places are i32"},
            {[&] { swap(b_, x, x); }, kArgument},
            {[&] { scal(b_, 2.0, place); }, kArgument},
            {[&] { dotc(b_, x, row, number_); }, kArgument, "x is real"},
            {[&] { real_scal(b_, 2.0, x); }, kArgument},
            {[&] { nrm2(b_, z, complex_number); }, kArgument, "norms are real"},
            {[&] { rot(b_, x, row, 1.0, number_); }, kArgument},
            {[&] { scal(b_, over_alone_, x); }, kArgument}});
}

TEST_F(RegisterRefusals, OfGemvAndTrmv) {
    const RegisterId a = reg(6, 5), x = reg(5, 1), y = reg(1, 6), single = reg(6, 1, ElementType::f32);
    const RegisterId column = builder_.window(square_, 0, 8, 32, 1),
                     row = builder_.window(square_, 0, 0, 1, 32);
    const RegisterId places = reg(6, 5, ElementType::i32), long_x = reg(32, 1);
    const auto product = [&](RegisterId A, RegisterId of_x, RegisterId of_y, const Coefficient& alpha = 1.0,
                             int split = 1) {
        return [=, this] {
            gemv(b_, Op::none, alpha, A, of_x, 1.0, of_y,
                 {.blocking = kernels::GemvBlocking{.row_items = 4, .vector = 1, .split = split}});
        };
    };
    for (const int split : {1, 2})
        expect({{product(a, y, x, 1.0, split), kProgram},
                {product(a, x, square_, 1.0, split), kProgram},
                {product(a, x, single, 1.0, split), kArgument},
                {product(a, x, y, x, split), kProgram},
                {product(a, x, y, over_alone_, split), kArgument},
                {product(square_, column, column, 1.0, split), kArgument},
                {product(square_, long_x, row, 1.0, split), kArgument}});
    expect({{product(number_, number_, number_), kArgument, "y overlaps A and x"},
            {product(places, x, y), kArgument},
            {product(a, x, y, 1.0, 1025), kArgument, "split is 1024 at most"},
            {[&] { trmv(b_, Uplo::lower, Op::none, Diag::unit, a, x); }, kProgram},
            {[&] { trmv(b_, Uplo::lower, Op::none, Diag::unit, square_, row); }, kArgument}});
}

TEST_F(RegisterRefusals, OfSymv) {
    const RegisterId A = square_, x = reg(32, 1), y = reg(1, 32), flat = reg(32, 5), shorter = reg(31, 1);
    const RegisterId single = reg(32, 1, ElementType::f32), column = builder_.window(A, 0, 1, 32, 1);
    const auto product = [&](const Coefficient& alpha, RegisterId a, RegisterId of_x, const Coefficient& beta,
                             RegisterId of_y) {
        return [=, this] { symv(b_, Uplo::lower, alpha, a, of_x, beta, of_y); };
    };
    expect({{product(1.0, flat, x, 0.0, y), kProgram},
            {product(1.0, A, shorter, 0.0, y), kProgram},
            {product(1.0, A, x, 0.0, shorter), kProgram},
            {product(0.0, A, x, 1.0, shorter), kProgram},
            {product(1.0, A, x, x, y), kProgram, "a coefficient is 1 x 1"},
            {product(1.0, A, x, 0.0, single), kArgument},
            {product(1.0, A, x, 0.0, x), kArgument},
            {product(1.0, A, x, 0.0, column), kArgument, "y overlaps A"},
            {product(1.0, number_, number_, y, number_), kArgument},
            {product(over_alone_, A, x, 0.0, y), kArgument}});
    const std::size_t before = builder_.size();
    product(1.0, A, column, number_, y)();
    EXPECT_EQ(builder_.size(), before + 2) << "x may be part of A";
}

TEST_F(RegisterRefusals, OfTrsv) {
    const RegisterId A = reg(16, 16), wide = reg(16, 17), x = reg(16, 1), longer = reg(17, 1);
    const RegisterId floats = reg(16, 1, ElementType::f32), numbers = reg(16, 16, ElementType::i32);
    const RegisterId row = builder_.window(wide, 0, 1, 1, 16), left = builder_.window(wide, 0, 0, 16, 16);
    const auto solve = [&](RegisterId matrix, RegisterId vector) {
        return [=, this] { trsv(b_, Uplo::lower, Op::none, Diag::unit, matrix, vector); };
    };
    expect({{solve(A, longer), kProgram},
            {solve(wide, x), kProgram},
            {solve(A, wide), kProgram},
            {solve(A, floats), kArgument},
            {solve(numbers, x), kArgument},
            {solve(A, A), kArgument},
            {solve(left, row), kArgument}});
    EXPECT_NO_THROW(solve(left, builder_.window(wide, 0, 16, 16, 1))()) << "it lies beside A";
}

TEST_F(RegisterRefusals, OfRankUpdates) {
    const RegisterId x = reg(32, 1), y = reg(1, 5), A = reg(32, 5), single = reg(32, 5, ElementType::f32);
    const RegisterId column = builder_.window(square_, 0, 1, 32, 1);
    expect({{[&] { ger(b_, 1.0, y, x, A); }, kProgram},
            {[&] { ger(b_, A, x, y, A); }, kArgument},
            {[&] { ger(b_, x, x, x, square_); }, kProgram},
            {[&] { ger(b_, 1.0, x, y, single); }, kArgument},
            {[&] { ger(b_, over_alone_, x, y, A); }, kArgument},
            {[&] { ger(b_, 1.0, number_, number_, number_); }, kArgument},
            {[&] { syr(b_, Uplo::lower, 1.0, x, A); }, kProgram},
            {[&] { syr(b_, Uplo::lower, 1.0, column, square_); }, kArgument},
            {[&] { syr2(b_, Uplo::upper, 1.0, x, y, square_); }, kProgram}});
    const std::size_t before = builder_.size();
    ger(b_, 1.0, x, x, square_);
    syr2(b_, Uplo::upper, 1.0, x, x, square_);
    EXPECT_EQ(builder_.size(), before + 2) << "x may be y";
}

TEST_F(RegisterRefusals, OfOtherElements) {
    const ElementType type = ElementType::c64;
    const RegisterId z = reg(4, 4, type), x = reg(4, 1, type), y = reg(4, 1, type);
    const RegisterId d = reg(4, 4), u = reg(4, 1), v = reg(4, 1);
    const Uplo lower = Uplo::lower;
    expect({{[&] { symv(b_, lower, 1.0, z, x, 0.0, y); }, kArgument},
            {[&] { syr(b_, lower, 1.0, x, z); }, kArgument},
            {[&] { syr2(b_, lower, 1.0, x, y, z); }, kArgument},
            {[&] { hemv(b_, lower, 1.0, d, u, 0.0, v); }, kArgument},
            {[&] { her(b_, lower, 1.0, u, d); }, kArgument},
            {[&] { her2(b_, lower, 1.0, u, v, d); }, kArgument},
            {[&] { gerc(b_, 1.0, u, v, d); }, kArgument}});
}

}  // namespace
}  // namespace hg
