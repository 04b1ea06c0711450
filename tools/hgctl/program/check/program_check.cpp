// hgctl program check: each kernel of a program by itself, between guard zones.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/program/check/case_faults.hpp"
#include "tools/hgctl/program/check/given_operands.hpp"
#include "tools/hgctl/program/check/guarded_run.hpp"
#include "tools/hgctl/program/check/kernel_case.hpp"
#include "tools/hgctl/program/check/under_oclgrind.hpp"
#include "tools/hgctl/program/program_file.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/operands/scalar_text.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

struct CheckOptions {
    ProgramFile file;
    std::vector<std::string> scalars, operands, expected;
    std::optional<double> tolerance;
    std::uint64_t seed = 1;
    int cases = 4;
    bool races = false;
    std::string oclgrind_log;
    ReportFiles files;

    void add_options(Command& command) {
        file.add_options(command);
        command
            .option("--scalar", scalars,
                    "SCALAR=NUMBER: value of a scalar, (REAL,IMAGINARY) if complex (default: 1.5; 2 for an "
                    "integer)")
            .value_name("NAME=NUMBER");
        const char* const form = "NAME=FILE";
        command
            .option("--operand", operands,
                    "INSTRUCTION.OPERAND=FILE.npy: contents of an operand (default: random)")
            .value_name(form);
        command
            .option("--expect", expected,
                    "INSTRUCTION.OPERAND=FILE.npy: what an operand must hold afterwards")
            .value_name(form);
        command.option("--tolerance", tolerance,
                       "Largest difference that is allowed, relative to the operand's largest element "
                       "(default: 16 roundings for each element of the longest row or column)");
        command.count("--cases", cases, "Cases of each instruction: different shapes, the smallest first", 1);
        command.option("--seed", seed, "Seed of the random numbers").show_default();
        command.flag("--races", races, "Run under Oclgrind, which finds data races");
        command.file(kOclgrindLog, oclgrind_log, "").hide();
        files.add_options(command);
    }

    /// Oclgrind is the only device then.
    [[nodiscard]] bool is_under_oclgrind() const { return !oclgrind_log.empty(); }
};

/// A case on one device.
struct CaseResult {
    std::string instruction, operands, device;
    std::string reference;  ///< what it was compared with
    double error = 0;       ///< as a multiple of the tolerance
    std::vector<std::string> faults, notes;
};

/// Runs cases on the devices of a machine and compares.
class Checker {
  public:
    Checker(const CheckOptions& options, const std::vector<KernelCase>& cases)
        : options_(options),
          given_(options.operands, "--operand", cases),
          expected_(options.expected, "--expect", cases),
          machine_(machine_options(options.is_under_oclgrind() ? "0" : options.file.devices)) {}

    [[nodiscard]] std::vector<std::string> devices() const { return device_names(machine_); }
    [[nodiscard]] bool takes(const KernelCase& which) const {
        return given_.fits(which) && expected_.fits(which);
    }

    std::vector<CaseResult> check(const KernelCase& which) {
        std::vector<CaseResult> results;
        const std::optional<Operands> host = host_result(which, results);
        std::optional<Operands> first;
        for (std::size_t d = 0; d < machine_.device_count(); ++d) {
            CaseResult result = start(which, machine_.device(d).name);
            const std::optional<Operands> after = run(machine_, d, which, result);
            if (after) compare(which, *after, host, first, result);
            if (!first) first = after;
            results.push_back(std::move(result));
        }
        return results;
    }

  private:
    static CaseResult start(const KernelCase& which, const std::string& device) {
        return {.instruction = which.instruction->name,
                .operands = which.text(),
                .device = device,
                .reference = {},
                .faults = {},
                .notes = {}};
    }

    /// Surrounded by NaN or by numbers.
    [[nodiscard]] Operands operands_of(const KernelCase& which, bool has_numbers) const {
        std::int64_t shortest = which.shapes.front().rows;
        for (const hg::Register& shape : which.shapes)
            shortest = std::min({shortest, shape.rows, shape.cols});
        Operands operands;
        for (std::size_t o = 0; o < which.shapes.size(); ++o) {
            const hg::Register& shape = which.shapes[o];
            GuardedOperand& operand = operands.emplace_back(shape.type, shape.rows, shape.cols);
            if (has_numbers) operand.fill_random(~options_.seed - o, shortest, true);
            if (const NpyMatrix* const given = given_.find(which, o))
                operand.fill(given->data.get());
            else if (reads(which.instruction->operands[o].access))
                operand.fill_random(options_.seed + o, shortest);
        }
        return operands;
    }

    /// Runs the case twice, and adds what it does wrong to the result. Returns its first results; none if it
    /// does not run.
    std::optional<Operands> run(hg::Machine& machine, std::size_t device, const KernelCase& which,
                                CaseResult& result) const {
        try {
            TwoRuns runs{.first_after = guarded_run(machine, device, which, operands_of(which, false)),
                         .second_before = operands_of(which, true),
                         .second_after = {}};
            runs.second_after = guarded_run(machine, device, which, runs.second_before);
            result.faults = wrong_writes(which, runs);
            std::ranges::move(unsteady_results(which, runs), std::back_inserter(result.faults));
            result.notes = missing_writes(which, runs);
            return std::move(runs.first_after);
        } catch (const hg::Error& error) {
            result.faults.push_back(std::string("does not run: ") + error.what());
            return std::nullopt;
        }
    }

