#include "tools/hgctl/program/program_file.hpp"

#include <unistd.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <system_error>
#include <utility>

#include "runtime/files/read_file.hpp"
#include "tools/cli/atomic_file.hpp"
#include "tools/hgctl/device_selection.hpp"
#include <hg/blas/registers/read_program.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hgctl {
namespace {

/// Programs of ten million commands.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

hg::SourceValues source_values(const std::vector<std::string>& list) {
    constexpr const char* kForm = "NAME=WHOLE NUMBER";
    hg::SourceValues values;
    for (const auto& [name, text] : assignments(list, "-p", kForm)) {
        std::int64_t& value = values[name];
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        if (error != std::errc{} || stop != end)
            refuse("-p: '" + name + "=" + text + "' is not of the form " + kForm);
    }
    return values;
}

}  // namespace

hg::Target machine_target(const std::string& devices) {
    return hg::Machine(machine_options(devices)).target();
}

Assignments assignments(const std::vector<std::string>& list, const std::string& option,
                        const std::string& form) {
    Assignments found;
    for (const std::string& item : list) {
        const std::size_t sign = item.find('=');
        if (sign == std::string::npos || sign == 0 || sign + 1 == item.size())
            refuse(option + ": '" + item + "' is not of the form " + form);
        if (!found.emplace(item.substr(0, sign), item.substr(sign + 1)).second)
            refuse(option + " gives " + item.substr(0, sign) + " twice");
    }
    return found;
}

std::string read_program_text(const std::string& path) {
    if (path == "-" || path == "/dev/stdin") return hg::read_to_end(STDIN_FILENO, path, kMostBytes);
    return hg::read_existing_file(path, kMostBytes);
}

Option add_output_option(Command& command, std::string& path, const std::string& help) {
    return command.file("-o,--output", path, help);
}

void write_text(const std::string& path, const std::string& text) {
    if (path.empty())
        std::cout << text;
    else
        replace_file(path, text);
}

void ProgramFile::add_options(Command& command) {
    command.option("FILE", path, "Program in format 1, or source; - for standard input")
        .value_name("")
        .required();
    command.option("-p,--parameter", values, "Parameter of the source: NAME=VALUE").list();
    add_devices_option(command, devices);
}

hg::ProgramTextOptions ProgramFile::options() const {
    hg::ProgramTextOptions options;
    options.file = path;
    options.folder = std::filesystem::path(path).parent_path().string();
    options.values = source_values(values);
    return options;
}

ReadProgram read_program(const ProgramFile& file) {
    std::string text = read_program_text(file.path);
    hg::Program program = hg::read_program(
        text, [&] { return machine_target(file.devices); }, file.options());
    return {std::move(text), std::move(program)};
}

ReadProgram read_sound_program_and_text(const ProgramFile& file) {
    ReadProgram read = read_program(file);
    try {
        hg::verify(read.program);
    } catch (const hg::Error& error) {
        throw hg::Error(error.code(), file.path + ": " + error.what());
    }
    return read;
}

hg::Program read_sound_program(const ProgramFile& file) {
    return read_sound_program_and_text(file).program;
}

}  // namespace hgctl
