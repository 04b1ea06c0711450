#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

// What a command line shows of itself, for its manual and its completion.
namespace hgctl {

/// The subcommands of a command that the help shows.
std::vector<const CLI::App*> shown_commands(const CLI::App& command);

using Visit = std::function<void(const CLI::App& command, const std::string& name)>;

/// Visits a command and all those below it, each with the words that lead to it.
void for_each_command(const CLI::App& command, const std::string& name, const Visit& visit);

std::vector<const CLI::Option*> shown_options(const CLI::App& command);

/// "-o", "--output". Empty for a positional argument.
std::vector<std::string> spellings(const CLI::Option& option);

/// The words that an option takes: "one,two". Empty if it takes others too.
std::string words_taken(const CLI::Option& option);

std::string joined_words(const std::vector<std::string>& words, std::string_view between = " ");

}  // namespace hgctl
