#include "tools/tuner/results/kernel_file.hpp"

#include <array>
#include <filesystem>
#include <map>
#include <sstream>

#include "runtime/files/atomic_file.hpp"
#include "tools/tuner/results/kernel_program.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

using hg::kernels::KernelExample;
using hg::kernels::TunableKernel;
using hg::kernels::TunableRoutine;
using hg::kernels::TunedCell;

std::string range_text(const std::array<std::size_t, 3>& range) {
    if (range == std::array<std::size_t, 3>{0, 0, 0}) return "as the driver likes";
    return std::to_string(range[0]) + " x " + std::to_string(range[1]) + " x " + std::to_string(range[2]);
}

const char* type_in_c(hg::ElementType type) {
    if (type == hg::ElementType::f64) return "double";
    return type == hg::ElementType::f32 ? "float" : "int";
}

/// "A (double), x (double)" or "alpha (double), reversed (int)"
template <class Operands>
std::string listed(const Operands& operands) {
    std::string text;
    for (const auto& operand : operands)
        text.append(text.empty() ? "" : ", ")
            .append(operand.name)
            .append(" (")
            .append(type_in_c(operand.type))
            .append(")");
    return text;
}

/// What a caller of one of the kernel's instructions must know, as comments.
void write_launch(std::ostream& text, const hg::Instruction& instruction, const hg::ExecShape& shape) {
    const hg::Geometry launch = instruction.geometry(shape);
    text << "// Kernel: " << instruction.entry << "\n// Launch for this size: " << range_text(launch.global)
         << " work-items, work-groups of " << range_text(launch.local)
         << "\n// Arguments: for each operand global TYPE* p, long first, int rows, int cols, int ld: "
         << listed(instruction.operands) << '\n';
    if (!instruction.scalars.empty()) text << "// Then: " << listed(instruction.scalars) << '\n';
    if (const std::string others = source_options(instruction).others; !others.empty())
        text << "// Compile with: " << others << '\n';
}

/// The largest cell that each winner wins, by the winner's name.
std::map<std::string, const TunedCell*> cells_of_winners(const TuneRun& run) {
    std::map<std::string, const TunedCell*> cells;
    const auto size = [](const TunedCell* cell) { return cell->problem.routine->amount(cell->problem); };
    for (const TunedCell& cell : run.report.cells) {
        if (winner(cell) == nullptr) continue;
        const auto [place, is_new] = cells.try_emplace(winner(cell)->kernel.name, &cell);
        if (!is_new && size(&cell) > size(place->second)) place->second = &cell;
    }
    return cells;
}

std::string program_of_winner(const TunedCell& cell) {
    const TunableRoutine& routine = *cell.problem.routine;
    const TunableKernel& kernel = winner(cell)->kernel;
    const bool counts_bytes = routine.unit == hg::kernels::RateUnit::bytes;
    return kernel_program(
        {.name = kernel.name,
         .source_file = kernel.name + ".cl",
         .instructions = routine.instructions(kernel),
         .checked = routine.example(routine.small_problem(cell.problem, kernel), kernel, true),
         .timed = routine.example(cell.problem, kernel, true),
         .amount = routine.amount(cell.problem),
         .unit = counts_bytes ? "GB/s" : "GFLOP/s"});
}

}  // namespace

std::string kernel_file(const TuneRun& run, const TunedCell& cell) {
    const hg::kernels::Measured* best = winner(cell);
    if (best == nullptr)
        throw hg::Error(hg::ErrorCode::invalid_argument, "no kernel works for " + extent_text(cell.problem));
    const TunableRoutine& routine = *cell.problem.routine;
    const std::vector<hg::InstructionPtr> instructions = routine.instructions(best->kernel);
    const KernelExample example = routine.example(cell.problem, best->kernel, true);
    std::ostringstream text;
    text << "// " << best->kernel.name << ": the fastest kernel found for " << kind_text(cell.problem) << ", "
         << extent_text(cell.problem) << "\n// Device: " << run.device.name << ", driver "
         << run.device.driver << "\n// Rate: " << rate_text(routine, rate(cell, *best)) << '\n';
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        if (instructions.size() > 1)
            text << "//\n// Launch " << i + 1 << " of " << instructions.size()
                 << ", compiled with -DLAUNCH=" << i + 1 << '\n';
        const std::vector<hg::Register> operands = example.operands(i);
        write_launch(text, *instructions[i], {operands, example.launches[i].scalars});
    }
    text << kernel_source(instructions);
    return text.str();
}

void save_kernels(const std::vector<TuneRun>& runs, const std::string& folder) {
    for (const TuneRun& run : runs)
        for (const auto& [name, cell] : cells_of_winners(run)) {
            const std::string path = (std::filesystem::path(folder) / name).string();
            hg::replace_file(path + ".cl", kernel_file(run, *cell));
            // Programs in C have operands of real elements.
            if (!hg::is_complex(cell->problem.type)) hg::replace_file(path + ".c", program_of_winner(*cell));
        }
}

const TunedCell* main_cell(const TuneRun& run) {
    const TunedCell* found = nullptr;
    const auto size = [](const hg::kernels::TuningProblem& p) { return p.routine->amount(p); };
    for (const TunedCell& cell : run.report.cells) {
        if (winner(cell) == nullptr) continue;
        const bool other_type = found != nullptr && cell.problem.type != found->problem.type;
        if (found == nullptr || (!other_type && size(cell.problem) > size(found->problem))) found = &cell;
    }
    return found;
}

}  // namespace hgctl
