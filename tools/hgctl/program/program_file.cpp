#include "tools/hgctl/program/program_file.hpp"

#include <unistd.h>

#include <cstddef>
#include <utility>

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

void ProgramFile::add_options(Command& command) {
    command.option("FILE", path, "The program's text, or its source; - for standard input")
        .value_name("")
        .required();
    command.option("-p,--parameter", values, "NAME=VALUE of a parameter of the source").list();
}

ReadProgram read_program(const ProgramFile& file) {
    const std::string text = read_text(file.path);
    if (is_source(text)) {
        ProgramSourceFile source(text, file.path, file.values);
        hg::Program program = source.build();
        return {std::move(program), std::move(source)};
    }
    if (!file.values.empty())
        throw hg::Error(hg::ErrorCode::invalid_argument,
                        "-p gives parameters of a source; " + file.path + " is none");
    try {
        return {hg::parse(text, hg::kernels::find), {}};
    } catch (const hg::Error& error) {
        std::string place = file.path + ":";
        if (error.context().line > 0) place += std::to_string(error.context().line) + ":";
        throw hg::Error(error.code(), place + " " + error.message());
    }
}

ReadProgram read_sound_program_and_source(const ProgramFile& file) {
    ReadProgram read = read_program(file);
    try {
        hg::verify(read.program);
    } catch (const hg::Error& error) {
        throw hg::Error(error.code(), file.path + ": " + error.what());
    }
    return read;
}

hg::Program read_sound_program(const ProgramFile& file) {
    return read_sound_program_and_source(file).program;
}

}  // namespace hgctl
