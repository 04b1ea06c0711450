// hgctl probe memory: what a device's memories carry, by size.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine/measure/memory_survey.hpp"
#include "runtime/machine/measure/model_file.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/probe/survey.hpp"
#include "tools/hgctl/size_grid.hpp"
#include "tools/report/comparison/comparable.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/report.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include "tools/workload/timing/samples.hpp"

namespace hgctl {
namespace {

/// What `hgctl probe memory` found on one device.
struct MemoryOfDevice {
    std::string name;
    std::string driver;
    hg::MemorySurvey survey;
};

struct BandwidthRun {
    std::vector<MemoryOfDevice> devices;
    double host_rate = 0;  ///< bytes/s of a copy by all cores; 0: not measured
    std::optional<std::string> kept_in;
    bool interrupted = false;
};

using hg::MemoryResult;
using hg::MemorySurvey;
using hg::Plateau;

std::string name_of(const MemoryResult& result) {
    return std::string(name(result.operation)) + " " + std::string(hg::name(result.type));
}

/// The results of a function for a type, by ascending size.
using Series = std::vector<const MemoryResult*>;

/// Those of a survey, in the order in which they were measured.
std::vector<Series> series_of(const MemorySurvey& survey) {
    std::vector<Series> all;
    for (const MemoryResult& result : survey.results) {
        if (all.empty() || name_of(*all.back().front()) != name_of(result)) all.emplace_back();
        all.back().push_back(&result);
    }
    return all;
}

constexpr Unit kGigabytes{"GB/s", [](double rate) { return fixed(rate / 1e9, rate >= 1e11 ? 0 : 1); }};

/// BabelStream's columns.
Columns<MemoryResult> result_columns(const std::string& device) {
    using R = MemoryResult;
    return {{"device", "", [=](auto&) { return device; }},
            {"function", "", [](auto& r) { return name(r.operation); }},
            {"type", "", [](auto& r) { return hg::name(r.type); }},
            {"", "Function", name_of},
            {"vector_bytes", "", &R::size},
            {"moved_bytes", "", &R::bytes},
            {"rate", "", [](auto& r) { return r.rate(); }},
            {"mbytes_per_sec", "MBytes/sec", kFixed<3>, [](auto& r) { return r.rate() / 1e6; }},
            {"min_seconds", "Min (sec)", kFixed<7>, [](auto& r) { return r.times.best; }},
            {"max_seconds", "Max", kFixed<7>, [](auto& r) { return r.times.worst; }},
            {"average_seconds", "Average", kFixed<7>, [](auto& r) { return r.times.mean; }},
            {"", "IQR", kPercent<1>, [](auto& r) { return Samples{r.times.all}.spread(); }},
            {"samples", "", [](auto& r) { return r.times.samples; }},
            {"all_seconds", "", [](auto& r) { return r.times.all; }},
            {"", "a vector", kByteSize, [](auto& r) { return known(r.size); }},
            {"kernel", "", &R::kernel},
            Column<R>::for_plots("KiB of a vector", kPlain,
                                 [](auto& r) { return known(static_cast<double>(r.size) / 1024); }),
            Column<R>::for_plots("bandwidth", kBytesRate, [](auto& r) { return r.rate(); })};
}

ReportTable largest_vectors(const MemoryOfDevice& device) {
    std::vector<MemoryResult> largest;
    for (const Series& series : series_of(device.survey)) largest.push_back(*series.back());
    return table_of(result_columns(device.name), largest).for_people();
}

/// A column a function.
ReportTable rates_by_size(const MemorySurvey& survey, hg::ElementType type) {
    std::vector<ColumnHead> columns{{"", "GB/s, " + std::string(hg::name(type)), kByteSize}};
    std::map<std::int64_t, std::vector<Value>> rows;
    for (const Series& series : series_of(survey)) {
        if (series.front()->type != type || series.front()->size == 0) continue;
        columns.push_back({"", std::string(name(series.front()->operation)), kGigabytes});
        for (const MemoryResult* r : series) {
            std::vector<Value>& row = rows.try_emplace(r->size, std::vector<Value>{r->size}).first->second;
            row.resize(columns.size() - 1, nullptr);
            row.emplace_back(r->rate());
        }
    }
    ReportTable table(columns);
    if (rows.size() < 2) return table;
    for (auto& [size, row] : rows) {
        row.resize(columns.size(), nullptr);
        table.add(row);
    }
    return table;
}

ReportTable plateaus(const MemorySurvey& survey) {
    using Found = std::pair<MemoryResult, Plateau>;
    std::vector<Found> all;
    for (const Series& series : series_of(survey))
        for (const Plateau& plateau : plateaus_of(series)) all.emplace_back(*series.front(), plateau);
    return table_of<Found>(
        {{"function", "", [](auto& f) { return name(f.first.operation); }},
         {"type", "", [](auto& f) { return hg::name(f.first.type); }},
         {"", "T = a + bytes / b", [](auto& f) { return name_of(f.first); }},
         {"from_bytes", "vectors from", kByteSize, [](auto& f) { return f.second.smallest; }},
         {"to_bytes", "to", kByteSize, [](auto& f) { return f.second.largest; }},
         {"latency", "a", kSeconds, [](auto& f) { return f.second.latency; }},
         {"rate", "b, GB/s", kGigabytes, [](auto& f) { return known(f.second.rate); }}},
        all);
}

ReportTable curve(const char* name, const std::vector<MemoryResult>& results) {
    return table_of<MemoryResult>({{"n", "n x n floats, n", [](auto& r) { return order_of(r); }},
                                   {"rate", name, kGigabytes, [](auto& r) { return r.rate(); }}},
                                  results);
}

/// For each device BabelStream's columns at the largest vectors, bandwidths by size, plateaus, SREAD and
/// SMSET; all results in files. On the page, bandwidth over size for each function and type, a line a device.
Report bandwidth_report(const BandwidthRun& run) {
    Report report("hgctl probe memory");
    ReportTable all;
    for (std::size_t d = 0; d < run.devices.size(); ++d) {
        const std::string name =
            (run.devices.size() > 1 ? std::to_string(d) + ": " : "") + run.devices[d].name;
        all.append(table_of(result_columns(name), run.devices[d].survey.results));
    }
    report.plot(all, {.x = "KiB of a vector",
                      .curves = {{"bandwidth"}},
                      .series = {"device"},
                      .each = {"function", "type"},
                      .axes = Axes::logarithmic});
    for (const MemoryOfDevice& device : run.devices) {
        const MemorySurvey& survey = device.survey;
        Report& part = report.item("devices", device.name + ", driver " + device.driver);
        part.fact("name", device.name).fact("driver", device.driver);
        part.fact("memory_rate", known(survey.memory_rate()));
        part.table("results", table_of(result_columns(device.name), survey.results).for_files());
        part.table("", largest_vectors(device));
        for (const hg::ElementType type : {hg::ElementType::f64, hg::ElementType::f32})
            part.table("", rates_by_size(survey, type));
        part.table("plateaus", plateaus(survey));
        part.table("sread", curve("SREAD, GB/s", survey.sread));
        part.table("smset", curve("SMSET, GB/s", survey.smset));
    }
    if (run.host_rate > 0)
        report.line("The host's memory, a copy by all cores: " + bytes_rate_text(run.host_rate));
    if (run.kept_in) report.line("Saved in " + *run.kept_in);
    report.fact("host_memory_rate", known(run.host_rate)).fact("kept_in", run.kept_in);
    report.fact("interrupted", run.interrupted);
    add_comparable(report, {.rows = "devices/*/results",
                            .keys = {"device", "function", "type", "vector_bytes"},
                            .samples = {"all_seconds"}});
    return report;
}

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
        refuse("--sizes: vectors of " + bytes_text(sizes.back()) + "; " + device.listing.info.name +
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

void add_probe_memory(Command& probe) {
    auto options = std::make_shared<MemoryOptions>();
    Command command = probe.subcommand(
        "memory",
        "Bandwidth of a device's memories by size, with plateaus, SREAD and SMSET; the host's memory");
    add_devices_option(command, options->devices);
    command.words("--functions", options->functions, memory_functions(),
                  "Functions to measure (default: all)");
    command.words("--type", options->types, type_words(), "Element types (default: f64,f32)");
    command.option("--sizes", options->sizes,
                   "Vector sizes in bytes, with K, M or G: sizes and doubling ranges such as 4K:1M,300M "
                   "(default: powers of two from 4K to the largest that fit, on CPUs to 256M)");
    options->files.add_options(command, "bandwidths over size, all results");
    command.callback([options] { return run_probe_memory(*options); });
}

}  // namespace hgctl
