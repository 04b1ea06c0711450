// hgctl program machine: the machines that programs are planned and simulated for.
#include <string>
#include <vector>

#include "tools/cli/output_files.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/program/program_file.hpp"
#include "tools/hgctl/program/target_model.hpp"
#include "tools/report/report_files.hpp"
#include <hg/runtime/program/text.hpp>

namespace hgctl {
namespace {

struct MachineChoice {
    std::string output, devices;
    TargetRates rates;
    ReportFiles files;

    void add_options(Command& command) {
        rates.add_options(command);
        command.option("--devices", devices,
                       "Number of its devices (default: one of a named machine, all of a file's)");
        add_output_option(command, output, "Machine file to write (default: standard output)");
        files.add_options(command);
    }
};

Report list_of_machines() {
    Report report("hgctl program machine");
    std::vector<hg::Target> machines;
    for (const std::string& name : machine_names()) machines.push_back(read_machine(name));
    const auto device = [](const hg::Target& machine) -> const hg::DeviceModel& {
        return machine.devices.front();
    };
    report.table(
        "machines",
        table_of<hg::Target>(
            {{"name", "machine", &hg::Target::name},
             {"memory", "memory", kByteSize, [=](auto& m) { return device(m).memory; }},
             {"rate_f64", "f64", {"flop/s", flops_rate_text}, [=](auto& m) { return device(m).rate_f64; }},
             {"rate_f32", "f32", {"flop/s", flops_rate_text}, [=](auto& m) { return device(m).rate_f32; }},
             {"memory_rate",
              "of memory",
              {"bytes/s", bytes_rate_text},
              [=](auto& m) { return device(m).memory_rate; }},
             {"link_in", "link in", {"bytes/s", bytes_rate_text}, [=](auto& m) { return device(m).link_in; }},
             {"host_copies", "host copies", {"bytes/s", bytes_rate_text}, &hg::Target::host_copy_rate},
             {"measured", "measured",
              [](auto& m) { return Value(!m.unmeasured, m.unmeasured ? "no" : "yes"); }}},
            machines));
    return report;
}

void run_machine(const MachineChoice& options) {
    if (options.rates.machine.empty()) {
        options.files.check();
        options.files.write(list_of_machines());
        return;
    }
    check_outputs({{"--output", options.output}}, {{"--machine", options.rates.machine}});
    hg::Target machine = read_machine(options.rates.machine, device_count(options.devices));
    options.rates.apply(machine);
    write_text(options.output, hg::print_machine(machine));
}

}  // namespace

void add_program_machine(Command& app) {
    add_verb(app, "machine", "List the machines that hgctl knows, or write the file of one", run_machine);
}

}  // namespace hgctl
