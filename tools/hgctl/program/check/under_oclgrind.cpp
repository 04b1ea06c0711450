#include "tools/hgctl/program/check/under_oclgrind.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

std::vector<std::string> own_arguments() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> words;
    for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
    return words;
}

/// An empty file, which only this user reads and writes.
std::string new_log() {
    std::string path = (std::filesystem::temp_directory_path() / "hgctl_oclgrind_XXXXXX").string();
    const int file = mkstemp(path.data());
    if (file < 0) throw hg::Error(hg::ErrorCode::io, path + ": " + std::strerror(errno));
    close(file);
    return path;
}

}  // namespace

void start_under_oclgrind(const std::string& left_out) {
    std::vector<std::string> words = own_arguments();
    std::erase(words, left_out);
    if (words.empty()) throw hg::Error(hg::ErrorCode::io, "/proc/self/cmdline cannot be read");
    words.front() = std::filesystem::read_symlink("/proc/self/exe").string();
    const std::string log = new_log();
    words.insert(words.end(), {kOclgrindLog, log});
    // Without optimization: Oclgrind does not know every instruction that the optimizer emits.
    const std::array<std::string, 8> oclgrind{"oclgrind",        "--data-races",    "--max-errors", "8",
                                              "--build-options", "-cl-opt-disable", "--log",        log};
    words.insert(words.begin(), oclgrind.begin(), oclgrind.end());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    execvp(arguments.front(), arguments.data());
    const std::string reason = std::strerror(errno);
    std::filesystem::remove(log);
    throw hg::Error(hg::ErrorCode::io,
                    "--races: oclgrind cannot be started: " + reason + "; it is the Debian package oclgrind");
}

std::string take_oclgrind_log(const std::string& path) {
    std::ifstream file(path);
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    return text;
}

}  // namespace hgctl
