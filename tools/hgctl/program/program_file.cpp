#include "tools/hgctl/program/program_file.hpp"

#include <unistd.h>

#include <cstddef>

#include "runtime/files/read_file.hpp"
#include <hg/kernels/library.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hgctl {
namespace {

/// Programs of ten million commands.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

/// Standard input may be a pipe, and is the one that may be; programs are found by their names otherwise.
std::string read_text(const std::string& path) {
    if (path == "-" || path == "/dev/stdin") return hg::read_to_end(STDIN_FILENO, path, kMostBytes);
    return hg::read_existing_file(path, kMostBytes);
}

}  // namespace

hg::Program read_program(const std::string& path) {
    const std::string text = read_text(path);
    try {
        return hg::parse(text, hg::kernels::find);
    } catch (const hg::Error& error) {
        std::string place = path + ":";
        if (error.context().line > 0) place += std::to_string(error.context().line) + ":";
        throw hg::Error(error.code(), place + " " + error.message());
    }
}

hg::Program read_sound_program(const std::string& path) {
    hg::Program program = read_program(path);
    try {
        hg::verify(program);
    } catch (const hg::Error& error) {
        throw hg::Error(error.code(), path + ": " + error.what());
    }
    return program;
}

}  // namespace hgctl
