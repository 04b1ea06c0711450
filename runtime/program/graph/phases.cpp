#include <algorithm>

#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/graph.hpp>

namespace hg {
namespace {

bool ends_phase(const Command& command) {
    return is_empty(command.operation);
}

std::string range_name(std::size_t first, std::size_t count) {
    std::string name = std::to_string(first);
    if (count > 1) name += " to " + std::to_string(first + count - 1);
    return name;
}

std::string mark_text(const Program& program, std::uint32_t command) {
    const std::string& name = program.mark_name(static_cast<CommandId>(command));
    return name.empty() ? "mark " + std::to_string(command) : name;
}

std::vector<Phase> marked_phases(const Program& program) {
    std::vector<Phase> list;
    const auto commands = program.commands();
    std::uint32_t first = 0;
    for (std::uint32_t c = 0; c < commands.size(); ++c) {
        const bool is_last = c + 1 == commands.size();
        if (!is_last && (!ends_phase(commands[c]) || ends_phase(commands[c + 1]))) continue;
        list.push_back({ends_phase(commands[c]) ? mark_text(program, c) : "end", first, c + 1 - first});
        first = c + 1;
    }
    return list;
}

std::vector<Phase> even_phases(std::size_t commands, std::size_t most) {
    std::vector<Phase> list;
    const std::size_t count = std::min(commands, most);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t first = commands * i / count;
        const std::size_t size = commands * (i + 1) / count - first;
        list.push_back(
            {range_name(first, size), static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(size)});
    }
    return list;
}

/// Joins neighboring phases, about equally many at a time, so that at most `most` remain.
std::vector<Phase> joined(const std::vector<Phase>& list, std::size_t most) {
    std::vector<Phase> result;
    for (const Phase& group : even_phases(list.size(), most)) {
        const Phase& first = list[group.first];
        const Phase& last = list[group.first + group.count - 1];
        const std::string name = first.name == last.name ? first.name : first.name + " to " + last.name;
        result.push_back({name, first.first, last.first + last.count - first.first});
    }
    return result;
}

}  // namespace

std::vector<Phase> phases(const Program& program, std::size_t most) {
    if (most == 0) throw Error(ErrorCode::invalid_argument, "at least one phase is needed");
    const auto commands = program.commands();
    if (std::none_of(commands.begin(), commands.end(), ends_phase)) return even_phases(program.size(), most);
    std::vector<Phase> list = marked_phases(program);
    return list.size() > most ? joined(list, most) : list;
}

std::vector<Phase> single_commands(const Program& program) {
    return even_phases(program.size(), program.size());
}

}  // namespace hg
