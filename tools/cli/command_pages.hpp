#pragma once

#include <string>

namespace CLI {
class App;
}

namespace hgctl {

/// The program's manual page, for man(1): every command and option that --help shows, with the same words.
std::string man_page(const CLI::App& program);

/// A script for bash that completes the program's commands, its options and the words that they take.
std::string bash_completion(const CLI::App& program);

}  // namespace hgctl
