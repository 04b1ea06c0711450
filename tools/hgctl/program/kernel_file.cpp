#include "tools/hgctl/program/kernel_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <sstream>

#include "kernels/tuner/gemm/gemm_routine.hpp"
#include "tools/hgctl/cli/atomic_file.hpp"
#include "tools/hgctl/cli/quantity.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

std::string range_text(const std::array<std::size_t, 3>& range) {
    if (range == std::array<std::size_t, 3>{0, 0, 0}) return "as the driver likes";
    return std::to_string(range[0]) + " x " + std::to_string(range[1]) + " x " + std::to_string(range[2]);
}

}  // namespace

KernelExample gemm_example(const hg::kernels::GemmParameters& p, const hg::kernels::TuningProblem& problem) {
    const hg::kernels::GemmShape shape = hg::kernels::gemm_shape(problem);
    const auto reg = [&](bool transposed, std::int64_t rows, std::int64_t cols) {
        return hg::Register{p.type, 0, transposed ? cols : rows, transposed ? rows : cols,
                            transposed ? cols : rows};
    };
    return {{reg(p.transpose_a, shape.m, shape.k), reg(p.transpose_b, shape.k, shape.n),
             reg(false, shape.m, shape.n * std::max(1, p.split_k))},
            {1, 0.5}};
}

std::string kernel_file(const TuneRun& run, const hg::kernels::TunedCell& cell) {
    const hg::kernels::Measured* best = winner(cell);
    if (best == nullptr)
        throw hg::Error(hg::ErrorCode::invalid_argument, "no kernel works for " + extent_text(cell.problem));
    const hg::kernels::GemmParameters parameters = hg::kernels::gemm_parameters(best->kernel);
    const hg::InstructionPtr instruction = hg::kernels::gemm(parameters);
    const SourceOptions options = source_options(*instruction);
    const hg::Geometry launch = instruction->geometry(gemm_example(parameters, cell.problem).shape());
    std::ostringstream text;
    text << "// " << instruction->name << ": the fastest kernel found for " << kind_text(cell.problem) << ", "
         << extent_text(cell.problem) << "\n// Device: " << run.device.name << ", driver "
         << run.device.driver << "\n// Rate: " << flops_rate_text(rate(cell, *best))
         << "\n// Kernel: " << instruction->entry
         << "\n// Launch for this size: " << range_text(launch.global) << " work-items, work-groups of "
         << range_text(launch.local)
         << "\n// Arguments: for each of A, B and C: global REAL* p, long first, int rows, int cols, int ld; "
            "then REAL alpha, REAL beta\n";
    if (parameters.split_k > 1)
        text << "// C stands for " << parameters.split_k
             << " parts of the sum over k side by side; their sum is C\n";
    if (!options.others.empty()) text << "// Compile with: " << options.others << '\n';
    text << options.defines << '\n' << instruction->source;
    return text.str();
}

void save_kernels(const TuneRun& run, const std::string& folder) {
    std::map<std::string, const hg::kernels::TunedCell*> cells;  // the largest that a kernel wins
    const auto size = [](const hg::kernels::TunedCell* cell) {
        return cell->problem.routine->amount(cell->problem);
    };
    for (const hg::kernels::TunedCell& cell : run.report.cells) {
        if (winner(cell) == nullptr) continue;
        const auto [place, is_new] = cells.try_emplace(winner(cell)->kernel.name, &cell);
        if (!is_new && size(&cell) > size(place->second)) place->second = &cell;
    }
    for (const auto& [name, cell] : cells) {
        const hg::kernels::TunableKernel& kernel = winner(*cell)->kernel;
        const hg::kernels::GemmParameters parameters = hg::kernels::gemm_parameters(kernel);
        const auto small = cell->problem.routine->small_problem(cell->problem, kernel);
        const std::string path = (std::filesystem::path(folder) / name).string();
        replace_file(path + ".cl", kernel_file(run, *cell));
        replace_file(path + ".c",
                     kernel_program(*hg::kernels::gemm(parameters), gemm_example(parameters, small),
                                    gemm_example(parameters, cell->problem), name + ".cl"));
    }
}

const hg::kernels::TunedCell* main_cell(const TuneRun& run) {
    const hg::kernels::TunedCell* found = nullptr;
    const auto size = [](const hg::kernels::TuningProblem& p) { return p.routine->amount(p); };
    for (const hg::kernels::TunedCell& cell : run.report.cells) {
        if (winner(cell) == nullptr) continue;
        const bool other_type = found != nullptr && cell.problem.type != found->problem.type;
        if (found == nullptr || (!other_type && size(cell.problem) > size(found->problem))) found = &cell;
    }
    return found;
}

}  // namespace hgctl
