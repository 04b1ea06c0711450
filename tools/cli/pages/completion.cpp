#include "tools/cli/pages/completion.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <vector>

#include "tools/cli/pages/command_tree.hpp"

namespace hgctl {

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
            std::string taken = words_taken(*option);
            std::ranges::replace(taken, ',', ' ');
            if (!taken.empty())
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
