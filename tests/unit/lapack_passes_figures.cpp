// The lists of operations that docs/design/passes.py draws are those that the passes make.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <ios>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "lapack/cholesky/potrf_definition.hpp"
#include "lapack/lu/getrf_definition.hpp"
#include "lapack/lu/lu_builder.hpp"
#include "lapack/lu/lu_operations.hpp"
#include "lapack/lu/panel_width.hpp"
#include "lapack/passes/dependencies.hpp"
#include "lapack/passes/distribute.hpp"
#include "lapack/passes/divide.hpp"
#include "lapack/passes/fuse.hpp"
#include "lapack/passes/left_looking.hpp"
#include "lapack/passes/list_schedule.hpp"
#include "lapack/passes/merge.hpp"
#include "lapack/passes/operation_seconds.hpp"
#include "lapack/passes/permutations.hpp"
#include "lapack/passes/store_final.hpp"
#include "support/simulated_plans.hpp"

namespace hg {
namespace {

/// Eight panels, two in each block column. A column is loaded about as fast as it is updated.
constexpr std::int64_t kWidth = 2048, kFigureOrder = 8 * kWidth;

class FigureText {
  public:
    void add(const std::string& title, const TileOperations& list) {
        out_ << "# " << title << '\n';
        for (const TileOperation& op : list) out_ << op << '\n';
    }
    /// With the milliseconds from when to when each takes if a queue starts its operations in this order.
    void add_timed(const std::string& title, const TileOperations& list, const OperationCosts& costs) {
        out_ << "# " << title << '\n';
        OperationDependencies waiting = dependencies(list);
        std::vector<double> ready(list.size());
        std::map<QueueId, double> free;
        for (std::uint32_t i = 0; i < list.size(); ++i) {
            const TileOperation::Kind kind = list[i].kind;
            double& queue = free[{list[i].device, kind == TileOperation::Kind::copy    ? QueueKind::load
                                                  : kind == TileOperation::Kind::store ? QueueKind::store
                                                                                       : list[i].queue}];
            const double start = std::max(queue, ready[i]);
            queue = start + operation_seconds(list[i], costs);
            for (const std::uint32_t other : waiting.followers[i])
                ready[other] = std::max(ready[other], queue);
            write_times(start, queue);
            out_ << list[i] << '\n';
        }
    }
    void add(const std::string& title, const Program& program, const Target& target) {
        out_ << "# " << title << '\n';
        const Simulation simulation = simulate(program, target);
        for (std::uint32_t c = 0; c < program.size(); ++c) {
            const Command& command = program.command(static_cast<CommandId>(c));
            write_times(simulation.start[c], simulation.end[c]);
            out_ << name(command.operation) << (command.queue == QueueKind::exec2 ? "2" : "");
            if (command.operation == Operation::exec)
                out_ << ' ' << program.instruction(static_cast<CommandId>(c)).name;
            out_ << '\n';
        }
    }
    [[nodiscard]] std::string text() const { return out_.str(); }

  private:
    void write_times(double start, double end) { out_ << 1e3 * start << ' ' << 1e3 * end << ' '; }

    std::ostringstream out_ = [] {
        std::ostringstream out;
        out << std::fixed << std::setprecision(3);
        return out;
    }();
};

/// A small factorization on one device: its operations after all passes, and its commands.
void add_lowering(FigureText& figures) {
    const Target target = test::nvidia_gpus(1);
    const LuProblem problem{.m = 3072, .n = 3072};
    const LuLayout layout = lu_layout(problem, target, panel_width(problem));
    const OperationCosts costs{.target = target, .seconds_of_column = 2e-6};
    figures.add_timed("lu_operations", lu_operations(problem, layout, target).front(), costs);
    figures.add("lowering", lu_program(problem, target, kernels::Database::shipped(), 1), target);
}

/// As lapack/lu puts them together.
std::string figures_of_passes() {
    const Target target = test::nvidia_gpus(2);
    const OperationCosts costs{.target = target, .devices = 2, .seconds_of_column = 2e-6};
    const std::vector<std::int64_t> panels = multiples(kWidth, kFigureOrder);
    const std::vector<std::int64_t> registers = multiples(2 * kWidth, kFigureOrder);
    std::vector<BlockColumn> blocks;
    for (std::int64_t c = 0; c < kFigureOrder; c += 2 * kWidth)
        blocks.push_back({static_cast<DeviceIndex>(blocks.size() % 2), c, 2 * kWidth});
    FigureText figures;
    TileOperations list = getrf_definition(kFigureOrder, kFigureOrder, 0, kWidth);
    figures.add("definition", list);
    list = divide_columns(without_permutations(list), panels);
    figures.add("divide", list);
    list = fuse_updates(list, {.depth = 2 * kWidth, .limit = 6 * kWidth, .distance = 4 * kWidth});
    figures.add("fuse", list);
    list = distribute(list, {blocks, {0, kFigureOrder}, kWidth});
    figures.add_timed("distribute", list, costs);
    list = list_schedule(
        list, {.seconds = [&](const auto& op) { return operation_seconds(op, costs); }, .step = 2 * kWidth});
    figures.add_timed("list_schedule", list, costs);
    list = defer_permutations(
        list, {.rows = kFigureOrder,
               .groups = {{0, 4 * kWidth}, {4 * kWidth, 6 * kWidth}, {6 * kWidth, kFigureOrder}},
               .stored = {},
               .within_groups = false,
               .device_of = [&](std::int64_t c) { return blocks[block_at(blocks, c)].device; },
               .step = 2 * kWidth});
    figures.add("defer_permutations", list);
    list = merge_columns(list, registers);
    figures.add("merge", list);
    figures.add("store_final", store_final(list, {.units = columns_of(blocks)}));
    list = divide_columns(potrf_definition(kFigureOrder / 2, kWidth), panels);
    figures.add("potrf_definition", list);
    figures.add("left_looking", left_looking(list, {.block = kWidth}));
    add_lowering(figures);
    return figures.text();
}

TEST(FiguresOfPasses, AreOfTheListsThatThePassesMake) {
    std::ifstream file(std::filesystem::path(HG_ROOT) / "docs/design/passes.txt");
    const std::string recorded{std::istreambuf_iterator<char>(file), {}};
    const std::string made = figures_of_passes();
    if (recorded == made) return;
    const std::string path = testing::TempDir() + "passes.txt";
    std::ofstream(path) << made;
    FAIL() << "copy " << path << " to docs/design/passes.txt, and run docs/design/passes.py";
}

}  // namespace
}  // namespace hg
