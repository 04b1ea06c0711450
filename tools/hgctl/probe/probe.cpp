// hgctl probe: what links, host copies and kernels reach, measured now and kept for programs
// to be planned by.
#include "blas/session/model/probe.hpp"

#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "blas/cost/host_choice.hpp"
#include "blas/session/model/model_file.hpp"
#include "tools/cli/progress_bar.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/report/json_report.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/table.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

struct Options {
    std::string devices;
    JsonReport json;
};

/// What one probe found.
struct Findings {
    hg::MachineModel model;
    hg::HostChoice host_choice;  ///< by all that is known now, measured before or not
    std::optional<std::string> kept_in;
};

hg::kernels::Database tuned_kernels(const std::string& folder) {
    return hg::kernels::Database::with_user_results(
        folder, [](const std::string& warning) { std::cerr << "hgctl: " << warning << '\n'; });
}

hg::HostChoice host_choice(const hg::MachineModel& known, const hg::Machine& machine,
                           const hg::kernels::Database& kernels) {
    hg::Target target = machine.target();
    hg::guess_rates(target, kernels);
    hg::set_rates(target, known);
    return {known, target.devices};
}

Findings probe(hg::Machine& machine, const std::string& folder, const hg::ModelParts& parts) {
    const hg::kernels::Database kernels = tuned_kernels(folder);
    Findings found;
    ProgressBar bar("starting", std::size_t{parts.links} + std::size_t{parts.kernels});
    if (parts.links) {
        bar.say("measuring links, host copies and latencies");
        hg::complete(found.model, machine, kernels, {.links = true, .kernels = false});
        bar.advance();
    }
    if (parts.kernels) {
        bar.say("measuring kernels");
        hg::complete(found.model, machine, kernels, {.links = false, .kernels = true});
        bar.advance();
    }
    const hg::ModelFile file(folder, machine, kernels);
    if (file.save(found.model)) found.kept_in = file.path();
    found.host_choice = host_choice(found.kept_in ? file.load() : found.model, machine, kernels);
    return found;
}

Json links_json(const hg::LinkRates& rates) {
    return {{"in", rates.in}, {"out", rates.out}, {"both", rates.both}};
}

Json order_json(const std::optional<std::int64_t>& order) {
    return order ? Json(*order) : Json();
}

Json thin_json(const std::vector<hg::OrderRate>& thin) {
    Json points = Json::array();
    for (const hg::OrderRate& point : thin)
        points.push_back({{"columns", point.order}, {"rate", point.rate}});
    return points;
}

Json as_json(const hg::Machine& machine, const Findings& found, const hg::ModelParts& parts) {
    Json devices = Json::array();
    for (std::size_t d = 0; d < machine.device_count(); ++d) {
        const hg::DeviceRates& rates = found.model.devices[d];
        Json device{{"name", machine.device(d).name}};
        if (parts.links) {
            device.set("link", links_json(rates.link));
            device.set("link_latency", rates.link_latency);
            device.set("launch_latency", rates.launch_latency);
            device.set("call", {{"seconds", rates.call.seconds},
                                {"rate", rates.call.rate},
                                {"streamed", rates.call.streamed}});
        }
        if (parts.kernels) {
            device.set("rate_f64", rates.rate_f64);
            device.set("rate_f32", rates.rate_f32);
        }
        devices.push_back(device);
    }
    Json json{{"devices", devices}};
    if (parts.links) {
        json.set("links", links_json(found.model.links));
        json.set("staged", links_json(found.model.staged));
        json.set("host_copy", found.model.host_copy);
    }
    if (parts.kernels) {
        const hg::HostRates& host = found.model.host;
        json.set("cpu", {{"f64", host.f64},
                         {"f32", host.f32},
                         {"thin_products", thin_json(host.thin)},
                         {"thin_products_f32", thin_json(host.thin_f32)}});
    }
    json.set("host_up_to", {{"f64", order_json(found.host_choice.largest_order(hg::ElementType::f64))},
                            {"f32", order_json(found.host_choice.largest_order(hg::ElementType::f32))}});
    json.set("kept_in", found.kept_in ? Json(*found.kept_in) : Json());
    return json;
}

std::string device_name(const hg::Machine& machine, std::size_t d) {
    return machine.target().devices[d].name + ", " + machine.device(d).name;
}

