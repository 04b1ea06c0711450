// hgctl program verify: a program proven sound, and its kernels compiled.
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "runtime/machine/device/discovery.hpp"
#include "runtime/program/check/kernel_signature.hpp"
#include "runtime/program/check/unused.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/program/program_file.hpp"
#include "tools/report/quantity.hpp"
#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/source.hpp>
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hgctl {
namespace {

constexpr std::size_t kMostWarnings = 8;

/// Throws Error{invalid_program} if a parameter of a source that has no commands is negative.
void require_commands(const ProgramFile& file, const ReadProgram& read) {
    if (read.program.size() > 0 || !hg::is_program_source(read.text)) return;
    const hg::ProgramSource source = hg::ProgramSource::parse(read.text, file.path);
    for (const auto& [name, value] : source.values(file.options().values))
        if (value < 0)
            throw hg::Error(hg::ErrorCode::invalid_program,
                            "it has no commands with " + name + " = " + std::to_string(value));
}

/// Programs that hg itself printed may compute more than they need.
void warn_of_unused(const std::string& path, const ReadProgram& read) {
    if (!hg::is_program_source(read.text)) return;
    const hg::Program& program = read.program;
    const std::string warning = path + ": warning: ";
    if (program.size() == 0) std::cerr << warning << "it has no commands\n";
    const std::vector<hg::CommandId> unused = hg::unused_results(program);
    for (std::size_t i = 0; i < std::min(unused.size(), kMostWarnings); ++i)
        std::cerr << warning
                  << (program.command(unused[i]).operation == hg::Operation::load
                          ? "no command reads what this one loads: "
                          : "no command reads or stores the result of this one: ")
                  << hg::print_command(program, unused[i]) << '\n';
    if (unused.size() > kMostWarnings)
        std::cerr << warning << "and of " << unused.size() - kMostWarnings << " more\n";
}

/// The instructions whose kernels are in files.
std::vector<const hg::Instruction*> own_instructions(const hg::Program& program) {
    std::vector<const hg::Instruction*> own;
    for (const hg::InstructionPtr& instruction : program.instructions())
        if (!instruction->origin.file.empty()) own.push_back(instruction.get());
    return own;
}

/// The OpenCL devices that compile kernels, one of each kind. Empty, with the reason, if there are none.
std::vector<std::unique_ptr<hg::Device>> compiling_devices(const std::string& devices, std::string& reason) {
    std::vector<std::unique_ptr<hg::Device>> chosen;
    try {
        for (std::unique_ptr<hg::Device>& device : hg::make_devices(machine_options(devices))) {
            const auto is_alike = [&](const auto& other) {
                return other->info().name == device->info().name &&
                       other->info().driver == device->info().driver;
            };
            if (!device->info().is_host && std::ranges::none_of(chosen, is_alike))
                chosen.push_back(std::move(device));
        }
        if (chosen.empty()) reason = "no OpenCL device is selected";
    } catch (const hg::Error& error) {
        if (!devices.empty()) throw;
        reason = error.message();
    }
    return chosen;
}

/// Compares the kernels' arguments in their sources with the operands. Throws Error{build_failed}.
void check_sources(const std::vector<const hg::Instruction*>& instructions) {
    for (const hg::Instruction* const instruction : instructions)
        if (const auto written = hg::signature_in_source(*instruction))
            if (const std::string fault = hg::signature_fault(*instruction, written->arguments);
                !fault.empty())
                throw hg::Error(hg::ErrorCode::build_failed, fault,
                                {.file = instruction->origin.file, .line = written->line});
}

/// Compiles the kernels of a program's files, and says on which devices, or why not.
void compile_kernels(const ProgramFile& file, const hg::Program& program) {
    const std::vector<const hg::Instruction*> own = own_instructions(program);
    if (own.empty()) return;
    check_sources(own);
    const std::string kernels = file.path + ": " + count_text(own.size(), "kernel");
    std::string reason;
    const auto devices = compiling_devices(file.devices, reason);
    if (devices.empty()) std::cout << kernels << " not compiled: " << reason << '\n';
    for (const std::unique_ptr<hg::Device>& device : devices) {
        const std::string on = " on " + device->info().name;
        try {
            device->prepare_all(own);
            std::cout << kernels << " compiled" << on << '\n';
        } catch (const hg::Error& error) {
            if (error.code() == hg::ErrorCode::build_failed) throw error.at(device->info().name, "");
            std::cout << kernels << " not compiled" << on << ": " << error.message() << '\n';
        }
    }
}

int run_verify(const ProgramFile& file) {
    const ReadProgram read = read_program(file);
    const hg::Program& program = read.program;
    try {
        require_commands(file, read);
        hg::verify(program);
    } catch (const hg::Error& error) {
        std::cerr << file.path << ": not sound: " << error.what() << '\n';
        return kCheckFailed;
    }
    warn_of_unused(file.path, read);
    std::cout << file.path << ": sound: " << count_text(program.size(), "command") << ", "
              << program.dependency_count() << " dependencies, "
              << count_text(program.devices().size(), "device");
    for (std::size_t d = 0; d < program.devices().size(); ++d)
        std::cout << (d == 0 ? ", " : " + ")
                  << bytes_text(program.device_bytes(static_cast<hg::DeviceIndex>(d)));
    std::cout << " of device memory\n";
    try {
        compile_kernels(file, program);
    } catch (const hg::Error& error) {
        if (error.code() != hg::ErrorCode::build_failed) throw;
        std::cerr << file.path << ": its kernels cannot run: " << error.what() << '\n';
        return kCheckFailed;
    }
    return kGood;
}

}  // namespace

void add_program_verify(Command& app) {
    add_verb(app, "verify",
             "Prove that a program is sound: order, memory, bounds, no deadlock; and compile its kernels",
             run_verify);
}

}  // namespace hgctl
