// hgctl probe memory: what a device's memories carry, by size.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "runtime/machine/measure/memory_survey.hpp"
#include "runtime/machine/measure/model_file.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/probe/bandwidth_report.hpp"
#include "tools/hgctl/probe/survey.hpp"
#include "tools/hgctl/size_grid.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

constexpr std::int64_t kVectors = 3;
constexpr std::int64_t kSmallestVector = 1024;

struct MemoryOptions {
    std::string devices;
    std::vector<std::string> functions;
    std::vector<std::string> types;
    std::string sizes;
    ReportFiles files;
};

std::vector<std::string> memory_functions() {
    std::vector<std::string> names;
    for (const hg::MemoryOperation operation : hg::kMemoryOperations) names.emplace_back(name(operation));
    return names;
}

/// The largest vectors of which three fit.
std::int64_t largest_vector(const OneDevice& device) {
    return std::min(device.model.memory / kVectors, device.model.largest_slot);
}

std::vector<std::int64_t> sizes_of(const MemoryOptions& options, const OneDevice& device) {
    const std::int64_t largest = largest_vector(device);
    if (options.sizes.empty())
        return hg::survey_sizes(device.model.is_gpu ? largest : std::min(largest, hg::kCertainlyMemory));
    std::vector<std::int64_t> sizes = parse_byte_sizes(options.sizes, "--sizes", kSmallestVector);
    if (sizes.back() > largest)
        throw hg::Error(hg::ErrorCode::invalid_argument, "--sizes: vectors of " + bytes_text(sizes.back()) +
                                                             "; " + device.listing.info.name +
                                                             " holds three of up to " + bytes_text(largest));
    return sizes;
}

hg::MemorySurveyOptions survey_options(const MemoryOptions& options, const OneDevice& device) {
    hg::MemorySurveyOptions survey;
    for (const hg::MemoryOperation operation : hg::kMemoryOperations)
        if (std::ranges::find(options.functions, name(operation)) != options.functions.end())
            survey.operations.push_back(operation);
    for (const std::string& word : options.types.empty() ? type_words() : options.types)
        if (device.model.computes(type_of(word))) survey.types.push_back(type_of(word));
    survey.sizes = sizes_of(options, device);
    survey.curves = std::ranges::find(survey.types, hg::ElementType::f32) != survey.types.end();
    return survey;
}

/// True if the rate is that of the device's memory, not of a cache.
bool tells_memory(const hg::MemorySurvey& survey, const MemoryOptions& options) {
    const auto large = [](const auto& result) { return result.size >= hg::kCertainlyMemory; };
    return survey.memory_rate() > 0 && (options.sizes.empty() || std::ranges::any_of(survey.results, large));
}

/// Keeps what was measured in the machine's file.
void keep(BandwidthRun& run, const MemoryOptions& options) {
    if (run.interrupted) return;
    const hg::MachineOptions machine_options =
        hgctl::machine_options(options.devices.empty() ? one_device("").options.devices : options.devices);
    const hg::Machine machine(machine_options);
    if (machine.device_count() != run.devices.size()) return;  // other processes share the devices
    hg::MachineModel model;
    model.devices.resize(run.devices.size());
    bool any = run.host_rate > 0;
    for (std::size_t d = 0; d < run.devices.size(); ++d) {
        const hg::MemorySurvey& survey = run.devices[d].survey;
        if (!tells_memory(survey, options)) continue;
        model.devices[d].memory = survey.rates("hgctl probe memory");
        any = true;
    }
    model.host.memory = run.host_rate;
    const hg::ModelFile file(machine_options.cache_folder, machine);
    if (any && file.save(model)) run.kept_in = file.path();
}

int run_probe_memory(const MemoryOptions& options) {
    const std::vector<OneDevice> devices = chosen_devices(options.devices);
    options.files.check();
    std::vector<hg::MemorySurveyOptions> surveys;
    for (const OneDevice& device : devices) surveys.push_back(survey_options(options, device));
    BandwidthRun run;
    run.interrupted = survey_devices(
        devices, [&](const OneDevice& device, hg::DeviceWork& work, const hg::SurveyProgress& go_on) {
            const hg::DeviceInfo& info = device.listing.info;
            const auto& survey = surveys[run.devices.size()];
            run.devices.push_back({info.name, info.driver, survey_memory(work, survey, go_on)});
        });
    if (!run.interrupted && options.functions.empty()) run.host_rate = hg::measure_host_memory();
    keep(run, options);
    options.files.write(bandwidth_report(run));
    return survey_status(run.interrupted);
}

}  // namespace

void add_probe_memory(Command& probe, int& status) {
    auto options = std::make_shared<MemoryOptions>();
    Command command = probe.subcommand(
        "memory",
        "Bandwidth of a device's memories by size, with plateaus, SREAD and SMSET; the host's memory");
    add_devices_option(command, options->devices);
    command.option("--functions", options->functions, "What is measured; else all")
        .list()
        .one_of(memory_functions());
    command.option("--type", options->types, "Element types; else f64,f32").list().one_of(type_words());
    command.option(
        "--sizes", options->sizes,
        "Bytes of a vector, with K, M or G: sizes and ranges by doubling, as 4K:1M,300M; else powers of "
        "two from 4K to the largest that fit (256M on CPUs)");
    options->files.add_options(command, "bandwidths over size, all figures");
    command.callback([options, &status] { status = run_probe_memory(*options); });
}

}  // namespace hgctl
