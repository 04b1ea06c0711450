#include "sparse/files/market_header.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "sparse/files/line_reader.hpp"
#include "sparse/files/market_text.hpp"
#include "sparse/matrix/check_csr.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::sparse {
namespace {

constexpr std::array<std::pair<std::string_view, bool>, 2> kFormats{{{"coordinate", false}, {"array", true}}};
constexpr std::array<std::pair<std::string_view, MarketField>, 5> kFields{
    {{"real", MarketField::real},
     {"integer", MarketField::integer},
     {"unsigned-integer", MarketField::unsigned_integer},
     {"complex", MarketField::complex},
     {"pattern", MarketField::pattern}}};
constexpr std::array<std::pair<std::string_view, MarketSymmetry>, 4> kSymmetries{
    {{"general", MarketSymmetry::general},
     {"symmetric", MarketSymmetry::symmetric},
     {"skew-symmetric", MarketSymmetry::skew_symmetric},
     {"hermitian", MarketSymmetry::hermitian}}};

std::string lower_case(std::string_view word) {
    std::string lower(word);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

/// What a word of the first line stands for.
template <class Table>
auto meaning(const std::string& path, const char* what, const Table& table, std::string_view word) {
    const std::string lower = lower_case(word);
    for (const auto& [name, value] : table)
        if (lower == name) return value;
    std::string names;
    for (const auto& [name, value] : table) names += (names.empty() ? "" : ", ") + std::string(name);
    constexpr std::size_t kShown = 40;  // of what may be no text at all
    refuse_line(path, 1,
                std::string(what) + " '" + std::string(word.substr(0, kShown)) + "' is not one of " + names);
}

void read_first_line(const std::string& path, std::string_view line, MarketInfo& info) {
    LineReader words(line);
    if (const std::string banner = lower_case(words.word());
        banner != "%%matrixmarket" && banner != "%matrixmarket")
        refuse_line(path, 1, "not a Matrix Market file: it does not begin with %%MatrixMarket");
    if (const std::string_view object = words.word(); lower_case(object) != "matrix")
        refuse_line(path, 1, "holds a '" + std::string(object.substr(0, 40)) + "'; a matrix is needed");
    info.is_array = meaning(path, "format", kFormats, words.word());
    info.field = meaning(path, "field", kFields, words.word());
    info.symmetry = meaning(path, "symmetry", kSymmetries, words.word());
    if (!words.ended()) refuse_line(path, 1, "unexpected text after the symmetry");
    if (info.is_array && info.field == MarketField::pattern)
        refuse_line(path, 1, "an array of a pattern has no elements; coordinate is needed");
    if (info.symmetry == MarketSymmetry::hermitian && info.field != MarketField::complex)
        refuse_line(path, 1, "a hermitian matrix has complex elements");
    if (info.symmetry == MarketSymmetry::skew_symmetric && info.field == MarketField::pattern)
        refuse_line(path, 1, "a pattern is general or symmetric");
}

/// What compressed files begin with, and the command that writes one decompressed.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kCompressed{
    {{"\x1f\x8b", "zcat"},
     {"BZh", "bzcat"},
     {"\3757zXZ", "xzcat"},
     {"\x28\xb5\x2f\xfd", "zstdcat"},
     {"PK\x03\x04", "unzip -p"}}};

void refuse_compressed(const std::string& path, std::string_view text) {
    for (const auto& [begin, command] : kCompressed)
        if (text.starts_with(begin))
            refuse_line(
                path, 0,
                "is compressed; decompress it first: " + std::string(command) + " " + path + " > FILE.mtx");
}

/// Elements that the file of an array must have.
std::int64_t elements_of_array(const std::string& path, std::int64_t line, const MarketInfo& info) {
    if (info.cols > 0 && info.rows > std::numeric_limits<std::int64_t>::max() / 2 / info.cols)
        refuse_line(path, line, "an array of so many rows and columns is too large");
    if (info.symmetry == MarketSymmetry::general) return info.rows * info.cols;
    const std::int64_t all = info.rows * info.rows;
    return info.symmetry == MarketSymmetry::skew_symmetric ? (all - info.rows) / 2 : (all + info.rows) / 2;
}

void read_sizes(const std::string& path, std::int64_t number, std::string_view line, MarketInfo& info) {
    LineReader words(line);
    const auto read = [&](std::int64_t& value) {
        if (words.number(value) != ReadNumber::good || value < 0 || value > kMostRows)
            refuse_line(path, number,
                        std::string(info.is_array ? "rows and columns" : "rows, columns and elements") +
                            " are needed, whole numbers from 0 to " + std::to_string(kMostRows));
    };
    read(info.rows);
    read(info.cols);
    if (!info.is_array) read(info.entries);
    if (!words.ended()) refuse_line(path, number, "unexpected text after the sizes");
    if (info.symmetry != MarketSymmetry::general && info.rows != info.cols)
        refuse_line(path, number,
                    "a symmetric matrix has as many rows as columns; this one has " +
                        std::to_string(info.rows) + " and " + std::to_string(info.cols));
    if (info.is_array) info.entries = elements_of_array(path, number, info);
    if (info.rows > most_rows(info.entries))
        refuse_line(path, number,
                    "there are " + std::to_string(info.rows) + " rows; " + rows_needed(info.entries));
}

}  // namespace

void refuse_line(const std::string& path, std::int64_t line, const std::string& why) {
    ErrorContext context;
    context.file = path;
    context.line = static_cast<int>(std::min<std::int64_t>(line, std::numeric_limits<int>::max()));
    throw Error(ErrorCode::io, why, std::move(context));
}

MarketHeader market_header(const std::string& path, std::string_view text) {
    refuse_compressed(path, text);
    MarketHeader header;
    for (std::int64_t number = 1; header.body < text.size(); ++number) {
        const std::size_t end = std::min(text.find('\n', header.body), text.size());
        const std::string_view line = text.substr(header.body, end - header.body);
        header.body = std::min(end + 1, text.size());
        header.body_line = number + 1;
        if (number == 1) {
            read_first_line(path, line, header.info);
        } else if (has_entry(line)) {
            read_sizes(path, number, line, header.info);
            return header;
        }
    }
    refuse_line(path, 0, text.empty() ? "is empty" : "ends before the line of its sizes");
}

}  // namespace hg::sparse
