#include "tools/hgctl/program/catalogue/instruction_entry.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "tools/hgctl/program/catalogue/shape_formula.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

/// Evaluates the functions of an instruction for operands of any extents.
class Shapes {
  public:
    explicit Shapes(const hg::Instruction& instruction)
        : instruction_(instruction), scalars_(instruction.scalars.size(), hg::ScalarValue(0)) {
        for (const hg::Operand& operand : instruction.operands) {
            names_.push_back("rows(" + operand.name + ")");
            names_.push_back("cols(" + operand.name + ")");
        }
    }

    /// The formula of what `part` takes of an ExecShape; none if it depends on scalars.
    template <class Part>
    [[nodiscard]] std::optional<std::string> formula(const Part& part) const {
        std::vector<hg::Register> registers = of_extents(std::vector<std::int64_t>(names_.size(), 100));
        try {
            const std::vector<hg::ScalarValue> others(scalars_.size(), hg::ScalarValue(300));
            if (part(hg::ExecShape{registers, scalars_}) != part(hg::ExecShape{registers, others}))
                return std::nullopt;  // the scalars decide, too
        } catch (const hg::Error&) {
            return std::nullopt;
        }
        return formula_of(
            [&](const std::vector<std::int64_t>& extents) {
                for (std::size_t o = 0; o < registers.size(); ++o) {
                    registers[o].rows = registers[o].ld = extents[2 * o];
                    registers[o].cols = extents[2 * o + 1];
                }
                return static_cast<double>(part(hg::ExecShape{registers, scalars_}));
            },
            names_);
    }
    [[nodiscard]] hg::Geometry geometry(std::int64_t extent) const {
        const std::vector<hg::Register> registers =
            of_extents(std::vector<std::int64_t>(names_.size(), extent));
        return instruction_.geometry({registers, scalars_});
    }

  private:
    [[nodiscard]] std::vector<hg::Register> of_extents(const std::vector<std::int64_t>& extents) const {
        std::vector<hg::Register> registers;
        for (std::size_t o = 0; o < instruction_.operands.size(); ++o)
            registers.push_back({.type = instruction_.operands[o].type,
                                 .rows = extents[2 * o],
                                 .cols = extents[2 * o + 1],
                                 .ld = extents[2 * o]});
        return registers;
    }

    const hg::Instruction& instruction_;
    std::vector<hg::ScalarValue> scalars_;
    std::vector<std::string> names_{};
};

/// The work-group that all shapes have; none if they have several.
std::optional<std::array<std::size_t, 3>> work_group(const Shapes& shapes) {
    try {
        const auto local = shapes.geometry(1).local;
        for (const std::int64_t extent : {2, 33, 100, 3000})
            if (shapes.geometry(extent).local != local) return std::nullopt;
        return local;
    } catch (const hg::Error&) {
        return std::nullopt;
    }
}

/// Of the dimensions, without the ones at the end.
std::string joined_extents(std::vector<std::string> parts) {
    while (parts.size() > 1 && parts.back() == "1") parts.pop_back();
    std::string text;
    for (const std::string& part : parts) {
        const bool is_sum = parts.size() > 1 && part.find(" + ") != std::string::npos;
        text += (text.empty() ? "" : " x ") + (is_sum ? "(" + part + ")" : part);
    }
    return text;
}

void add_geometry(InstructionEntry& entry, const Shapes& shapes) {
    const auto local = work_group(shapes);
    if (!local) return;
    const bool is_chosen = (*local)[0] == 0;  // by the driver
    entry.items = is_chosen ? "the driver's choice" : extents_text(*local);
    std::vector<std::string> parts;
    for (std::size_t d = 0; d < 3; ++d) {
        const auto part = shapes.formula([&](const hg::ExecShape& shape) {
            const std::size_t items = entry.instruction->geometry(shape).global[d];
            return is_chosen ? items : items / (*local)[d];
        });
        if (!part) return;
        parts.push_back(*part);
    }
    entry.groups = joined_extents(parts);
}

}  // namespace

std::string extents_text(const std::array<std::size_t, 3>& extents) {
    return joined_extents(
        {std::to_string(extents[0]), std::to_string(extents[1]), std::to_string(extents[2])});
}

InstructionEntry entry_of(const hg::InstructionPtr& instruction) {
    InstructionEntry entry{.instruction = instruction, .groups = {}, .flops = {}, .bytes = {}, .items = {}};
    const Shapes shapes(*instruction);
    if (instruction->geometry) add_geometry(entry, shapes);
    if (!instruction->cost) entry.flops = entry.bytes = "0";
    if (!instruction->cost) return entry;
    const auto cost = [&](double hg::Cost::*part) {
        return shapes.formula([&](const hg::ExecShape& shape) { return instruction->cost(shape).*part; });
    };
    entry.flops = cost(&hg::Cost::flops).value_or("");
    entry.bytes = cost(&hg::Cost::bytes).value_or("");
    return entry;
}

std::string operands_text(const hg::Instruction& instruction) {
    std::string text;
    for (const hg::Operand& operand : instruction.operands)
        text += (text.empty() ? "" : ", ") + operand.name + ": " + std::string(name(operand.access)) + " " +
                std::string(name(operand.type));
    return text;
}

std::string scalars_text(const hg::Instruction& instruction) {
    std::string text;
    for (const hg::ScalarOperand& scalar : instruction.scalars)
        text += (text.empty() ? "" : ", ") + scalar.name + ": " + std::string(name(scalar.type));
    return text;
}

std::string exec_text(const hg::Instruction& instruction) {
    std::string text = "EXEC " + instruction.name;
    for (const hg::Operand& operand : instruction.operands) text += " " + operand.name;
    for (std::size_t s = 0; s < instruction.scalars.size(); ++s)
        text += (s == 0 ? " ; $" : ", $") + instruction.scalars[s].name;
    return text;
}

}  // namespace hgctl
