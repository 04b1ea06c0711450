#include "tools/report/comparison/bench_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <sstream>

#include "runtime/files/read_file.hpp"
#include "tools/cli/command_line.hpp"

namespace hgctl {
namespace {

using Parsed = nlohmann::ordered_json;

[[noreturn]] void refuse_file(const std::string& path, const std::string& reason) {
    refuse(path + ": is not a report with samples that 'hgctl bench ... --json FILE' wrote: " + reason);
}

/// A member of members, "seconds/total"; null if there is none.
Parsed member(const Parsed& json, const std::string& path) {
    const Parsed* found = &json;
    std::istringstream names(path);
    for (std::string name; std::getline(names, name, '/');) {
        const auto next = found->is_object() ? found->find(name) : found->end();
        if (next == found->end()) return {};
        found = &*next;
    }
    return *found;
}

std::string text_of(const Parsed& json) {
    if (json.is_null()) return "";
    if (json.is_string()) return json.get<std::string>();
    return json.dump(-1, ' ', false, Parsed::error_handler_t::replace);
}

std::vector<std::string> texts_of(const Parsed& json) {
    std::vector<std::string> texts;
    for (const Parsed& element : json.is_array() ? json : Parsed::array({json}))
        if (std::string text = text_of(element); !text.empty()) texts.push_back(std::move(text));
    return texts;
}

/// The texts of members, and of a member of each device, with commas between them.
std::string of_devices(const Parsed& report, const std::vector<std::string>& members,
                       const std::string& of_device) {
    std::vector<std::string> all;
    const auto add = [&all](const Parsed& json) {
        for (std::string& text : texts_of(json)) all.push_back(std::move(text));
    };
    for (const std::string& name : members) {
        const Parsed list = member(report, name);
        if (!list.is_array() || list.empty() || !list.front().is_object()) add(list);
    }
    const Parsed devices = member(report, "devices");
    if (devices.is_array())
        for (const Parsed& device : devices) add(member(device, of_device));
    std::string text;
    for (const std::string& one : all) text.append(text.empty() ? "" : ", ").append(one);
    return text;
}

/// The rows of a table, with those of all items if the path has a star.
std::vector<Parsed> rows_at(const Parsed& report, const std::string& path) {
    if (path.empty()) return {report};
    const std::size_t star = path.find("/*/");
    const Parsed list = member(report, path.substr(0, star));
    std::vector<Parsed> rows;
    if (!list.is_array()) return rows;
    for (const Parsed& element : list) {
        if (star == std::string::npos) {
            rows.push_back(element);
        } else {
            const Parsed inner = member(element, path.substr(star + 3));
            if (inner.is_array()) rows.insert(rows.end(), inner.begin(), inner.end());
        }
    }
    return rows;
}

/// Empty if one of them is no time.
std::vector<double> seconds_of(const Parsed& list) {
    std::vector<double> seconds;
    if (!list.is_array()) return seconds;
    for (const Parsed& element : list) {
        if (!element.is_number()) return {};
        seconds.push_back(element.get<double>());
        if (!(seconds.back() >= 0) || !std::isfinite(seconds.back())) return {};
    }
    return seconds;
}

/// Finds the samples of the report's rows. `comparison` is a Comparable as JSON.
void add_rows(BenchFile& file, const Parsed& report, const Parsed& comparison) {
    const std::vector<std::string> keys = texts_of(member(comparison, "keys"));
    const std::vector<std::string> samples = texts_of(member(comparison, "samples"));
    for (const Parsed& row : rows_at(report, text_of(member(comparison, "rows"))))
        for (const std::string& name : samples) {
            BenchFileRow read{.keys = {}, .time = {}, .seconds = seconds_of(member(row, name))};
            if (read.seconds.empty()) continue;  // left out, or lost
            if (samples.size() > 1) read.time = name.substr(name.rfind('/') + 1);
            for (const std::string& key : keys) {
                const Parsed value = member(row, key);
                read.keys.emplace_back(key, text_of(value.is_null() ? member(report, key) : value));
            }
            file.rows.push_back(std::move(read));
        }
    if (file.rows.empty()) refuse_file(file.path, "no row has samples");
}

Parsed read_report(const std::string& path) {
    Parsed report = Parsed::parse(hg::read_existing_file(path), nullptr, false);
    if (report.is_discarded()) refuse_file(path, "it is not JSON");
    if (member(report, "hg").is_null()) refuse_file(path, "it does not say which hg wrote it");
    return report;
}

BenchFile bench_file(const std::string& path, const Parsed& report, const Parsed& other) {
    Parsed comparison = member(report, "comparison");
    if (comparison.is_null()) comparison = member(other, "comparison");
    if (comparison.is_null()) refuse_file(path, "it has no member 'comparison'");
    BenchFile file{.path = path,
                   .version = text_of(member(report, "hg/version")),
                   .commit = text_of(member(report, "hg/commit")),
                   .date = text_of(member(report, "date")),
                   .host = text_of(member(report, "host")),
                   .devices = of_devices(report, {"device", "devices"}, "name"),
                   .drivers = of_devices(report, {"driver", "drivers"}, "driver"),
                   .rows = {}};
    add_rows(file, report, comparison);
    return file;
}

}  // namespace

std::string BenchFileRow::value(const std::string& key) const {
    const auto found = std::ranges::find(keys, key, &std::pair<std::string, std::string>::first);
    return found == keys.end() ? "" : found->second;
}

std::pair<BenchFile, BenchFile> read_bench_files(const std::string& first, const std::string& second) {
    const Parsed one = read_report(first), other = read_report(second);
    return {bench_file(first, one, other), bench_file(second, other, one)};
}

}  // namespace hgctl
