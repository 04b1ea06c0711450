#include "tools/report/command_text.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

namespace hgctl {
namespace {

/// Arguments as a shell reads them: in quotes if they need them.
std::string quoted(const std::string& text) {
    constexpr std::string_view kPlain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=,.:/%@";
    if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
    std::string result = "'";
    for (const char c : text) c == '\'' ? result += "'\\''" : result += c;
    return result + "'";
}

/// The HG_ variables that are set, by name.
std::vector<std::string> settings() {
    std::vector<std::string> found;
    for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
        const std::string text = *variable;
        const std::size_t end = text.find('=');
        if (text.starts_with("HG_") && end != std::string::npos)
            found.push_back(text.substr(0, end + 1) + quoted(text.substr(end + 1)));
    }
    std::ranges::sort(found);
    return found;
}

}  // namespace

std::string command_text() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    const std::string all{std::istreambuf_iterator<char>(file), {}};
    std::string line;
    for (const std::string& setting : settings()) line += setting + " ";
    for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end + 1) {
        end = std::min(all.find('\0', begin), all.size());
        const std::string word = all.substr(begin, end - begin);
        line += begin == 0 ? quoted(std::filesystem::path(word).filename()) : " " + quoted(word);
    }
    return line;
}

}  // namespace hgctl
