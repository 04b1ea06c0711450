#include "runtime/program/source/instruction_source.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/program/source/formula.hpp"

namespace hg::source {
namespace {

/// The expressions of a declaration that launches evaluate.
struct Formulas {
    std::vector<Formula> global;
    std::vector<Formula> local;
    std::optional<Formula> flops;
    std::optional<Formula> bytes;
};

std::size_t extent(const Formula& formula, const ExecShape& shape, const char* what) {
    const std::int64_t value = formula.value(shape.registers);
    if (value <= 0) formula.fail(std::to_string(value) + " " + what + "; there must be at least one");
    return static_cast<std::size_t>(value);
}

Geometry geometry(const Formulas& formulas, const ExecShape& shape) {
    Geometry found;
    for (std::size_t d = 0; d < formulas.global.size(); ++d)
        found.global[d] = extent(formulas.global[d], shape, "work-items");
    if (formulas.local.empty()) return found;
    found.local = {1, 1, 1};
    for (std::size_t d = 0; d < formulas.local.size(); ++d) {
        found.local[d] = extent(formulas.local[d], shape, "work-items in a work-group");
        if (found.global[d] % found.local[d] != 0)
            formulas.global[d].fail(std::to_string(found.global[d]) + " work-items are not a multiple of " +
                                    std::to_string(found.local[d]) + ", the size of a work-group");
    }
    return found;
}

Cost cost(const Formulas& formulas, const ExecShape& shape) {
    Cost found;
    if (formulas.flops) found.flops = formulas.flops->real(shape.registers);
    if (formulas.bytes) found.bytes = formulas.bytes->real(shape.registers);
    return found;
}

/// Reads the parts of a declaration other than the operands.
class Maker {
  public:
    Maker(const std::shared_ptr<const SyntaxTree>& tree, const InstructionDeclaration& declared,
          const Environment& environment)
        : tree_(&tree), declared_(&declared), environment_(&environment) {}

    [[nodiscard]] std::shared_ptr<const Formulas> formulas() const {
        auto found = std::make_shared<Formulas>();
        for (const ExpressionId id : declared_->global) found->global.push_back(formula(id));
        for (const ExpressionId id : declared_->local) found->local.push_back(formula(id));
        if (declared_->flops != kNoExpression) found->flops = formula(declared_->flops);
        if (declared_->bytes != kNoExpression) found->bytes = formula(declared_->bytes);
        return found;
    }

    /// Returns the needs, with the work-group size of the geometry if it is the same for all shapes.
    [[nodiscard]] KernelNeeds needs(const Formulas& formulas) const {
        KernelNeeds needs;
        for (const Formula& local : formulas.local) {
            if (!local.is_constant()) continue;
            const std::int64_t items = std::max<std::int64_t>(local.value({}), 1);
            if (__builtin_mul_overflow(needs.work_group, items, &needs.work_group))
                local.fail("the number of work-items in a work-group overflows 64 bits");
        }
        set(needs.local_memory, declared_->local_memory, 0);
        set(needs.work_group, declared_->work_group, 1);
        set(needs.compute_units, declared_->compute_units, 1);
        return needs;
    }

    /// Returns the text that follows the file name in a program's text, with the parameters' values.
    [[nodiscard]] std::string text(const Formulas& formulas) const {
        std::string text;
        for (const Operand& operand : declared_->operands)
            text += (text.empty() ? "(" : ", ") + operand.name + ": " + std::string(name(operand.access)) +
                    " " + std::string(name(operand.type));
        const char* separator = "; ";
        for (const ScalarOperand& scalar : declared_->scalars) {
            text += separator + scalar.name + ": " + std::string(name(scalar.type));
            separator = ", ";
        }
        text += ")";
        if (declared_->entry != declared_->name) text += " entry \"" + declared_->entry + "\"";
        text += " geometry " + items(formulas.global);
        if (!formulas.local.empty()) text += " local " + items(formulas.local);
        if (formulas.flops) text += " flops " + formulas.flops->text(declared_->operands);
        if (formulas.bytes) text += " bytes " + formulas.bytes->text(declared_->operands);
        const std::string needed = need(" local ", declared_->local_memory) +
                                   need(" work_group ", declared_->work_group) +
                                   need(" compute_units ", declared_->compute_units);
        if (!needed.empty()) text += " needs" + needed;
        if (!declared_->options.empty()) text += " options \"" + declared_->options + "\"";
        return text;
    }

  private:
    [[nodiscard]] std::string items(const std::vector<Formula>& extents) const {
        std::string text;
        for (const Formula& extent : extents)
            text += (text.empty() ? "(" : ", ") + extent.text(declared_->operands);
        return text + ")";
    }

    [[nodiscard]] std::string need(const char* word, ExpressionId id) const {
        return id == kNoExpression ? "" : word + std::to_string(formula(id).value({}));
    }

    [[nodiscard]] Formula formula(ExpressionId id) const { return {*tree_, id, *environment_}; }

    void set(std::int64_t& need, ExpressionId id, std::int64_t least) const {
        if (id == kNoExpression) return;
        need = formula(id).value({});
        if (need < least)
            formula(id).fail("instruction " + declared_->name + " cannot need " + std::to_string(need));
    }

    const std::shared_ptr<const SyntaxTree>* tree_;
    const InstructionDeclaration* declared_;
    const Environment* environment_;
};

}  // namespace

InstructionPtr make_instruction(const std::shared_ptr<const SyntaxTree>& tree,
                                const InstructionDeclaration& declared, const Environment& environment,
                                const SourceLibrary& library) {
    const Maker maker(tree, declared, environment);
    const std::shared_ptr<const Formulas> formulas = maker.formulas();
    Instruction made;
    made.name = declared.name;
    made.operands = declared.operands;
    made.scalars = declared.scalars;
    if (!library.read)
        tree->source.fail(declared.place, "files of kernels cannot be read here: " + declared.file);
    made.source = library.read(declared.file);
    if (made.source.empty()) tree->source.fail(declared.place, declared.file + " is empty");
    made.entry = declared.entry;
    made.build_options = declared.options;
    made.needs = maker.needs(*formulas);
    made.geometry = [formulas](const ExecShape& shape) { return geometry(*formulas, shape); };
    if (formulas->flops || formulas->bytes)
        made.cost = [formulas](const ExecShape& shape) { return cost(*formulas, shape); };
    made.check = [formulas](const ExecShape& shape) {
        geometry(*formulas, shape);
        cost(*formulas, shape);
    };
    if (!declared.host.empty()) {
        if (!library.host)
            tree->source.fail(declared.place, "host implementations cannot be loaded here: " + declared.host);
        made.host = library.host(declared.host, declared.entry);
    }
    made.origin = {declared.file, maker.text(*formulas), declared.host};
    check_instruction(made);
    return std::make_shared<const Instruction>(std::move(made));
}

}  // namespace hg::source
