// hgctl probe: what links, host copies and kernels reach, measured now and kept for programs
// to be planned by.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "blas/cost/host_choice.hpp"
#include "blas/session/model/complete_model.hpp"
#include "tools/cli/atomic_file.hpp"
#include "tools/cli/progress_bar.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/report/build_info.hpp"
#include "tools/report/report_files.hpp"
#include <hg/runtime/program/text.hpp>

namespace hgctl {
namespace {

struct Options {
    std::string devices;
    std::string save;  ///< machine file to write; may be empty
    ReportFiles files;
};

/// What one probe found.
struct Findings {
    hg::MachineModel model;
    hg::Target target;           ///< with all known rates, measured or guessed
    hg::HostChoice host_choice;  ///< likewise
    std::optional<std::string> kept_in;
};

Findings probe(hg::Machine& machine, const std::string& folder, const hg::ModelParts& parts) {
    const hg::kernels::Database kernels = tuned_kernels(folder);
    Findings found;
    ProgressBar bar("starting", std::size_t{parts.links} + std::size_t{parts.kernels});
    const auto measure = [&](const char* what, const hg::ModelParts& part) {
        bar.say(what);
        hg::complete(found.model, machine, kernels, part);
        bar.advance();
    };
    if (parts.links) measure("measuring links, host copies and latencies", {.links = true, .kernels = false});
    if (parts.kernels) measure("measuring kernels", {.links = false, .kernels = true});
    const hg::ModelFile file = hg::model_file(folder, machine, kernels);
    if (file.save(found.model)) found.kept_in = file.path();
    const hg::MachineModel known = found.kept_in ? file.load() : found.model;
    found.target = machine.target();
    hg::guess_rates(found.target, kernels);
    hg::set_rates(found.target, known);
    found.host_choice = {known, found.target.devices};
    return found;
}

/// A device of the machine, or a further row for people.
struct ProbedDevice {
    std::string name, shown;
    hg::DeviceRates rates;
    std::string driver = {};
};

std::vector<ProbedDevice> probed_devices(const hg::Machine& machine, const hg::MachineModel& model) {
    std::vector<ProbedDevice> rows;
    for (std::size_t d = 0; d < machine.device_count(); ++d) {
        const std::string& name = machine.device(d).name;
        rows.push_back({name, machine.target().devices[d].name + ", " + name, model.devices[d],
                        machine.device(d).driver});
    }
    return rows;
}

constexpr Unit kKernelRate{"flop/s", flops_rate_text};
constexpr Unit kLinkRate{"GB/s", [](double rate) { return fixed(rate / 1e9, 1); }};

Columns<ProbedDevice> link_columns() {
    return {{"", "GB/s", &ProbedDevice::shown},
            {"link/in", "in", kLinkRate, [](auto& d) { return d.rates.link.in; }},
            {"link/out", "out", kLinkRate, [](auto& d) { return d.rates.link.out; }},
            {"link/both", "both", kLinkRate, [](auto& d) { return d.rates.link.both; }},
            {"link_latency", "a transfer", kSeconds, [](auto& d) { return known(d.rates.link_latency); }},
            {"launch_latency", "a kernel", kSeconds, [](auto& d) { return known(d.rates.launch_latency); }},
            {"call/seconds", "a call", kSeconds, [](auto& d) { return known(d.rates.call.seconds); }},
            {"call/rate", "", [](auto& d) { return d.rates.call.rate; }},
            {"call/streamed", "", [](auto& d) { return d.rates.call.streamed; }}};
}

Columns<ProbedDevice> kernel_columns() {
    const auto rate = [](double of) { return Value(of, of > 0 ? "" : "-"); };
    return {{"", "GEMM kernels, sustained", &ProbedDevice::shown},
            {"rate_f64", "f64", kKernelRate, [=](auto& d) { return rate(d.rates.rate_f64); }},
            {"rate_f32", "f32", kKernelRate, [=](auto& d) { return rate(d.rates.rate_f32); }}};
}

/// The devices for files: with what was measured.
ReportTable device_table(const std::vector<ProbedDevice>& devices, const hg::ModelParts& parts) {
    Columns<ProbedDevice> columns{{"name", "", &ProbedDevice::name}, {"driver", "", &ProbedDevice::driver}};
    const auto add = [&](const Columns<ProbedDevice>& more) {
        columns.insert(columns.end(), more.begin(), more.end());
    };
    if (parts.links) add(link_columns());
    if (parts.kernels) add(kernel_columns());
    return table_of(columns, devices).for_files();
}

void add_rates(Report& report, const std::string& key, const hg::LinkRates& rates) {
    report.fact(key, Json{{"in", rates.in}, {"out", rates.out}, {"both", rates.both}});
}

void add_links(Report& report, std::vector<ProbedDevice> devices, const hg::MachineModel& model) {
    const bool several = devices.size() > 1;
    if (several) devices.push_back({"", "all at once", {.link = model.links, .call = {}}});
    devices.push_back(
        {"", several ? "all, pageable memory" : "pageable memory", {.link = model.staged, .call = {}}});
    report.table("", table_of(link_columns(), devices).for_people());
    if (model.host_copy > 0)
        report.line("Host copies between pageable and pinned memory: " + bytes_rate_text(model.host_copy) +
                    " with " + count_text(static_cast<std::size_t>(model.staging_threads), "thread") +
                    "; all cores read memory at " + bytes_rate_text(model.host_read));
    add_rates(report, "links", model.links);
    add_rates(report, "staged", model.staged);
    report.fact("host_copy", model.host_copy)
        .fact("host_read", model.host_read)
        .fact("staging_threads", model.staging_threads);
}

/// What the CPU's BLAS does with few columns at a time.
void add_thin(Report& report, const std::string& key, const std::string& type,
              const std::vector<hg::OrderRate>& thin) {
    report.table(
        key,
        table_of<hg::OrderRate>(
            {{"columns", "the CPU's BLAS on a large matrix of " + type + ", columns", &hg::OrderRate::order},
             {"rate", "bytes of it", {"bytes/s", bytes_rate_text}, &hg::OrderRate::rate}},
            thin));
}

void add_kernels(Report& report, std::vector<ProbedDevice> devices, const hg::HostRates& host) {
    devices.push_back({"",
                       "the CPU's BLAS, n = 512",
                       {.link = {}, .rate_f64 = host.f64, .rate_f32 = host.f32, .call = {}}});
    report.table("", table_of(kernel_columns(), devices).for_people());
    report.fact("cpu/f64", host.f64).fact("cpu/f32", host.f32);
    add_thin(report, "cpu/thin_products", "f64", host.thin);
    add_thin(report, "cpu/thin_products_f32", "f32", host.thin_f32);
}

Report report_of(const hg::Machine& machine, const Findings& found, const hg::ModelParts& parts) {
    Report report("hgctl probe");
    const std::vector<ProbedDevice> devices = probed_devices(machine, found.model);
    report.table("devices", device_table(devices, parts));
    if (parts.links) add_links(report, devices, found.model);
    if (parts.kernels) add_kernels(report, devices, found.model.host);
    std::string orders;
    for (const hg::ElementType type : {hg::ElementType::f64, hg::ElementType::f32}) {
        const std::optional<std::int64_t> order = found.host_choice.largest_order(type);
        report.fact("host_up_to/" + std::string(name(type)), order);
        orders += (orders.empty() ? "" : ", ") + std::string(name(type)) +
                  (order ? " up to n = " + std::to_string(*order) : " of all sizes");
    }
    report.line("Square products that run on the CPU's BLAS, which is faster there: " + orders);
    report.line(found.kept_in ? "Saved in " + *found.kept_in
                              : "Not saved: there is no cache folder that hg can write and other users can't "
                                "(HG_CACHE_DIR; HG_LOG=warn says more)");
    report.fact("kept_in", found.kept_in);
    return report;
}

/// The text of a machine file that says how it was made.
std::string machine_file(const hg::Machine& machine, const hg::Target& target) {
    const Json made = made_by_json();
    std::string text = "# hgctl " + made.at("hg").at("version").plain();
    for (const char* const member : {"date", "host", "command"}) text += ", " + made.at(member).plain();
    std::ranges::replace(text, '\n', ' ');
    text += "\n";
    for (std::size_t d = 0; d < machine.device_count(); ++d)
        text += "# " + target.devices[d].name + ": " + hg::kind_of(machine.device(d)) + "\n";
    return text + hg::print_machine(target);
}

void run_probe(const Options& options, const hg::ModelParts& parts) {
    options.files.check({{"--save", options.save}});
    const hg::MachineOptions machine_options = hgctl::machine_options(options.devices);
    hg::Machine machine(machine_options);
    const Findings found = probe(machine, machine_options.cache_folder, parts);
    Report report = report_of(machine, found, parts);
    if (!options.save.empty()) {
        replace_file(options.save, machine_file(machine, found.target));
        report.line("Machine file: " + options.save +
                    (found.target.unmeasured ? ", with guesses for what was never measured" : ""));
    }
    options.files.write(report);
}

void add_part(Command& probe, const std::string& part, const std::string& help, const hg::ModelParts& parts) {
    auto options = std::make_shared<Options>();
    Command command = probe.subcommand(part, help);
    add_devices_option(command, options->devices);
    command.file("--save", options->save,
                 "Write a machine file, which hgctl program takes as --machine on any computer");
    options->files.add_options(command);
    command.callback([options, parts] { run_probe(*options, parts); });
}

}  // namespace

void add_probe(Command& app) {
    Command probe = app.subcommand(
        "probe", "Measure links, host copies and kernels, and save the results for planning and simulation");
    probe.require_subcommand();
    add_part(probe, "links", "Links of each device and of all together, host copies, latencies",
             {.links = true, .kernels = false});
    add_part(probe, "kernels", "GEMM kernels of each kind of device, and the CPU's BLAS",
             {.links = false, .kernels = true});
    add_part(probe, "all", "Both links and kernels", {.links = true, .kernels = true});
    add_probe_memory(probe);
    add_probe_peak(probe);
}

}  // namespace hgctl
