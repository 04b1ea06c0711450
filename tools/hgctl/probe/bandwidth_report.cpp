#include "tools/hgctl/probe/bandwidth_report.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace hgctl {
namespace {

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
            {"samples", "", [](auto& r) { return r.times.samples; }},
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

}  // namespace

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
    if (run.kept_in) report.line("Kept in " + *run.kept_in);
    report.fact("host_memory_rate", known(run.host_rate)).fact("kept_in", run.kept_in);
    report.fact("interrupted", run.interrupted);
    return report;
}

}  // namespace hgctl
