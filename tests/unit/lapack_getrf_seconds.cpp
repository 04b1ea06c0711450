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

namespace hg {
namespace {

/// A row of lapack_getrf_seconds.txt.
struct RecordedProgram {
    std::int64_t n = 0;
    std::size_t devices = 0;
    std::string memory;  ///< "all" or "third"
    double seconds = 0;
    std::size_t commands = 0;
};

std::vector<RecordedProgram> recorded_programs() {
    std::ifstream file(std::filesystem::path(HG_ROOT) / "tests/unit/lapack_getrf_seconds.txt");
    std::vector<RecordedProgram> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) continue;
        std::istringstream words(line);
        RecordedProgram& row = rows.emplace_back();
        words >> row.n >> row.devices >> row.memory >> row.seconds >> row.commands;
        EXPECT_TRUE(words) << line;
    }
    return rows;
}

Target target_of(const RecordedProgram& row) {
    Target target = test::nvidia_gpus(row.devices);
    if (row.memory == "all") return target;
    for (DeviceModel& device : target.devices) {
        device.memory = row.n * row.n * 8 / 3 / static_cast<std::int64_t>(row.devices);
        device.largest_slot = device.memory / 4;
    }
    return target;
}

/// The longest programs take seconds to build: they are recorded for those who change the order of LU, and
/// not checked in each run.
TEST(GetrfSeconds, AreNoMoreThanRecorded) {
    constexpr std::size_t kMostCommands = 18000;
    constexpr double kTolerance = 1.01;
    std::size_t checked = 0;
    for (const RecordedProgram& row : recorded_programs()) {
        if (row.commands > kMostCommands) continue;
        const Target target = target_of(row);
        const Program program =
            lu_program({.m = row.n, .n = row.n}, target, kernels::Database::shipped(), row.devices);
        EXPECT_LE(simulate(program, target).makespan, kTolerance * row.seconds)
            << row.n << " on " << row.devices << " GPUs with " << row.memory << " of the memory";
        ++checked;
    }
    EXPECT_EQ(checked, 28U);
}

}  // namespace
}  // namespace hg
