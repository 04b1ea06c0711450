#include "tools/cli/pages/command_tree.hpp"

#include <CLI/CLI.hpp>

namespace hgctl {

std::vector<const CLI::App*> shown_commands(const CLI::App& command) {
    return command.get_subcommands([](const CLI::App* below) { return !below->get_group().empty(); });
}

void for_each_command(const CLI::App& command, const std::string& name, const Visit& visit) {
    visit(command, name);
    for (const CLI::App* below : shown_commands(command))
        for_each_command(*below, name + " " + below->get_name(), visit);
}

std::vector<const CLI::Option*> shown_options(const CLI::App& command) {
    return command.get_options([](const CLI::Option* option) { return !option->get_group().empty(); });
}

std::vector<std::string> spellings(const CLI::Option& option) {
    std::vector<std::string> list;
    for (const std::string& name : option.get_snames()) list.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) list.push_back("--" + name);
    return list;
}

std::string words_taken(const CLI::Option& option) {
    const std::string type = option.get_type_name();  // "TEXT:{one,two}"
    const std::size_t begin = type.find('{');
    const std::size_t end = type.find('}');
    if (begin == std::string::npos || end == std::string::npos) return {};
    return type.substr(begin + 1, end - begin - 1);
}

std::string joined_words(const std::vector<std::string>& words, std::string_view between) {
    std::string text;
    for (const std::string& word : words) text.append(text.empty() ? "" : between).append(word);
    return text;
}

}  // namespace hgctl
