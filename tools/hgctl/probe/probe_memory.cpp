// hgctl probe memory: what a device's memories carry, by size.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "blas/session/model/model_file.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/probe/bandwidth_report.hpp"
#include "tools/hgctl/probe/host_memory.hpp"
#include "tools/hgctl/probe/survey_progress.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/report_files.hpp"
#include "tools/tuner/probe/memory_survey.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

constexpr std::int64_t kVectors = 3;
constexpr std::int64_t kSmallestVector = 1024;
/// Beyond every cache of today: what is reached there is the memory's.
constexpr std::int64_t kCertainlyMemory = std::int64_t{256} << 20;

struct MemoryOptions {
    std::string devices;
    std::vector<std::string> functions;
    std::vector<std::string> types;
    std::string sizes;
    ReportFiles files;
};

/// The largest vectors of which three fit.
std::int64_t largest_vector(const OneDevice& device) {
    return std::min(device.model.memory / kVectors, device.model.largest_slot);
}

/// "4K:1M,300M": sizes, and ranges by doubling.
std::vector<std::int64_t> parse_byte_sizes(const std::string& text) {
    const std::string option = "--sizes";
    std::vector<std::int64_t> sizes;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string part = text.substr(begin, end - begin);
        const std::size_t colon = part.find(':');
        std::int64_t size = parse_bytes(part.substr(0, colon), option);
        const std::int64_t last =
            colon == std::string::npos ? size : parse_bytes(part.substr(colon + 1), option);
        if (size < kSmallestVector || last < size)
            throw hg::Error(hg::ErrorCode::invalid_argument,
                            option + ": '" + part + "': sizes must ascend and be 1K or more");
        for (; size < last; size *= 2) sizes.push_back(size);
        sizes.push_back(last);
        begin = end + 1;
    }
    std::ranges::sort(sizes);
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

std::vector<std::int64_t> sizes_of(const MemoryOptions& options, const OneDevice& device) {
    const std::int64_t largest = largest_vector(device);
    if (options.sizes.empty())
        return hg::kernels::survey_sizes(device.model.is_gpu ? largest : std::min(largest, kCertainlyMemory));
    std::vector<std::int64_t> sizes = parse_byte_sizes(options.sizes);
    if (sizes.back() > largest)
        throw hg::Error(hg::ErrorCode::invalid_argument, "--sizes: vectors of " + bytes_text(sizes.back()) +
                                                             "; " + device.listing.info.name +
                                                             " holds three of up to " + bytes_text(largest));
    return sizes;
}

hg::kernels::MemorySurveyOptions survey_options(const MemoryOptions& options, const OneDevice& device) {
    hg::kernels::MemorySurveyOptions survey;
    survey.functions = options.functions;
    for (const std::string& word : options.types.empty() ? type_words() : options.types)
        if (device.model.computes(type_of(word))) survey.types.push_back(type_of(word));
    survey.sizes = sizes_of(options, device);
    survey.curves = std::ranges::find(survey.types, hg::ElementType::f32) != survey.types.end();
    return survey;
}

BandwidthRun measure(const MemoryOptions& options, const std::vector<OneDevice>& devices,
                     const std::vector<hg::kernels::MemorySurveyOptions>& surveys) {
    BandwidthRun run;
    SurveyProgress progress(devices.size());
    for (std::size_t d = 0; d < devices.size() && !progress.interrupted(); ++d) {
        hg::kernels::DeviceWork work(make_device(devices[d]));
        const hg::DeviceInfo& info = devices[d].listing.info;
        run.devices.push_back(
            {info.name, info.driver, survey_memory(work, surveys[d], progress.of_device(d))});
    }
    if (!progress.interrupted() && options.functions.empty()) run.host_rate = measure_host_memory();
    run.interrupted = progress.interrupted();
    return run;
}

std::vector<hg::OrderRate> curve_of(const std::vector<hg::kernels::MemoryResult>& results) {
    std::vector<hg::OrderRate> curve;
    for (const hg::kernels::MemoryResult& r : results) curve.push_back({order_of(r), r.rate()});
    return curve;
}

/// True if the rate is that of the device's memory, not of a cache.
bool tells_memory(const hg::kernels::MemorySurvey& survey, const MemoryOptions& options) {
    const auto large = [](const auto& result) { return result.size >= kCertainlyMemory; };
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
        const hg::kernels::MemorySurvey& survey = run.devices[d].survey;
        if (!tells_memory(survey, options)) continue;
        model.devices[d].memory = {survey.memory_rate(), curve_of(survey.sread), curve_of(survey.smset),
                                   "hgctl probe memory"};
        any = true;
    }
    model.host.memory = run.host_rate;
    const hg::kernels::Database kernels =
        hg::kernels::Database::with_user_results(machine_options.cache_folder);
    const hg::ModelFile file(machine_options.cache_folder, machine, kernels);
    if (any && file.save(model)) run.kept_in = file.path();
}

int run_probe_memory(const MemoryOptions& options) {
    const std::vector<OneDevice> devices = chosen_devices(options.devices);
    options.files.check();
    std::vector<hg::kernels::MemorySurveyOptions> surveys;
    for (const OneDevice& device : devices) surveys.push_back(survey_options(options, device));
    BandwidthRun run = measure(options, devices, surveys);
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
        .one_of(hg::kernels::memory_functions());
    command.option("--type", options->types, "Element types; else f64,f32").list().one_of(type_words());
    command.option(
        "--sizes", options->sizes,
        "Bytes of a vector, with K, M or G: sizes and ranges by doubling, as 4K:1M,300M; else powers of "
        "two from 4K to the largest that fit (256M on CPUs)");
    options->files.add_options(command, "bandwidths over size, all figures");
    command.callback([options, &status] { status = run_probe_memory(*options); });
}

}  // namespace hgctl
