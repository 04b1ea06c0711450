#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "lapack/solve/substitution_call.hpp"
#include "support/simulated_plans.hpp"
#include <hg/blas/trsm_program.hpp>
#include <hg/lapack/potri_program.hpp>
#include <hg/lapack/substitution_program.hpp>

namespace hg {
namespace {

/// A row of lapack_solve_seconds.txt.
struct RecordedSolve {
    std::string routine;
    std::int64_t n = 0;
    std::int64_t nrhs = 0;
    std::size_t devices = 0;
    std::string memory;  ///< "all" or "third"
    double seconds = 0;
};

std::vector<RecordedSolve> recorded_solves() {
    std::ifstream file(std::filesystem::path(HG_ROOT) / "tests/unit/lapack_solve_seconds.txt");
    std::vector<RecordedSolve> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) continue;
        std::istringstream words(line);
        RecordedSolve& row = rows.emplace_back();
        words >> row.routine >> row.n >> row.nrhs >> row.devices >> row.memory >> row.seconds;
        EXPECT_TRUE(words) << line;
    }
    return rows;
}

Target gpus_of(const RecordedSolve& row) {
    Target target = test::nvidia_gpus(row.devices);
    if (row.memory == "all") return target;
    for (DeviceModel& device : target.devices) {
        device.memory = row.n * row.n * 8 / 3 / static_cast<std::int64_t>(row.devices);
        device.largest_slot = device.memory / 4;
    }
    return target;
}

/// More right-hand sides than fit one program are two triangular solves.
double seconds_of(const RecordedSolve& row, const Target& target) {
    const kernels::Database& database = kernels::Database::shipped();
    const auto seconds = [&](const Program& program) { return simulate(program, target).makespan; };
    if (row.routine == "potri") return seconds(potri_program({.n = row.n}, target, database));
    const Op op = row.routine == "getrs_t" ? Op::trans : Op::none;
    const Factors factors = row.routine == "potrs" ? Factors::lower : Factors::lu;
    if (row.nrhs <= kMostInOneProgram)
        return seconds(substitution_program({.factors = factors, .op = op, .n = row.n, .nrhs = row.nrhs},
                                            target, database));
    const auto triangle = [&](Uplo uplo, Op of_triangle, Diag diag) {
        return seconds(trsm_program(
            {.uplo = uplo, .op = of_triangle, .diag = diag, .m = row.n, .n = row.nrhs}, target, database));
    };
    if (factors == Factors::lower)
        return triangle(Uplo::lower, Op::none, Diag::non_unit) +
               triangle(Uplo::lower, Op::trans, Diag::non_unit);
    return triangle(Uplo::lower, op, Diag::unit) + triangle(Uplo::upper, op, Diag::non_unit);
}

TEST(SolveSeconds, AreNoMoreThanRecorded) {
    constexpr double kTolerance = 1.01;
    const std::vector<RecordedSolve> rows = recorded_solves();
    for (const RecordedSolve& row : rows) {
        EXPECT_LE(seconds_of(row, gpus_of(row)), kTolerance * row.seconds)
            << row.routine << " of order " << row.n << " with " << row.nrhs << " right-hand sides on "
            << row.devices << " GPUs with " << row.memory << " of the memory";
    }
    EXPECT_EQ(rows.size(), 168U);
}

}  // namespace
}  // namespace hg
