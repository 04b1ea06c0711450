#include "tools/hgctl/probe/bandwidth_report.hpp"

#include <algorithm>
#include <ostream>
#include <set>
#include <sstream>
#include <utility>

#include "tools/report/quantity.hpp"
#include "tools/report/table.hpp"

namespace hgctl {
namespace {

using hg::kernels::MemoryResult;
using hg::kernels::MemorySurvey;
using hg::kernels::Plateau;

constexpr const char* kCsvHead =
    "device,function,type,vector_bytes,moved_bytes,mbytes_per_sec,min_seconds,max_seconds,average_seconds,"
    "samples,kernel\n";

std::string megabytes(double rate) {
    return fixed(rate / 1e6, 3);
}

std::string gigabytes(double rate) {
    return fixed(rate / 1e9, rate >= 1e11 ? 0 : 1);
}

/// BabelStream's columns.
void print_largest(std::ostream& out, const MemoryOfDevice& device) {
    Table table({"Function", "MBytes/sec", "Min (sec)", "Max", "Average", "a vector"});
    for (const MemorySeries& series : series_of(device.survey)) {
        const MemoryResult& r = *series.results.back();
        table.add({series.text(), megabytes(r.rate()), fixed(r.times.best, 7), fixed(r.times.worst, 7),
                   fixed(r.times.mean, 7), r.size > 0 ? bytes_text(r.size) : "-"});
    }
    table.print(out);
}

/// A column a function.
void print_sizes(std::ostream& out, const MemorySurvey& survey, hg::ElementType type) {
    std::vector<MemorySeries> columns = series_of(survey);
    std::erase_if(columns,
                  [&](const MemorySeries& s) { return s.type != type || s.results.front()->size == 0; });
    std::set<std::int64_t> sizes;
    std::vector<std::string> head{"GB/s, " + std::string(hg::name(type))};
    for (const MemorySeries& column : columns) {
        head.push_back(column.function);
        for (const MemoryResult* r : column.results) sizes.insert(r->size);
    }
    if (sizes.size() < 2) return;
    Table table(std::move(head));
    for (const std::int64_t size : sizes) {
        std::vector<std::string> row{bytes_text(size)};
        for (const MemorySeries& column : columns) {
            const auto found = std::ranges::find(column.results, size, &MemoryResult::size);
            row.push_back(found == column.results.end() ? "-" : gigabytes((*found)->rate()));
        }
        table.add(std::move(row));
    }
    out << '\n';
    table.print(out);
}

void print_plateaus(std::ostream& out, const MemorySurvey& survey) {
    Table table({"T = a + bytes / b", "vectors from", "to", "a", "b, GB/s"});
    bool any = false;
    for (const MemorySeries& series : series_of(survey))
        for (const Plateau& p : plateaus_of(series.results)) {
            table.add({series.text(), bytes_text(p.smallest), bytes_text(p.largest), seconds_text(p.latency),
                       p.rate > 0 ? gigabytes(p.rate) : "-"});
            any = true;
        }
    if (!any) return;
    out << '\n';
    table.print(out);
}

void print_curves(std::ostream& out, const MemorySurvey& survey) {
    if (survey.sread.empty() && survey.smset.empty()) return;
    const std::size_t rows = std::max(survey.sread.size(), survey.smset.size());
    const auto& longest = survey.sread.size() == rows ? survey.sread : survey.smset;
    const auto rate = [](const std::vector<MemoryResult>& curve, std::size_t i) {
        return i < curve.size() ? gigabytes(curve[i].rate()) : "-";
    };
    Table table({"n x n floats, n", "SREAD, GB/s", "SMSET, GB/s"});
    for (std::size_t i = 0; i < rows; ++i)
        table.add({std::to_string(order_of(longest[i])), rate(survey.sread, i), rate(survey.smset, i)});
    out << '\n';
    table.print(out);
}

std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

std::string number(double value) {
    std::ostringstream text;
    text.precision(9);
    text << value;
    return text.str();
}

Json result_json(const MemoryResult& r) {
    return {{"function", r.function},
            {"type", hg::name(r.type)},
            {"vector_bytes", r.size},
            {"moved_bytes", r.bytes},
            {"rate", r.rate()},
            {"min_seconds", r.times.best},
            {"max_seconds", r.times.worst},
            {"average_seconds", r.times.mean},
            {"samples", r.times.samples},
            {"kernel", r.kernel}};
}

Json curve_json(const std::vector<MemoryResult>& curve) {
    Json list = Json::array();
    for (const MemoryResult& r : curve) list.push_back({{"n", order_of(r)}, {"rate", r.rate()}});
    return list;
}

Json plateaus_json(const MemorySurvey& survey) {
    Json list = Json::array();
    for (const MemorySeries& series : series_of(survey))
        for (const Plateau& p : plateaus_of(series.results))
            list.push_back({{"function", series.function},
                            {"type", hg::name(series.type)},
                            {"from_bytes", p.smallest},
                            {"to_bytes", p.largest},
                            {"latency", p.latency},
                            {"rate", p.rate > 0 ? Json(p.rate) : Json()}});
    return list;
}

}  // namespace

std::vector<MemorySeries> series_of(const MemorySurvey& survey) {
    std::vector<MemorySeries> all;
    for (const MemoryResult& r : survey.results) {
        if (all.empty() || all.back().function != r.function || all.back().type != r.type)
            all.push_back({r.function, r.type, {}});
        all.back().results.push_back(&r);
    }
    return all;
}

void print_memory(std::ostream& out, const BandwidthRun& run) {
    for (const MemoryOfDevice& device : run.devices) {
        out << device.name << ", driver " << device.driver << "\n\n";
        print_largest(out, device);
        for (const hg::ElementType type : {hg::ElementType::f64, hg::ElementType::f32})
            print_sizes(out, device.survey, type);
        print_plateaus(out, device.survey);
        print_curves(out, device.survey);
        out << '\n';
    }
    if (run.host_rate > 0)
        out << "The host's memory, a copy by all cores: " << bytes_rate_text(run.host_rate) << '\n';
    if (run.kept_in) out << "Kept in " << *run.kept_in << '\n';
}

std::string memory_csv(const BandwidthRun& run) {
    std::string text = kCsvHead;
    for (const MemoryOfDevice& device : run.devices)
        for (const MemoryResult& r : device.survey.results)
            text += csv_field(device.name) + ',' + r.function + ',' + std::string(hg::name(r.type)) + ',' +
                    std::to_string(r.size) + ',' + fixed(r.bytes, 0) + ',' + megabytes(r.rate()) + ',' +
                    number(r.times.best) + ',' + number(r.times.worst) + ',' + number(r.times.mean) + ',' +
                    std::to_string(r.times.samples) + ',' + r.kernel + '\n';
    return text;
}

Json bandwidth_json(const BandwidthRun& run) {
    Json devices = Json::array();
    for (const MemoryOfDevice& device : run.devices) {
        Json results = Json::array();
        for (const MemoryResult& r : device.survey.results) results.push_back(result_json(r));
        const double rate = device.survey.memory_rate();
        devices.push_back({{"name", device.name},
                           {"driver", device.driver},
                           {"memory_rate", rate > 0 ? Json(rate) : Json()},
                           {"results", results},
                           {"plateaus", plateaus_json(device.survey)},
                           {"sread", curve_json(device.survey.sread)},
                           {"smset", curve_json(device.survey.smset)}});
    }
    return {{"devices", devices},
            {"host_memory_rate", run.host_rate > 0 ? Json(run.host_rate) : Json()},
            {"kept_in", run.kept_in ? Json(*run.kept_in) : Json()},
            {"interrupted", run.interrupted}};
}

}  // namespace hgctl