    /// What the host implementation computes, if there is one and the devices are others.
    std::optional<Operands> host_result(const KernelCase& which, std::vector<CaseResult>& results) {
        if (!which.instruction->host || machine_.device(0).is_host) return std::nullopt;
        if (!host_) host_ = std::make_unique<hg::Machine>(machine_options("host"));
        CaseResult result = start(which, "host implementation");
        std::optional<Operands> after = run(*host_, 0, which, result);
        if (!result.faults.empty()) results.push_back(std::move(result));
        return after;
    }

    /// With files, with the host implementation, and with the first device.
    void compare(const KernelCase& which, const Operands& after, const std::optional<Operands>& host,
                 const std::optional<Operands>& first, CaseResult& result) const {
        for (std::size_t o = 0; o < after.size(); ++o) {
            if (const NpyMatrix* const wanted = expected_.find(which, o)) {
                GuardedOperand reference = after[o];
                reference.fill(wanted->data.get());
                add(which, o, after[o], reference, expected_.path(which, o), result);
            }
            if (!writes(which.instruction->operands[o].access)) continue;
            if (host)
                add(which, o, after[o], (*host)[o], "host implementation", result);
            else if (first)
                add(which, o, after[o], (*first)[o], machine_.device(0).name, result);
        }
        if (result.reference.empty()) result.reference = "a second run";
    }

    void add(const KernelCase& which, std::size_t operand, const GuardedOperand& after,
             const GuardedOperand& reference, const std::string& name, CaseResult& result) const {
        const Difference found = difference(which, operand, after, reference, options_.tolerance);
        if (result.reference.find(name) == std::string::npos)
            result.reference += (result.reference.empty() ? "" : ", ") + name;
        result.error = std::max(result.error, found.error);
        if (found.error > 1)
            result.faults.push_back("differs from " + name + ": " + found.text + "; " + rough(found.error) +
                                    " times the tolerance");
    }

    const CheckOptions& options_;
    GivenOperands given_, expected_;
    hg::Machine machine_;
    std::unique_ptr<hg::Machine> host_;
};

Report report_of(const std::vector<std::string>& devices, const std::vector<CaseResult>& results,
                 const std::string& oclgrind) {
    Report report("hgctl program check");
    std::size_t failed = 0;
    ReportTable faults({{"instruction", ""}, {"operands", ""}, {"device", ""}, {"fault", ""}});
    for (const CaseResult& result : results) {
        failed += result.faults.empty() ? 0 : 1;
        const std::string where = result.instruction + " (" + result.operands + ") on " + result.device + " ";
        for (const std::string& fault : result.faults) {
            report.line(where + fault);
            faults.add({result.instruction, result.operands, result.device, fault});
        }
        for (const std::string& note : result.notes) report.line("note: " + where + note);
    }
    report.fact("devices", devices).fact("passed", results.size() - failed).fact("failed", failed);
    report.table("cases",
                 table_of<CaseResult>({{"instruction", "instruction", &CaseResult::instruction},
                                       {"operands", "operands", &CaseResult::operands},
                                       {"device", "device", &CaseResult::device},
                                       {"reference", "compared with", &CaseResult::reference},
                                       {"error", "error", kRough, &CaseResult::error},
                                       {"faults", "faults", [](auto& r) { return r.faults.size(); }}},
                                      results));
    report.table("found", faults);
    if (!oclgrind.empty()) report.fact("oclgrind", oclgrind).line("Oclgrind reports:\n" + oclgrind);
    report.line(std::to_string(results.size() - failed) + " passed, " + std::to_string(failed) + " failed");
    return report;
}

ScalarValues scalar_values(const hg::Program& program, const std::vector<std::string>& list) {
    ScalarValues values;
    for (const auto& [name, text] : assignments(list, "--scalar")) {
        if (std::ranges::find(program.scalars(), name) == program.scalars().end())
            refuse("--scalar: the program has no scalar '" + name + "'");
        values[name] = scalar_value("--scalar " + name, text);
    }
    return values;
}

int run_check(const CheckOptions& options) {
    if (options.races && !options.is_under_oclgrind()) start_under_oclgrind("--races");
    options.files.check({}, {{"FILE", options.file.path}});
    ProgramFile file = options.file;
    if (options.is_under_oclgrind()) file.devices = "0";
    const hg::Program program = read_sound_program(file);
    const std::vector<KernelCase> cases = kernel_cases(program, scalar_values(program, options.scalars),
                                                       static_cast<std::size_t>(options.cases));
    if (cases.empty()) refuse(options.file.path + " runs no instruction whose kernel is in a file");
    Checker checker(options, cases);
    std::vector<CaseResult> results;
    for (const KernelCase& which : cases)
        if (checker.takes(which)) std::ranges::move(checker.check(which), std::back_inserter(results));
    const std::string oclgrind =
        options.is_under_oclgrind() ? take_oclgrind_log(options.oclgrind_log) : std::string();
    options.files.write(report_of(checker.devices(), results, oclgrind));
    const bool sound = std::ranges::all_of(results, [](const auto& r) { return r.faults.empty(); });
    return sound && oclgrind.empty() ? kGood : kCheckFailed;
}

}  // namespace

void add_program_check(Command& app) {
    add_verb(app, "check", "Run each kernel by itself: does it compute what it should, and only there?",
             run_check);
}

}  // namespace hgctl
