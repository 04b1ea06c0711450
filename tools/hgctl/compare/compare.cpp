// hgctl compare: what changed between two runs of a bench.
#include <algorithm>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/cli/share.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/compare/row_change.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/report_files.hpp"

namespace hgctl {
namespace {

struct CompareOptions {
    std::string first, second, limit;
    ReportFiles files;

    void add_options(Command& command) {
        command.option("A", first, "A report that a bench wrote with --json").value_name("").required();
        command.option("B", second, "The report to compare with it").value_name("").required();
        command
            .option("--limit", limit,
                    "Exit with status 1 if a row of B takes longer than in A by more than this, in per cent")
            .value_name("PERCENT");
        files.add_options(command);
    }
};

/// The names of all keys, in the order of the rows.
std::vector<std::string> keys_of(const BenchComparison& comparison) {
    std::vector<std::string> keys;
    for (const RowChange& change : comparison.changes)
        for (const auto& [key, value] : change.first->keys)
            if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
    return keys;
}

bool differs(const BenchComparison& comparison, const std::string& key) {
    return std::ranges::any_of(comparison.changes, [&](const RowChange& change) {
        return change.first->value(key) != comparison.changes.front().first->value(key);
    });
}

/// One of the two runs of a row.
Columns<RowChange> run_columns(const std::string& key, const std::string& title, Samples RowChange::*run) {
    return {{key + "/median_seconds", title, kSeconds, [=](auto& c) { return (c.*run).median(); }},
            {"", "IQR", kPercent<1>, [=](auto& c) { return (c.*run).spread(); }},
            {key + "/quartiles_seconds", "", [=](auto& c) { return (c.*run).quartiles(); }},
            {key + "/runs", "", [=](auto& c) { return (c.*run).seconds.size(); }}};
}

/// "+3.4 %"
std::string change_text(double change) {
    return (change > 0 ? "+" : "") + fixed(100 * change, 1) + " %";
}

/// Keys that all rows share are in files alone, but for the first one.
ReportTable change_table(const BenchComparison& comparison) {
    Columns<RowChange> columns;
    for (const std::string& key : keys_of(comparison)) {
        const bool is_shown = columns.empty() || differs(comparison, key);
        columns.push_back(
            {key, is_shown ? key : "", [key](auto& change) { return change.first->value(key); }});
    }
    const bool has_times =
        std::ranges::any_of(comparison.changes, [](const RowChange& c) { return !c.first->time.empty(); });
    columns.push_back({"time", has_times ? "time" : "", [](auto& change) { return change.first->time; }});
    for (const auto& run :
         {run_columns("a", "A", &RowChange::before), run_columns("b", "B", &RowChange::after)})
        columns.insert(columns.end(), run.begin(), run.end());
    columns.insert(columns.end(),
                   {{"change_percent", "change",
                     [](auto& change) { return Value(100 * change.change, change_text(change.change)); }},
                    {"p", "p", kRough, &RowChange::p},
                    {"verdict", "verdict", [](auto& change) { return name(change.verdict); }}});
    return table_of(columns, comparison.changes);
}

/// "routine dgemm, n 512, time run"
std::string text_of(const BenchFileRow& row) {
    std::string text;
    for (const auto& [key, value] : row.keys)
        if (!value.empty()) text.append(text.empty() ? "" : ", ").append(key).append(" ").append(value);
    return row.time.empty() ? text : text + ", time " + row.time;
}

void add_unmatched(Report& report, const std::string& key, const std::string& path,
                   const std::vector<const BenchFileRow*>& rows) {
    std::vector<std::string> texts;
    for (const BenchFileRow* const row : rows) texts.push_back(text_of(*row));
    for (const std::string& text : texts) report.line("only in " + path + ": " + text);
    report.fact(key, texts);
}

std::size_t count_of(const BenchComparison& comparison, RowVerdict verdict) {
    return static_cast<std::size_t>(std::ranges::count(comparison.changes, verdict, &RowChange::verdict));
}

std::string source_text(const BenchFile& file) {
    return file.path + ", hg " + file.version + (file.commit.empty() ? "" : ", commit " + file.commit) +
           ", " + file.date + ", on " + file.host;
}

void add_source(Report& report, const std::string& key, const BenchFile& file) {
    report.fact(key + "/path", file.path).fact(key + "/version", file.version);
    report.fact(key + "/commit", file.commit).fact(key + "/date", file.date);
    report.fact(key + "/host", file.host).fact(key + "/devices", file.devices);
    report.fact(key + "/drivers", file.drivers);
}

void add_summary(Report& report, const BenchComparison& comparison, std::optional<double> limit) {
    std::string text;
    for (const RowVerdict verdict :
         {RowVerdict::faster, RowVerdict::slower, RowVerdict::same, RowVerdict::too_few_runs}) {
        const std::size_t count = count_of(comparison, verdict);
        std::string key(name(verdict));
        std::ranges::replace(key, ' ', '_');
        report.fact("summary/" + key, count);
        if (count > 0 || verdict != RowVerdict::too_few_runs)
            text.append(text.empty() ? "" : ", ")
                .append(std::to_string(count))
                .append(" ")
                .append(name(verdict));
    }
    report.line(text);
    report.fact("limit_percent", limit ? Json(100 * *limit) : Json());
    if (!limit) return;
    const auto beyond = std::ranges::count_if(
        comparison.changes, [&](const RowChange& change) { return change.is_beyond(*limit); });
    report.fact("summary/beyond_limit", beyond);
    report.line(std::to_string(beyond) + " slower by more than " + fixed(100 * *limit, 1) + " %");
}

Report compare_report(const BenchFile& first, const BenchFile& second, const BenchComparison& comparison,
                      std::optional<double> limit) {
    Report report("hgctl compare");
    report.row("A", source_text(first)).row("B", source_text(second));
    add_source(report, "a", first);
    add_source(report, "b", second);
    report.table("rows", change_table(comparison), "All rows");
    add_unmatched(report, "only_a", first.path, comparison.only_first);
    add_unmatched(report, "only_b", second.path, comparison.only_second);
    add_summary(report, comparison, limit);
    report.line(
        "A and B: median times; IQR: the interquartile range in per cent of the median. A row is faster or "
        "slower\nif the rank-sum test of its times has p < 0.05; otherwise it is the same within the "
        "spread.");
    return report;
}

void warn_of_differences(const BenchFile& first, const BenchFile& second) {
    const auto warn = [&](const char* what, const std::string& one, const std::string& other) {
        if (one == other) return;
        std::cerr << "warning: " << what << " differ: " << first.path << " has '" << one << "', "
                  << second.path << " has '" << other << "'\n";
    };
    warn("hosts", first.host, second.host);
    warn("devices", first.devices, second.devices);
    warn("drivers", first.drivers, second.drivers);
}

/// Good unless a row is slower by more than the limit.
int run_compare(const CompareOptions& options) {
    options.files.check({}, {{"A", options.first}, {"B", options.second}});
    const std::optional<double> limit = parse_share(options.limit, "--limit");
    const std::pair files = read_bench_files(options.first, options.second);
    const BenchFile &first = files.first, &second = files.second;
    const BenchComparison comparison = compared(first, second);
    if (comparison.changes.empty())
        refuse(first.path + " and " + second.path + " have no row in common: " + first.path + " has " +
               text_of(first.rows.front()) + "; " + second.path + " has " + text_of(second.rows.front()));
    warn_of_differences(first, second);
    options.files.write(compare_report(first, second, comparison, limit));
    const bool is_beyond = limit && std::ranges::any_of(comparison.changes, [&](const RowChange& change) {
                               return change.is_beyond(*limit);
                           });
    return is_beyond ? kCheckFailed : kGood;
}

}  // namespace

void add_compare(Command& app) {
    add_verb(app, "compare", "Compare two runs of a bench row by row, from their JSON reports", run_compare);
}

}  // namespace hgctl
