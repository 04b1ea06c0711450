#include "tools/cli/command_pages.hpp"

#include <CLI/CLI.hpp>
#include <functional>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

namespace hgctl {
namespace {

/// Those right below a command that the help shows.
std::vector<const CLI::App*> shown_commands(const CLI::App& command) {
    return command.get_subcommands([](const CLI::App* below) { return !below->get_group().empty(); });
}

using Visit = std::function<void(const CLI::App& command, const std::string& name)>;

/// A command and those below it, each with the words that lead to it.
void for_each_command(const CLI::App& command, const std::string& name, const Visit& visit) {
    visit(command, name);
    for (const CLI::App* below : shown_commands(command))
        for_each_command(*below, name + " " + below->get_name(), visit);
}

std::vector<const CLI::Option*> shown_options(const CLI::App& command) {
    return command.get_options([](const CLI::Option* option) { return !option->get_group().empty(); });
}

/// Of an option: "-o", "--output". None if it is an argument without a name before it.
std::vector<std::string> spellings(const CLI::Option& option) {
    std::vector<std::string> list;
    for (const std::string& name : option.get_snames()) list.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) list.push_back("--" + name);
    return list;
}

/// The words that an option takes, which its type names as "TEXT:{one,two}", with spaces between them.
std::string words_taken(const CLI::Option& option) {
    std::string words = option.get_type_name();
    const std::size_t begin = words.find('{');
    const std::size_t end = words.find('}');
    if (begin == std::string::npos || end == std::string::npos) return {};
    words = words.substr(begin + 1, end - begin - 1);
    for (char& letter : words)
        if (letter == ',') letter = ' ';
    return words;
}

std::string joined_words(const std::vector<std::string>& words, const std::string& between = " ") {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
    return text;
}

/// Text that roff prints as it is, line by line.
std::string roff(const std::string& text) {
    std::string result;
    bool line_begins = true;
    for (const char letter : text) {
        if (line_begins && (letter == '.' || letter == '\'')) result += "\\&";
        line_begins = letter == '\n';
        if (letter == '\\')
            result += "\\e";
        else if (letter == '-')
            result += "\\-";
        else
            result += letter;
    }
    return result;
}

void write_option(std::ostream& page, const CLI::Option& option) {
    page << ".TP\n";
    const std::string names = joined_words(spellings(option), ", ");
    page << "\\fB" << roff(names.empty() ? option.get_name() : names) << "\\fR";
    if (option.get_items_expected_max() > 0) {
        page << " \\fI" << roff(option.get_type_name()) << "\\fR";
        if (const std::string usual = option.get_default_str(); !usual.empty())
            page << " (default: " << roff(usual) << ')';
    }
    page << '\n' << roff(option.get_description()) << '\n';
}

void write_command(std::ostream& page, const CLI::App& command, const std::string& name) {
    page << ".SS " << roff(name) << '\n' << roff(command.get_description()) << ".\n";
    for (const CLI::Option* option : shown_options(command)) write_option(page, *option);
}

}  // namespace

std::string man_page(const CLI::App& program) {
    const std::string name = program.get_name();
    std::ostringstream page;
    page << ".TH " << name << " 1\n.SH NAME\n"
         << name << " \\- " << roff(program.get_description()) << "\n.SH SYNOPSIS\n\\fB" << name
         << "\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n.SH DESCRIPTION\n"
         << roff(program.get_footer()) << "\n.SH COMMANDS\n";
    for_each_command(program, name, [&](const CLI::App& command, const std::string& words) {
        write_command(page, command, words);
    });
    return page.str();
}

std::string bash_completion(const CLI::App& program) {
    const std::string name = program.get_name();
    std::ostringstream known;    // commands
    std::ostringstream values;   // what options take
    std::ostringstream choices;  // what may follow a command
    for_each_command(program, name, [&](const CLI::App& command, const std::string& words) {
        known << (words == name ? "" : " | \\\n            ") << '\'' << words << '\'';
        std::vector<std::string> next;
        for (const CLI::App* below : shown_commands(command)) next.push_back(below->get_name());
        for (const CLI::Option* option : shown_options(command)) {
            const std::vector<std::string> names = spellings(*option);
            next.insert(next.end(), names.begin(), names.end());
            if (const std::string taken = words_taken(*option); !taken.empty())
                for (const std::string& spelling : names)
                    values << "        '" << words << ' ' << spelling << "') words='" << taken << "' ;;\n";
        }
        choices << "            '" << words << "') words='" << joined_words(next) << "' ;;\n";
    });
    std::ostringstream script;
    script << "# Completes " << name << " in bash.\n_" << name << "() {\n"
           << "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
           << "    local command=" << name << " words='' i\n"
           << "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
           << "        case \"$command ${COMP_WORDS[i]}\" in\n            " << known.str()
           << ") command+=\" ${COMP_WORDS[i]}\" ;;\n        esac\n    done\n"
           << "    case \"$command $before\" in\n"
           << values.str() << "        *) case $command in\n"
           << choices.str() << "        esac ;;\n    esac\n"
           << "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\n"
           << "complete -o default -F _" << name << ' ' << name << '\n';
    return script.str();
}

}  // namespace hgctl
