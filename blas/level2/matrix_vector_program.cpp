#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "blas/call/letters.hpp"
#include "blas/cost/fastest_program.hpp"
#include "blas/level2/matrix_vector_parts.hpp"
#include "blas/level2/matrix_vector_problem.hpp"
#include "blas/tiles/device_grid.hpp"
#include "blas/tiles/within_memory.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// Orders of tiles.
constexpr std::int64_t kMostBlock = 2048;
constexpr std::int64_t kLeastBlock = 64;
/// While one is at work, others are on their ways.
constexpr std::int64_t kTilesAtOnce = 8;

struct MatrixVectorRoutine {
    std::string_view name;
    void (*append)(MatrixVectorParts&);
};

constexpr MatrixVectorRoutine kRoutines[]{
    {"gemv", append_gemv}, {"symv", append_symv}, {"trmv", append_trmv}, {"trsv", append_trsv},
    {"ger", append_ger},   {"syr", append_syr},   {"syr2", append_syr2}, {"hemv", append_symv},
    {"geru", append_ger},  {"gerc", append_ger},  {"her", append_syr},   {"her2", append_syr2}};

/// The largest order of tiles of which each device holds some. How many devices there are does not matter: the bits of
/// sums over tiles must not depend on it.
std::int64_t largest_block(const MatrixVectorProblem& problem, const Target& target) {
    std::int64_t block = kMostBlock;
    for (const DeviceModel& device : target.devices) {
        if (!computes(device, problem.type)) continue;
        const std::int64_t most = std::min(device.memory / kTilesAtOnce, device.largest_slot);
        while (block > kLeastBlock && block * block * size_of(problem.type) > most) block /= 2;
    }
    return block;
}

Program program_of_blocks(const MatrixVectorProblem& problem, const Target& target,
                          const kernels::Database& database, std::int64_t block, std::size_t count) {
    MatrixVectorParts parts(problem, target, database, block, count);
    if (problem.product)
        std::ranges::find(kRoutines, problem.routine, &MatrixVectorRoutine::name)->append(parts);
    else
        append_scaling(parts);
    parts.builder.leave_out_guards();
    return std::move(parts.builder).finish();
}

}  // namespace

std::string MatrixVectorProblem::key() const {
    std::string key(routine);
    key.append(" ").append(name(type)).append(" ");
    for (const char letter : {letter_of(uplo), letter_of(op), letter_of(diag)}) key.push_back(letter);
    for (const VectorForm& form : {x, y})
        key.append(form.has_gaps ? " gaps" : " dense").append(form.backwards ? " backwards" : "");
    for (const std::int64_t size : {m, n}) key.append(" ").append(std::to_string(size));
    return key.append(product ? " product" : "")
        .append(reads_y ? " reads_y" : "")
        .append(conjugated ? " conjugated" : "");
}

Program matrix_vector_program(const MatrixVectorProblem& problem, const Target& target,
                              const kernels::Database& database) {
    const std::vector<DeviceCount> counts = device_counts(matrix_vector_devices(problem.type, target).size());
    for (std::int64_t block = largest_block(problem, target);; block /= 2) {
        std::optional<Error> fault;
        const auto build = [&] {
            return fastest_of(counts, target, false, [&](std::size_t count) {
                return program_of_blocks(problem, target, database, block, count);
            });
        };
        if (std::optional<Program> program = if_it_fits(build, &fault)) return *std::move(program);
        if (block <= kLeastBlock) throw *fault;
    }
}

}  // namespace hg
