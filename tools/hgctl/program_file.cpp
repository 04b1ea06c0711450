#include "program_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>

#include "kernels/library.hpp"
#include "runtime/program/error.hpp"
#include "runtime/program/text.hpp"
#include "runtime/program/verify.hpp"

namespace hgctl {
namespace {

std::string read_all(std::istream& in) {
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::string read_text(const std::string& path) {
    if (path == "-") return read_all(std::cin);
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        throw hg::Error(hg::ErrorCode::io, path + ": is a folder, not a program");
    std::ifstream file(path, std::ios::binary);
    if (!file) throw hg::Error(hg::ErrorCode::io, path + ": cannot be read: " + std::strerror(errno));
    return read_all(file);
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
