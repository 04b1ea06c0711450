#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "blas/level3/triangle/trmm_builder.hpp"
#include "blas/level3/triangle/trmm_call.hpp"
#include "support/expected_error.hpp"
#include "support/simulated_plans.hpp"
#include "support/trsm_calls.hpp"
#include <hg/blas/trmm.hpp>
#include <hg/blas/trmm_program.hpp>

namespace hg {
namespace {

using test::fast_gpus;

const kernels::Database& database() {
    return kernels::Database::shipped();
}

struct SolvePlans {
    using Problem = TrsmProblem;
    static constexpr const char* kName = "trsm";
    /// Of the time of the arithmetic, what a call of order 32768 takes at most on 1, 2 and 4 devices.
    static constexpr double kMost[] = {1.12, 1.2, 1.45};
    static constexpr std::int64_t kRows = 3000, kColumns = 2500;
    static constexpr Uplo kUplos[] = {Uplo::lower};
    static constexpr Op kOps[] = {Op::none, Op::trans};

    static Target gpus(std::size_t count) { return test::well_linked_gpus(count); }
    static auto plan(const Problem& problem, const Target& target) {
        return plan_trsm(problem, target, database());
    }
    static Program program(const Problem& problem, const Target& target) {
        return trsm_program(problem, target, database());
    }
};

struct ProductPlans {
    using Problem = TrmmProblem;
    static constexpr const char* kName = "trmm";
    static constexpr double kMost[] = {1.05, 1.08, 1.5};
    static constexpr std::int64_t kRows = 9000, kColumns = 8500;
    static constexpr Uplo kUplos[] = {Uplo::lower, Uplo::upper};
    static constexpr Op kOps[] = {Op::none};

    static Target gpus(std::size_t count) { return fast_gpus(count); }
    static auto plan(const Problem& problem, const Target& target) {
        return plan_trmm(problem, target, database());
    }
    static Program program(const Problem& problem, const Target& target) {
        return trmm_program(problem, target, database());
    }
};

struct NamesOfPlans {
    template <class Plans>
    static std::string GetName(int) {
        return Plans::kName;
    }
};

template <class Plans>
class TrianglePlans : public testing::Test {
  protected:
    using Problem = typename Plans::Problem;