void print_links(const hg::Machine& machine, const hg::MachineModel& model) {
    const auto gigabytes = [](double rate) { return fixed(rate / 1e9, 1); };
    Table table({"GB/s", "in", "out", "both", "a transfer", "a kernel", "a call"});
    const auto add = [&](const std::string& what, const hg::LinkRates& rates) {
        table.add({what, gigabytes(rates.in), gigabytes(rates.out), gigabytes(rates.both)});
    };
    for (std::size_t d = 0; d < machine.device_count(); ++d) {
        const hg::DeviceRates& rates = model.devices[d];
        table.add({device_name(machine, d), gigabytes(rates.link.in), gigabytes(rates.link.out),
                   gigabytes(rates.link.both), seconds_text(rates.link_latency),
                   seconds_text(rates.launch_latency), seconds_text(rates.call.seconds)});
    }
    if (machine.device_count() > 1) add("all at once", model.links);
    add(machine.device_count() > 1 ? "all, pageable memory" : "pageable memory", model.staged);
    table.print(std::cout);
    if (model.host_copy > 0)
        std::cout << "Host copies between pageable and pinned memory: " << bytes_rate_text(model.host_copy)
                  << '\n';
    std::cout << '\n';
}

void print_thin(const char* type, const std::vector<hg::OrderRate>& thin) {
    if (thin.empty()) return;
    std::cout << "The CPU's BLAS on a large matrix of " << type
              << ", bytes of it by columns that it is multiplied by:";
    for (const hg::OrderRate& point : thin)
        std::cout << (&point == &thin.front() ? " " : ", ") << point.order << ": "
                  << bytes_rate_text(point.rate);
    std::cout << '\n';
}

void print_kernels(const hg::Machine& machine, const hg::MachineModel& model) {
    Table table({"GEMM kernels, sustained", "f64", "f32"});
    const auto rate_text = [](double rate) { return rate > 0 ? flops_rate_text(rate) : std::string("-"); };
    for (std::size_t d = 0; d < machine.device_count(); ++d)
        table.add({device_name(machine, d), rate_text(model.devices[d].rate_f64),
                   rate_text(model.devices[d].rate_f32)});
    table.add({"the CPU's BLAS, n = 512", rate_text(model.host.f64), rate_text(model.host.f32)});
    table.print(std::cout);
    print_thin("f64", model.host.thin);
    print_thin("f32", model.host.thin_f32);
    std::cout << '\n';
}

void print_text(const hg::Machine& machine, const Findings& found, const hg::ModelParts& parts) {
    if (parts.links) print_links(machine, found.model);
    if (parts.kernels) print_kernels(machine, found.model);
    const auto orders = [&](hg::ElementType type) {
        const std::optional<std::int64_t> order = found.host_choice.largest_order(type);
        return std::string(name(type)) + (order ? " up to n = " + std::to_string(*order) : " of all sizes");
    };
    std::cout << "Square products that the CPU's BLAS does at once, sooner than a device would: "
              << orders(hg::ElementType::f64) << ", " << orders(hg::ElementType::f32) << '\n';
    if (found.kept_in)
        std::cout << "Kept in " << *found.kept_in << '\n';
    else
        std::cout
            << "Not kept: there is no cache folder that hg can write and other users can't (HG_CACHE_DIR; "
               "HG_LOG=warn says more)\n";
}

void run_probe(const Options& options, const hg::ModelParts& parts) {
    options.json.check();
    const hg::MachineOptions machine_options = hgctl::machine_options(options.devices);
    hg::Machine machine(machine_options);
    const Findings found = probe(machine, machine_options.cache_folder, parts);
    options.json.write(as_json(machine, found, parts));
    if (!options.json.replaces_text()) print_text(machine, found, parts);
}

void add_part(Command& probe, int& status, const std::string& part, const std::string& help,
              const hg::ModelParts& parts) {
    auto options = std::make_shared<Options>();
    Command command = probe.subcommand(part, help);
    add_devices_option(command, options->devices);
    options->json.add_option(command);
    command.callback([options, parts, &status] {
        run_probe(*options, parts);
        status = kGood;
    });
}

}  // namespace

void add_probe(Command& app, int& status) {
    Command probe = app.subcommand(
        "probe", "Measure links, host copies and kernels, and keep the figures for planning and simulation");
    probe.require_subcommand();
    add_part(probe, status, "links", "Links of each device and of all, host copies, latencies",
             {.links = true, .kernels = false});
    add_part(probe, status, "kernels", "GEMM kernels of each kind of device, and the CPU's BLAS",
             {.links = false, .kernels = true});
    add_part(probe, status, "all", "Both links and kernels", {.links = true, .kernels = true});
    add_probe_memory(probe, status);
    add_probe_peak(probe, status);
}

}  // namespace hgctl
