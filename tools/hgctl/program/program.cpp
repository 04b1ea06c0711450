// hgctl program: programs of the machine as text.
#include <iostream>
#include <string>

#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/program/program_file.hpp"
#include "tools/report/quantity.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hgctl {
namespace {

int run_verify(const ProgramFile& file) {
    const hg::Program program = read_program(file).program;
    try {
        hg::verify(program);
    } catch (const hg::Error& error) {
        std::cerr << file.path << ": not sound: " << error.what() << '\n';
        return kCheckFailed;
    }
    std::cout << file.path << ": sound: " << count_text(program.size(), "command") << ", "
              << program.dependency_count() << " dependencies, "
              << count_text(program.devices().size(), "device");
    for (std::size_t d = 0; d < program.devices().size(); ++d)
        std::cout << (d == 0 ? ", " : " + ")
                  << bytes_text(program.device_bytes(static_cast<hg::DeviceIndex>(d)));
    std::cout << " of device memory\n";
    return kGood;
}

}  // namespace

void add_program_verify(Command& app, int& status) {
    add_verb(app, "verify", "Prove a program sound: order, memory, bounds, no deadlock", status, run_verify);
}

void add_program(Command& app, int& status) {
    Command program = app.subcommand("program",
                                     "Programs of the machine as text: build, format, print, verify, "
                                     "simulate, draw, analyze, compare, run");
    program.require_subcommand();
    add_program_build(program, status);
    add_program_fmt(program, status);
    add_program_print(program, status);
    add_program_verify(program, status);
    add_program_simulate(program, status);
    add_program_graph(program, status);
    add_program_analyze(program, status);
    add_program_compare(program, status);
    add_program_run(program, status);
}

}  // namespace hgctl
