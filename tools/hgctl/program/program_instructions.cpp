// hgctl program instructions: the catalogue of hg's own instructions.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/program/catalogue/instruction_entry.hpp"
#include "tools/hgctl/program/machine_instructions.hpp"
#include "tools/hgctl/program/target_model.hpp"
#include "tools/hgctl/size_grid.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include <hg/kernels/library.hpp>
#include <hg/runtime/program/program.hpp>

namespace hgctl {
namespace {

struct InstructionsOptions {
    std::string name;
    std::string shapes, machine, sources;
    ReportFiles files;

    void add_options(Command& command) {
        command
            .option("NAME", name,
                    "An instruction, or a part of the names of those to list (default: all with default "
                    "parameters)")
            .value_name("");
        command
            .option("--shapes", shapes,
                    "Rows and columns of the operands of NAME, in order: say what one EXEC on them takes")
            .value_name("ROWSxCOLS,...");
        command
            .option("--machine", machine,
                    "Those that calls use on a machine, with its tuned kernels: " + joined(machine_names()) +
                        ", or a file that hgctl probe --save wrote")
            .value_name("NAME|FILE");
        command
            .option("--sources", sources,
                    "Also write each kernel to FOLDER/NAME.cl, with its build options on the first line")
            .value_name("FOLDER");
        files.add_options(command, "the same");
    }
};

/// Those of the options' machine, or the whole catalogue.
std::vector<hg::InstructionPtr> known_instructions(const std::string& machine) {
    if (!machine.empty()) return instructions_for(read_machine(machine));
    std::vector<hg::InstructionPtr> all;
    for (const std::string& known : hg::kernels::names()) all.push_back(hg::kernels::find(known));
    return all;
}

/// The instruction of this name, or all that have it in theirs.
std::vector<hg::InstructionPtr> instructions_of(const std::string& name, const std::string& machine) {
    if (hg::InstructionPtr one = hg::kernels::find(name)) return {one};
    std::vector<hg::InstructionPtr> found = known_instructions(machine);
    std::erase_if(found, [&](auto& known) { return known->name.find(name) == std::string::npos; });
    if (found.empty())
        refuse("no instruction is called '" + name +
               "', or has this in its name; 'hgctl program instructions' lists all");
    return found;
}

template <class Parts>
Json parts_json(const Parts& parts) {
    Json list = Json::array();
    for (const auto& part : parts) {
        Json members{{"name", part.name}, {"type", name(part.type)}};
        if constexpr (requires { part.access; }) members.update({{"access", name(part.access)}});
        list.push_back(members);
    }
    return list;
}

constexpr const char* kNoFormula = "depends on the shapes";

/// Empty formulas are null in files.
Value formula_value(const std::string& text) {
    return text.empty() ? Value(nullptr, kNoFormula) : Value(text);
}

ReportTable entry_table(const std::vector<InstructionEntry>& entries) {
    using Entry = InstructionEntry;
    return table_of<Entry>(
        {{"name", "name", [](auto& e) { return e.instruction->name; }},
         {"operands", "operands",
          [](auto& e) { return Value(parts_json(e.instruction->operands), operands_text(*e.instruction)); }},
         {"scalars", "scalars",
          [](auto& e) { return Value(parts_json(e.instruction->scalars), scalars_text(*e.instruction)); }},
         {"work_groups", "work-groups", [](auto& e) { return formula_value(e.groups); }},
         {"work_items", "items of a group", [](auto& e) { return formula_value(e.items); }},
         {"flops", "flops", [](auto& e) { return formula_value(e.flops); }},
         {"bytes", "bytes", [](auto& e) { return formula_value(e.bytes); }}},
        entries);
}

/// What a device must have; empty if any device will do.
std::string needs_text(const hg::KernelNeeds& needs) {
    std::vector<std::string> parts;
    if (needs.local_memory > 0) parts.push_back(bytes_text(needs.local_memory) + " of local memory");
    if (needs.work_group > 1)
        parts.push_back(std::to_string(needs.work_group) + " work-items in a work-group");
    if (needs.compute_units > 1)
        parts.push_back(std::to_string(needs.compute_units) + " work-groups at the same time");
    if (needs.nvidia_capability > 0)
        parts.push_back("NVIDIA, compute capability " + std::to_string(needs.nvidia_capability / 10) + "." +
                        std::to_string(needs.nvidia_capability % 10));
    if (!needs.architectures.empty())
        parts.push_back("an architecture of " + std::string(needs.architectures));
    return joined(parts);
}

void add_rows(Report& report, const InstructionEntry& entry) {
    const hg::Instruction& one = *entry.instruction;
    const auto row = [&](const char* title, const std::string& text) {
        if (!text.empty()) report.row(title, text);
    };
    row("in a program", exec_text(one));
    row("operands", operands_text(one));
    row("scalars", scalars_text(one));
    row("work-groups", entry.groups.empty() ? kNoFormula : entry.groups);
    row("group items", entry.items);
    row("flops", entry.flops.empty() ? kNoFormula : entry.flops);
    row("bytes", entry.bytes.empty() ? kNoFormula : entry.bytes);
    row("needs", needs_text(one.needs));
    row("note", one.note);
}

/// One EXEC on registers of given extents.
void add_exec(Report& report, const hg::Instruction& one, const std::string& text) {
    std::vector<hg::Register> registers;
    for (const auto& shape : parse_shapes(text, "--shapes", {"rows", "cols"})) {
        const hg::ElementType type = registers.size() < one.operands.size()
                                         ? one.operands[registers.size()].type
                                         : hg::ElementType::f64;
        registers.push_back({.type = type, .rows = shape[0], .cols = shape[1], .ld = shape[0]});
    }
    if (registers.size() != one.operands.size())
        refuse("--shapes has " + count_text(registers.size(), "shape") + "; " + one.name + " takes " +
               count_text(one.operands.size(), "operand") + ": " + operands_text(one));
    const std::vector<hg::ScalarValue> scalars(one.scalars.size(), hg::ScalarValue(0));
    const hg::ExecShape shape{registers, scalars};
    if (one.check) one.check(shape);
    const hg::Geometry geometry = one.geometry ? one.geometry(shape) : hg::Geometry{};
    const hg::Cost cost = one.cost ? one.cost(shape) : hg::Cost{};
    report.fact("exec/work_items", extents_text(geometry.global)).fact("exec/flops", cost.flops);
    report.fact("exec/bytes", cost.bytes);
    report.line("").line("On " + text + ": " + extents_text(geometry.global) + " work-items, " +
                         fixed(cost.flops, 0) + " flops, " + bytes_text(cost.bytes));
}

void run_instructions(const InstructionsOptions& options) {
    options.files.check();
    std::vector<InstructionEntry> entries;
    const std::vector<hg::InstructionPtr> instructions = instructions_of(options.name, options.machine);
    if (!options.sources.empty()) write_sources(instructions, options.sources);
    for (const hg::InstructionPtr& instruction : instructions) entries.push_back(entry_of(instruction));
    const bool is_one = entries.size() == 1;
    if (!is_one && !options.shapes.empty())
        refuse("--shapes goes with one instruction; '" + options.name + "' stands for " +
               std::to_string(entries.size()));
    Report report("hgctl program instructions", is_one ? entries.front().instruction->name : "");
    if (is_one) add_rows(report, entries.front());
    const ReportTable table = entry_table(entries);
    report.table("instructions", is_one ? table.for_files() : table);
    if (!options.shapes.empty()) add_exec(report, *entries.front().instruction, options.shapes);
    options.files.write(report);
}

}  // namespace

void add_program_instructions(Command& app) {
    add_verb(app, "instructions", "List hg's own instructions: operands, types, geometry, flops, bytes",
             run_instructions);
}

}  // namespace hgctl
