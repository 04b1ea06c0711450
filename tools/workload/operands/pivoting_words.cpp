#include "tools/workload/operands/pivoting_words.hpp"

#include <map>

namespace hgctl {
namespace {

const std::map<std::string, hg::Pivoting>& words() {
    static const std::map<std::string, hg::Pivoting> words{{"partial", hg::Pivoting::partial},
                                                           {"tournament", hg::Pivoting::tournament},
                                                           {"none", hg::Pivoting::none}};
    return words;
}

}  // namespace

Option add_pivoting_option(Command& command, hg::Pivoting& pivoting) {
    return command
        .option_function<std::string>(
            "--pivoting", [&pivoting](const std::string& word) { pivoting = words().at(word); },
            "How to choose pivots; none is for matrices known to be safe, such as diagonally dominant ones")
        .one_of({"partial", "tournament", "none"})
        .show_default("partial");
}

std::string word_of(hg::Pivoting pivoting) {
    for (const auto& [word, value] : words())
        if (value == pivoting) return word;
    return {};
}

}  // namespace hgctl
