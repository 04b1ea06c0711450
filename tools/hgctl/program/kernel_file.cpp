#include "tools/hgctl/program/kernel_file.hpp"

#include <algorithm>
#include <array>
#include <sstream>

#include "kernels/tuner/gemm/gemm_routine.hpp"
#include "tools/hgctl/cli/quantity.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

/// Options of the OpenCL compiler, taken apart.
struct BuildOptions {
    std::string defines;  ///< a #define a line
    std::string others;   ///< what cannot be said in the source
};

BuildOptions taken_apart(const std::string& options) {
    BuildOptions result;
    std::istringstream words(options);
    for (std::string word; words >> word;) {
        if (word == "-D") {
            words >> word;
            word.insert(0, "-D");
        }
        if (!word.starts_with("-D")) {
            result.others += (result.others.empty() ? "" : " ") + word;
            continue;
        }
        const std::size_t equals = word.find('=');
        const std::string value = equals == std::string::npos ? "1" : word.substr(equals + 1);
        result.defines += "#define " + word.substr(2, equals - 2) + " " + value + "\n";
    }
    return result;
}

std::string range_text(const std::array<std::size_t, 3>& range) {
    if (range == std::array<std::size_t, 3>{0, 0, 0}) return "as the driver likes";
    return std::to_string(range[0]) + " x " + std::to_string(range[1]) + " x " + std::to_string(range[2]);
}

hg::Geometry geometry_of(const hg::Instruction& instruction, const hg::kernels::GemmParameters& p,
                         const hg::kernels::GemmShape& shape) {
    const auto reg = [&](bool transposed, std::int64_t rows, std::int64_t cols) {
        return hg::Register{p.type, 0, transposed ? cols : rows, transposed ? rows : cols,
                            transposed ? cols : rows};
    };
    const std::array<hg::Register, 3> registers{reg(p.transpose_a, shape.m, shape.k),
                                                reg(p.transpose_b, shape.k, shape.n),
                                                reg(false, shape.m, shape.n * std::max(1, p.split_k))};
    const std::array<hg::ScalarValue, 2> scalars{1, 1};
    return instruction.geometry({registers, scalars});
}

}  // namespace

std::string kernel_file(const TuneRun& run, const hg::kernels::TunedCell& cell) {
    const hg::kernels::Measured* best = winner(cell);
    if (best == nullptr)
        throw hg::Error(hg::ErrorCode::invalid_argument, "no kernel works for " + extent_text(cell.problem));
    const hg::kernels::GemmParameters parameters = hg::kernels::gemm_parameters(best->kernel);
    const hg::InstructionPtr instruction = hg::kernels::gemm(parameters);
    const BuildOptions options = taken_apart(instruction->build_options);
    const hg::Geometry launch = geometry_of(*instruction, parameters, hg::kernels::gemm_shape(cell.problem));
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