    static auto program_of(const Problem& problem) {
        return [=](const Target& target) { return Plans::program(problem, target); };
    }
};
using SolvesAndProducts = testing::Types<SolvePlans, ProductPlans>;
TYPED_TEST_SUITE(TrianglePlans, SolvesAndProducts, NamesOfPlans);

TYPED_TEST(TrianglePlans, TransfersHideBehindArithmetic) {
    const double arithmetic = std::pow(32768.0, 3) / 55e12;
    for (const Side side : {Side::left, Side::right})
        for (const Uplo uplo : TypeParam::kUplos)
            for (const Op op : TypeParam::kOps) {
                const auto program =
                    this->program_of({.side = side, .uplo = uplo, .op = op, .m = 32768, .n = 32768});
                const double* most = TypeParam::kMost;
                for (const std::size_t devices : {1u, 2u, 4u})
                    EXPECT_LT(test::seconds_of_plan(program, fast_gpus(devices)),
                              *most++ * arithmetic / static_cast<double>(devices));
            }
}

TYPED_TEST(TrianglePlans, ADeviceMoreNeverSlowsACall) {
    using Call = typename TypeParam::Problem;
    for (const Call& problem :
         {Call{.m = 100, .n = 100}, Call{.m = 5000, .n = 300}, Call{.m = 300, .n = 50000},
          Call{.side = Side::right, .m = 9000, .n = 7000}, Call{.m = 16384, .n = 16384}})
        test::expect_more_devices_are_no_slower(problem.key(), {1, 2, 3, 4, 8}, this->program_of(problem),
                                                TypeParam::gpus);
}

TYPED_TEST(TrianglePlans, TheBlockDoesNotDependOnTheDevices) {
    for (const std::int64_t order : {100, 1000, 5000, 20000, 40000}) {
        const auto block = [&](std::size_t devices) {
            return TypeParam::plan({.m = order, .n = 8000}, fast_gpus(devices)).candidate.block;
        };
        for (const std::size_t devices : {2u, 4u, 8u}) EXPECT_EQ(block(devices), block(1));
    }
}

TYPED_TEST(TrianglePlans, ProgramsVerifyForEveryCase) {
    for (const auto& [side, uplo, op, diag] : test::all_trsm_cases()) {
        const typename TypeParam::Problem problem{.side = side,
                                                  .uplo = uplo,
                                                  .op = op,
                                                  .diag = diag,
                                                  .m = TypeParam::kRows,
                                                  .n = TypeParam::kColumns};
        EXPECT_NO_THROW(verify(TypeParam::program(problem, fast_gpus(3)))) << problem.key();
    }
}

/// Neither A nor B fits: A comes again for each strip of B.
TYPED_TEST(TrianglePlans, MatricesMayBeLargerThanTheDevice) {
    for (const Side side : {Side::left, Side::right})
        test::expect_fits_memory(
            TypeParam::program({.side = side, .m = 8000, .n = 8000}, test::small_gpus(2)));
}

TYPED_TEST(TrianglePlans, TooLittleMemoryIsSaidWithFigures) {
    Target target = fast_gpus(1, 4 << 20);
    target.devices[0].largest_slot = 4 << 20;
    test::expect_error(ErrorCode::out_of_memory,
                       {"order 100000", "at least", "use 4194304 bytes", "HG_MEMORY_LIMIT"},
                       [&] { return TypeParam::program({.m = 100000, .n = 100000}, target); });
}

/// An 8 x 4 product from the left.
TrmmCall<double> product_with(Uplo uplo) {
    return {{{.side = Side::left,
              .uplo = uplo,
              .op = Op::none,
              .diag = Diag::unit,
              .m = 8,
              .n = 4,
              .alpha = 1,
              .A = nullptr,
              .lda = 8,
              .B = nullptr,
              .ldb = 8}}};
}

HostTile rest_tile(std::int64_t row, std::int64_t col, std::int64_t rows, std::int64_t cols) {
    return {{}, row, col, rows, cols};
}

TEST(TrmmRest, CanBeMadeIfAllItDependsOnIsLeftToo) {
    struct Row {
        std::vector<HostTile> left;
        bool lower, upper;
    };
    const Row table[] = {{{}, true, true},
                         {{rest_tile(0, 0, 8, 4)}, true, true},
                         {{rest_tile(0, 0, 4, 4)}, true, false},
                         {{rest_tile(4, 0, 4, 4)}, false, true},
                         {{rest_tile(3, 1, 2, 1)}, false, false},
                         {{rest_tile(4, 0, 4, 4), rest_tile(0, 0, 4, 4)}, true, true},
                         {{rest_tile(0, 0, 4, 4), rest_tile(4, 2, 4, 2)}, true, false},
                         {{rest_tile(0, 0, 4, 3), rest_tile(4, 2, 4, 2)}, false, false},
                         {{rest_tile(4, 1, 4, 1), rest_tile(0, 2, 8, 2)}, false, true}};
    for (const Row& row : table) {
        EXPECT_EQ(product_with(Uplo::lower).can_finish(row.left), row.lower);
        EXPECT_EQ(product_with(Uplo::upper).can_finish(row.left), row.upper);
    }
}

TEST(TrmmRest, IsMadeFromWhereNothingDependsOnIt) {
    std::vector<HostTile> tiles{rest_tile(3, 0, 2, 4), rest_tile(0, 0, 3, 4), rest_tile(5, 0, 3, 4)};
    product_with(Uplo::lower).put_in_order(tiles);
    EXPECT_EQ(tiles, (std::vector{rest_tile(5, 0, 3, 4), rest_tile(3, 0, 2, 4), rest_tile(0, 0, 3, 4)}));
    product_with(Uplo::upper).put_in_order(tiles);
    EXPECT_EQ(tiles, (std::vector{rest_tile(0, 0, 3, 4), rest_tile(3, 0, 2, 4), rest_tile(5, 0, 3, 4)}));
}

/// What a launch takes is the same for one diagonal block and for four.
TEST(TrsmPlan, DiagonalBlocksAreInvertedTogether) {
    const auto inversions = [](std::int64_t order, std::int64_t memory) {
        const Program program = trsm_program({.m = order, .n = order}, fast_gpus(1, memory), database());
        std::size_t found = 0;
        for (std::uint32_t c = 0; c < program.size(); ++c)
            if (program.commands()[c].operation == Operation::exec)
                found += program.instruction(CommandId{c}).name == "triangle_blocks_f64" ? 1 : 0;
        return found;
    };
    EXPECT_EQ(inversions(1024, std::int64_t{64} << 30), 1U);      // 4 blocks of 256
    EXPECT_EQ(inversions(1280 + 9, std::int64_t{64} << 30), 3U);  // 5, and one of order 9
    EXPECT_EQ(inversions(1024, std::int64_t{100} << 20), 4U);     // memory is scarce
}

TEST(TrsmProblem, KeysTellProblemsApart) {
    const TrsmProblem problem{.m = 10, .n = 20};
    TrsmProblem other = problem;
    EXPECT_EQ(other.key(), problem.key());
    other.diag = Diag::unit;
    EXPECT_NE(other.key(), problem.key());
    other = problem;
    other.pinned = true;
    EXPECT_NE(other.key(), problem.key());
    other = problem;
    std::swap(other.m, other.n);
    EXPECT_NE(other.key(), problem.key());
}

TEST(TrmmProblem, KeysTellRoutinesApart) {
    EXPECT_NE((TrmmProblem{.m = 10, .n = 20}.key()), (TrsmProblem{.m = 10, .n = 20}.key()));
}

}  // namespace
}  // namespace hg
