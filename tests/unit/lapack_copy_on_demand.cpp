#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "lapack/passes/distribute.hpp"
#include "lapack/substitution/substitution_definition.hpp"
#include "support/exact_matrix.hpp"

namespace hg {
namespace {

using test::ExactMatrix;

constexpr std::int64_t kSystemOrder = 22;
constexpr std::int64_t kSides = 3;
constexpr std::int64_t kSystemBlock = 4;

/// All kinds of substitutions.
const SubstitutionProblem kProblems[] = {
    {.factors = Factors::lu, .op = Op::none, .n = kSystemOrder, .nrhs = kSides},
    {.factors = Factors::lu, .op = Op::trans, .n = kSystemOrder, .nrhs = kSides},
    {.factors = Factors::lower, .n = kSystemOrder, .nrhs = kSides},
    {.factors = Factors::upper, .n = kSystemOrder, .nrhs = kSides}};

/// op(A), or its triangle.
std::int64_t element_of(ExactMatrix& A, bool is_adjoint, std::int64_t i, std::int64_t j) {
    return is_adjoint ? A(j, i) : A(i, j);
}

/// An operation on a matrix [A X]; diagonals are not ones.
void execute_step(const TileOperation& op, ExactMatrix& A) {
    const bool is_adjoint = op.adjoint != TileOperation::Adjoint::none;
    const bool is_solve = op.kind == TileOperation::Kind::solve;
    const bool is_forward = (op.uplo == Uplo::lower) != is_adjoint;
    const auto [rows, cols] = op.writes;
    for (std::int64_t c = cols.begin; c < cols.end; ++c)
        for (std::int64_t step = 0; step < rows.size(); ++step) {
            const std::int64_t i = is_forward ? rows.begin + step : rows.end - 1 - step;
            Span before = op.right.rows;
            if (is_solve) before = is_forward ? Span{rows.begin, i} : Span{i + 1, rows.end};
            for (std::int64_t j = before.begin; j < before.end; ++j)
                ExactMatrix::subtract(A(i, c), element_of(A, is_adjoint, i, j), A(j, c));
            if (is_solve) A(i, c) = A(i, c) * ExactMatrix::inverse(A(i, i)) % ExactMatrix::kPrime;
        }
}

ExactMatrix factors_and_sides() {
    return {kSystemOrder, kSystemOrder + kSides};
}

ExactMatrix solution_of(const SubstitutionProblem& problem) {
    ExactMatrix A = factors_and_sides();
    for (const TileOperation& op : substitution_definition(problem, kSystemBlock)) execute_step(op, A);
    return A;
}

/// X := op(T) X for one of the triangles.
void multiply(const Substitution& T, ExactMatrix& A) {
    const bool is_forward = (T.uplo == Uplo::lower) != (T.op != Op::none);
    for (std::int64_t c = kSystemOrder; c < kSystemOrder + kSides; ++c)
        for (std::int64_t step = 0; step < kSystemOrder; ++step) {
            const std::int64_t i = is_forward ? kSystemOrder - 1 - step : step;
            std::int64_t difference = 0;
            for (std::int64_t j = is_forward ? 0 : i; j < (is_forward ? i + 1 : kSystemOrder); ++j)
                ExactMatrix::subtract(difference, element_of(A, T.op != Op::none, i, j), A(j, c));
            A(i, c) = (ExactMatrix::kPrime - difference) % ExactMatrix::kPrime;
        }
}

TEST(CopyOnDemand, TheTextbooksSubstitutionsSolve) {
    for (const SubstitutionProblem& problem : kProblems) {
        ExactMatrix A = solution_of(problem);
        EXPECT_FALSE(A == factors_and_sides());
        multiply(substitutions_of(problem)[1], A);
        multiply(substitutions_of(problem)[0], A);
        EXPECT_TRUE(A == factors_and_sides()) << problem.key();
    }
}

using KeepsTile = bool (*)(const Tile&);

constexpr KeepsTile kWhatIsKept[] = {[](const Tile& /*tile*/) { return true; },
                                     [](const Tile& tile) { return equal(tile.rows, tile.cols); },
                                     [](const Tile& /*tile*/) { return false; }};

TileOperations with_copies(const SubstitutionProblem& problem, std::int64_t devices, std::size_t ahead,
                           KeepsTile is_kept) {
    TileOperations list = substitution_definition(problem, kSystemBlock);
    for (TileOperation& op : list)
        op.device = static_cast<DeviceIndex>(op.left.cols.begin / kSystemBlock % devices);
    return copy_on_demand(list, {.ahead = ahead, .is_kept = is_kept});
}

void copy_tile(ExactMatrix& from, const Tile& tile, ExactMatrix& to) {
    for (std::int64_t j = tile.cols.begin; j < tile.cols.end; ++j)
        for (std::int64_t i = tile.rows.begin; i < tile.rows.end; ++i) to(i, j) = from(i, j);
}

void lose_tile(ExactMatrix& A, const Tile& tile) {
    for (std::int64_t j = tile.cols.begin; j < tile.cols.end; ++j)
        for (std::int64_t i = tile.rows.begin; i < tile.rows.end; ++i) A(i, j) = 0;
}

/// [A X] with the right-hand sides that a list ends with. Devices hold only what they have copied; if nothing
/// is loaded ahead, what they don't keep is lost after its use.
ExactMatrix result_after(const TileOperations& list, bool is_ahead, KeepsTile is_kept) {
    constexpr Tile kAll{{0, kSystemOrder}, {0, kSystemOrder + kSides}};
    ExactMatrix host = factors_and_sides(), nothing = host;
    lose_tile(nothing, kAll);
    std::map<DeviceIndex, ExactMatrix> devices;
    for (const TileOperation& op : list) {
        ExactMatrix& A = devices.try_emplace(op.device, nothing).first->second;
        if (op.kind == TileOperation::Kind::copy) {
            copy_tile(op.from ? devices.at(*op.from) : host, op.writes, A);
        } else {
            execute_step(op, A);
            if (!is_ahead && !is_kept(op.left)) lose_tile(A, op.left);
        }
    }
    copy_tile(devices.at(list.back().device), {{0, kSystemOrder}, {kSystemOrder, kAll.cols.end}}, host);
    return host;
}

TEST(CopyOnDemand, DevicesGetWhatTheyNeed) {
    for (const SubstitutionProblem& problem : kProblems)
        for (const KeepsTile is_kept : kWhatIsKept)
            for (const std::int64_t devices : {1, 2, 3})
                for (const std::size_t ahead : {0U, 4U})
                    EXPECT_TRUE(result_after(with_copies(problem, devices, ahead, is_kept), ahead > 0,
                                             is_kept) == solution_of(problem))
                        << problem.key() << ", " << devices << " devices, " << ahead << " ahead";
}

std::int64_t loaded_elements(const TileOperations& list) {
    std::int64_t count = 0;
    for (const TileOperation& op : list)
        if (op.kind == TileOperation::Kind::copy && op.writes.cols.begin < kSystemOrder)
            count += op.writes.rows.size() * op.writes.cols.size();
    return count;
}

TEST(CopyOnDemand, KeptTilesAreLoadedOnce) {
    const auto& [all, diagonals, nothing] = kWhatIsKept;
    constexpr std::int64_t kSquare = kSystemOrder * kSystemOrder;
    constexpr std::int64_t kDiagonals = 5 * kSystemBlock * kSystemBlock + 2 * 2;
    const SubstitutionProblem& lu = kProblems[0];
    const SubstitutionProblem& cholesky = kProblems[2];
    EXPECT_EQ(loaded_elements(with_copies(cholesky, 1, 0, all)), (kSquare + kDiagonals) / 2);
    EXPECT_EQ(loaded_elements(with_copies(cholesky, 1, 0, diagonals)), kSquare);
    EXPECT_EQ(loaded_elements(with_copies(lu, 2, 4, diagonals)), kSquare);
    EXPECT_EQ(loaded_elements(with_copies(lu, 2, 4, nothing)), kSquare + kDiagonals);
}

/// A load for each step, and as many ahead as are asked for.
TEST(CopyOnDemand, LoadsAreTallAndAhead) {
    for (const std::size_t ahead : {0U, 3U}) {
        std::size_t loads = 0, steps = 0;
        std::int64_t step = -1;
        for (const TileOperation& op : with_copies(kProblems[0], 1, ahead, kWhatIsKept[2])) {
            if (op.kind == TileOperation::Kind::copy) {
                loads += op.writes.cols.begin < kSystemOrder;
                continue;
            }
            const std::int64_t of_op = op.left.cols.begin + (op.uplo == Uplo::lower ? 0 : 100);
            steps += std::exchange(step, of_op) != of_op;
            EXPECT_EQ(loads, std::min<std::size_t>(steps + ahead, 12));
        }
    }
}

}  // namespace
}  // namespace hg
