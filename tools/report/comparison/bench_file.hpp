#pragma once

#include <string>
#include <utility>
#include <vector>

namespace hgctl {

/// The samples of one row of a report.
struct BenchFileRow {
    std::vector<std::pair<std::string, std::string>> keys;  ///< names and values, which identify it
    std::string time;  ///< which of the row's times these are: "run"; empty if it has one alone
    std::vector<double> seconds;

    /// The value of a key; "" if the row has no such key.
    [[nodiscard]] std::string value(const std::string& key) const;
    [[nodiscard]] bool is_same(const BenchFileRow& other) const {
        return keys == other.keys && time == other.time;
    }
};

/// A report with samples, as a bench's --json writes it. What it does not tell is "".
struct BenchFile {
    std::string path;
    std::string version, commit, date, host;
    std::string devices, drivers;  ///< of those that did the work
    std::vector<BenchFileRow> rows;
};

/// Reads two reports. If one of them does not say how its rows are compared, as reports of former versions do
/// not, what the other one says holds for both (see Comparable). Throws hg::Error{io} if a file can't be
/// read, and {invalid_argument} that says why if one is no report with samples.
std::pair<BenchFile, BenchFile> read_bench_files(const std::string& first, const std::string& second);

}  // namespace hgctl
