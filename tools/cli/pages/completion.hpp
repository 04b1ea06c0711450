#pragma once

#include <string>

namespace CLI {
class App;
}

namespace hgctl {

/// A script for bash that completes the program's commands, its options and the words that they take.
std::string bash_completion(const CLI::App& program);

}  // namespace hgctl
