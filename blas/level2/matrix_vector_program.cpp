#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "blas/call/letters.hpp"
#include "blas/cost/plan.hpp"
#include "blas/level2/matrix_vector_parts.hpp"
#include "blas/level2/matrix_vector_problem.hpp"
#include "blas/tiles/device_grid.hpp"

namespace hg {
namespace {

/// The largest order of tiles.
constexpr std::int64_t kMostBlock = 2048;
constexpr std::int64_t kLeastBlock = 64;
/// While one tile is in use, others are in transit.
constexpr std::int64_t kTilesAtOnce = 8;

struct MatrixVectorRoutine {
    std::string_view name;
    void (*append)(MatrixVectorParts&);
};

constexpr MatrixVectorRoutine kRoutines[]{
    {"gemv", append_gemv}, {"symv", append_symv}, {"trmv", append_trmv}, {"trsv", append_trsv},
    {"ger", append_ger},   {"syr", append_syr},   {"syr2", append_syr2}, {"hemv", append_symv},
    {"geru", append_ger},  {"gerc", append_ger},  {"her", append_syr},   {"her2", append_syr2}};

/// Orders of tiles, beginning with the largest of which each device holds some. They do not depend on the
/// number of devices, because the bits of sums over tiles depend on them.
std::vector<std::int64_t> block_orders(const MatrixVectorProblem& problem, const Target& target) {
    std::int64_t block = kMostBlock;
    for (const DeviceModel& device : target.devices) {
        if (!computes(device, problem.type)) continue;
        const std::int64_t most = std::min(device.memory / kTilesAtOnce, device.largest_slot);
        while (block > kLeastBlock && block * block * size_of(problem.type) > most) block /= 2;
    }
    std::vector<std::int64_t> orders{block};
    while (orders.back() > kLeastBlock) orders.push_back(orders.back() / 2);
    return orders;
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
    const auto counts = device_counts(matrix_vector_devices(problem.type, target).size());
    const Simulator simulator(target, false);
    return plan(block_orders(problem, target), [&](std::int64_t block) {
        const auto build = [&](std::size_t count) {
            return program_of_blocks(problem, target, database, block, count);
        };
        return plan(counts, build, simulator).program;
    });
}

}  // namespace hg
