#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "lapack/lu/lu_builder.hpp"
#include "support/simulated_plans.hpp"
#include <hg/lapack/potrf_program.hpp>
#include <hg/lapack/qr_programs.hpp>

namespace hg {
namespace {

/// A row of lapack_ROUTINE_seconds.txt.
struct RecordedProgram {
    std::string type;
    std::int64_t m = 0, n = 0;
    std::string triangle;  ///< "lower" or "upper"; "-" if the routine has none
    std::size_t devices = 0;
    std::string memory;  ///< "all" or "third"
    double seconds = 0;
    std::size_t commands = 0;
};

std::vector<RecordedProgram> recorded_programs(const std::string& routine) {
    std::ifstream file(std::filesystem::path(HG_ROOT) / "tests/unit" /
                       ("lapack_" + routine + "_seconds.txt"));
    std::vector<RecordedProgram> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) continue;
        std::istringstream words(line);
        RecordedProgram& row = rows.emplace_back();
        words >> row.type >> row.m >> row.n >> row.triangle >> row.devices >> row.memory >> row.seconds >>
            row.commands;
        EXPECT_TRUE(words) << line;
    }
    return rows;
}

ElementType type_of(const RecordedProgram& row) {
    for (const ElementType type : {ElementType::f32, ElementType::f64, ElementType::c32, ElementType::c64})
        if (name(type) == row.type) return type;
    ADD_FAILURE() << "no element type is called " << row.type;
    return ElementType::f64;
}

Target target_of(const RecordedProgram& row) {
    Target target = test::nvidia_gpus(row.devices);
    for (DeviceModel& device : target.devices) device.rate(type_of(row)) = device.rate_f64;
    if (row.memory == "all") return target;
    for (DeviceModel& device : target.devices) {
        device.memory = row.m * row.n * size_of(type_of(row)) / 3 / static_cast<std::int64_t>(row.devices);
        device.largest_slot = device.memory / 4;
    }
    return target;
}

Program program_of(const std::string& routine, const RecordedProgram& row, const Target& target) {
    const kernels::Database& database = kernels::Database::shipped();
    const ElementType type = type_of(row);
    if (routine == "getrf")
        return lu_program({.type = type, .m = row.m, .n = row.n}, target, database, row.devices);
    if (routine == "geqrf") return geqrf_program({.type = type, .m = row.m, .n = row.n}, target, database);
    const Uplo uplo = row.triangle == "upper" ? Uplo::upper : Uplo::lower;
    return potrf_program({.type = type, .uplo = uplo, .n = row.n}, target, database);
}

/// The longest programs take seconds to build: they are recorded for those who change the order of a
/// factorization, and not checked in each run.
void expect_no_more_seconds(const std::string& routine, std::size_t rows) {
    constexpr std::size_t kMostCommands = 18000;
    constexpr double kTolerance = 1.01;
    std::size_t checked = 0;
    for (const RecordedProgram& row : recorded_programs(routine)) {
        if (row.commands > kMostCommands) continue;
        const Target target = target_of(row);
        EXPECT_LE(simulate(program_of(routine, row, target), target).makespan, kTolerance * row.seconds)
            << routine << ' ' << row.type << ' ' << row.m << 'x' << row.n << ' ' << row.triangle << " on "
            << row.devices << " GPUs with " << row.memory << " of the memory";
        ++checked;
    }
    EXPECT_EQ(checked, rows);
}

TEST(RecordedSeconds, OfGetrf) {
    expect_no_more_seconds("getrf", 28);
}
TEST(RecordedSeconds, OfPotrf) {
    expect_no_more_seconds("potrf", 37);
}
TEST(RecordedSeconds, OfGeqrf) {
    expect_no_more_seconds("geqrf", 35);
}

}  // namespace
}  // namespace hg
