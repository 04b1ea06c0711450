#include "tools/hgctl/program/program_file.hpp"

#include <unistd.h>

#include <cstddef>

#include "runtime/files/read_file.hpp"
#include "tools/hgctl/program/program_source_file.hpp"
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

void ProgramFile::add_options(Command& command) {
    command.option("FILE", path, "The program's text, or its source; - for standard input")
        .value_name("")
        .required();
    command.option("-p,--parameter", values, "NAME=VALUE of a parameter of the source").list();
}

hg::Program read_program(const ProgramFile& file) {
    const std::string text = read_text(file.path);
    if (is_source(text)) return build_source(text, file.path, file.values);
    if (!file.values.empty())
        throw hg::Error(hg::ErrorCode::invalid_argument,
                        "-p gives parameters of a source; " + file.path + " is none");
    try {
        return hg::parse(text, hg::kernels::find);
    } catch (const hg::Error& error) {
        std::string place = file.path + ":";
        if (error.context().line > 0) place += std::to_string(error.context().line) + ":";
        throw hg::Error(error.code(), place + " " + error.message());
    }
}

hg::Program read_sound_program(const ProgramFile& file) {
    hg::Program program = read_program(file);
    try {
        hg::verify(program);
    } catch (const hg::Error& error) {
        throw hg::Error(error.code(), file.path + ": " + error.what());
    }
    return program;
}

}  // namespace hgctl
