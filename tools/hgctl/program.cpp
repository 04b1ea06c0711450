// hgctl program: programs of the machine as text.
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "atomic_file.hpp"
#include "blas/gemm_program.hpp"
#include "commands.hpp"
#include "option_checks.hpp"
#include "program_file.hpp"
#include "quantity.hpp"
#include "runtime/program/error.hpp"
#include "runtime/program/text.hpp"
#include "runtime/program/verify.hpp"

namespace hgctl {
namespace {

struct PrintOptions {
    std::string routine = "gemm", type = "f64", op_a = "N", op_b = "N", memory, output;
    std::int64_t n = 0, block = 0;
    std::optional<std::int64_t> m, k;
    double beta = 0;
    int devices = 1;
};

hg::Op op_of(const std::string& letter) {
    if (letter == "T") return hg::Op::trans;
    return letter == "C" ? hg::Op::conj_trans : hg::Op::none;
}

/// A target out of the default model: no device is asked.
hg::Target laptop_target(const PrintOptions& options) {
    hg::DeviceModel device;
    if (!options.memory.empty()) {
        device.memory = parse_bytes(options.memory, "--memory");
        device.largest_slot = std::min(device.largest_slot, device.memory);
    }
    hg::Target target;
    target.devices.assign(static_cast<std::size_t>(options.devices), device);
    return target;
}

void run_print(const PrintOptions& options) {
    if (!options.output.empty()) require_writable(options.output);
    const hg::GemmProblem problem{.type = options.type == "f64" ? hg::ElementType::f64 : hg::ElementType::f32,
                                  .op_a = op_of(options.op_a),
                                  .op_b = op_of(options.op_b),
                                  .m = options.m.value_or(options.n),
                                  .n = options.n,
                                  .k = options.k.value_or(options.n),
                                  .product = true,
                                  .reads_c = options.beta != 0,
                                  .block = options.block};
    const std::string text = hg::print(hg::gemm_program(problem, laptop_target(options)));
    if (options.output.empty()) {
        std::cout << text << std::flush;
        return;
    }
    AtomicFile file(options.output);
    file.write(text.data(), text.size());
    file.commit();
}

int run_verify(const std::string& path) {
    const hg::Program program = read_program(path);
    try {
        hg::verify(program);
    } catch (const hg::Error& error) {
        std::cerr << path << ": not sound: " << error.what() << '\n';
        return kCheckFailed;
    }
    std::cout << path << ": sound: " << count_text(program.size(), "command") << ", "
              << program.dependency_count() << " dependencies, "
              << count_text(program.devices().size(), "device");
    for (std::size_t d = 0; d < program.devices().size(); ++d)
        std::cout << (d == 0 ? ", " : " + ")
                  << bytes_text(program.device_bytes(static_cast<hg::DeviceIndex>(d)));
    std::cout << " of device memory\n";
    return kGood;
}

}  // namespace

void add_program_print(CLI::App& app, int& status) {
    auto options = std::make_shared<PrintOptions>();
    CLI::App* command = app.add_subcommand("print", "Print the program of a routine; needs no device");
    const CLI::Validator positive = whole_number(1);
    const auto op = CLI::IsMember({"N", "T", "C"});
    command->add_option("--routine", options->routine, "The routine")
        ->check(CLI::IsMember({"gemm"}))
        ->capture_default_str();
    command
        ->add_option("--n", options->n,
                     "Columns of C; rows too, and the sum's length, unless --m, --k are given")
        ->check(positive)
        ->required();
    command->add_option("--m", options->m, "Rows of C")->check(positive);
    command->add_option("--k", options->k, "Length of the sum")->check(positive);
    command->add_option("--type", options->type, "Element type")
        ->check(CLI::IsMember({"f64", "f32"}))
        ->capture_default_str();
    command->add_option("--op-a", options->op_a, "op(A): N, T or C")->check(op)->capture_default_str();
    command->add_option("--op-b", options->op_b, "op(B): N, T or C")->check(op)->capture_default_str();
    command->add_option("--beta", options->beta, "With 0, C is not loaded")->capture_default_str();
    command->add_option("--devices", options->devices, "Number of equal devices")
        ->check(whole_number(1, 1024))
        ->capture_default_str();
    command->add_option("--block", options->block, "Block size, in the place of the library's choice")
        ->check(positive);
    command->add_option("--memory", options->memory, "Memory of a device, for example 512M (default: 16G)");
    command->add_option("-o,--output", options->output, "File to write to (default: standard output)")
        ->type_name("FILE");
    command->callback([options, &status] {
        run_print(*options);
        status = kGood;
    });
}

void add_program_verify(CLI::App& app, int& status) {
    auto path = std::make_shared<std::string>();
    CLI::App* command =
        app.add_subcommand("verify", "Prove a program sound: order, memory, bounds, no deadlock");
    command->add_option("FILE", *path, "The program's text; - for standard input")->type_name("")->required();
    command->callback([path, &status] { status = run_verify(*path); });
}

void add_program(CLI::App& app, int& status) {
    CLI::App* program =
        app.add_subcommand("program", "Programs of the machine as text: print, verify, simulate, run");
    program->require_subcommand(1);
    add_program_print(*program, status);
    add_program_verify(*program, status);
    add_program_simulate(*program, status);
    add_program_run(*program, status);
}

}  // namespace hgctl
