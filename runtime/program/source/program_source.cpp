#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "runtime/program/source/command_count.hpp"
#include "runtime/program/source/emitter.hpp"
#include "runtime/program/source/parse/parser.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/order.hpp>
#include <hg/runtime/program/source.hpp>

namespace hg {
namespace {

using source::SyntaxTree;

void require_known(const SyntaxTree& tree, const SourceValues& values) {
    for (const auto& [name, value] : values) {
        const auto is_named = [&known = name](const auto& parameter) { return parameter.name == known; };
        if (std::any_of(tree.parameters.begin(), tree.parameters.end(), is_named)) continue;
        std::string all;
        for (const source::ParameterDeclaration& parameter : tree.parameters)
            all += (all.empty() ? "" : ", ") + parameter.name;
        throw Error(ErrorCode::invalid_argument, "the source has no parameter called " + name + "; " +
                                                     (all.empty() ? "it has none" : "it has " + all));
    }
}

/// Returns the cells for building a program, with the parameters' values.
std::vector<std::int64_t> cells_of(const SyntaxTree& tree, const SourceValues& values) {
    std::vector<std::int64_t> cells(tree.cells);
    for (const source::ParameterDeclaration& parameter : tree.parameters) {
        std::int64_t& cell = cells[static_cast<std::size_t>(parameter.cell)];
        if (const auto given = values.find(parameter.name); given != values.end())
            cell = given->second;
        else if (parameter.value != source::kNoExpression)
            cell = evaluate(tree.expressions, parameter.value, {&tree.source, cells, 0, {}});
        else
            throw Error(ErrorCode::invalid_argument,
                        "parameter " + parameter.name + " has no default: give it a value",
                        tree.source.at(parameter.place));
    }
    return cells;
}

}  // namespace

ProgramSource ProgramSource::parse(std::string text, const std::string& file) {
    return ProgramSource(source::parse_source(std::move(text), file));
}

ProgramSource::ProgramSource(std::shared_ptr<const SyntaxTree> tree) : tree_(std::move(tree)) {
    std::vector<SourceParameter> parameters;
    for (const source::ParameterDeclaration& parameter : tree_->parameters)
        parameters.push_back({parameter.name, parameter.value_text});
    parameters_ = std::make_shared<const std::vector<SourceParameter>>(std::move(parameters));
}

std::span<const SourceParameter> ProgramSource::parameters() const noexcept {
    return *parameters_;
}

SourceValues ProgramSource::values(const SourceValues& given) const {
    require_known(*tree_, given);
    const std::vector<std::int64_t> cells = cells_of(*tree_, given);
    SourceValues all;
    for (const source::ParameterDeclaration& parameter : tree_->parameters)
        all.emplace(parameter.name, cells[static_cast<std::size_t>(parameter.cell)]);
    return all;
}

const Target& ProgramSource::target() const noexcept {
    return tree_->target;
}

Program ProgramSource::build(const Target& target, const SourceValues& values, const SourceLibrary& library,
                             MemoryPolicy policy, const SourceLimits& limits) const {
    const Target& used = tree_->target.devices.empty() ? target : tree_->target;
    require_known(*tree_, values);
    std::vector<std::int64_t> cells = cells_of(*tree_, values);
    source::require_countable(*tree_, cells, static_cast<std::int64_t>(used.devices.size()), limits);
    Program program = emit(tree_, cells, used, library, policy, limits);
    return tree_->order == source::CommandOrder::priority ? ordered_by_rank(program, used) : program;
}

}  // namespace hg
