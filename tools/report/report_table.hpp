#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tools/report/json.hpp"
#include "tools/report/quantity.hpp"

namespace hgctl {

/// How the numbers of a column are read: by people, and by programs.
struct Unit {
    const char* name = "";                         ///< of the numbers in files: "GFLOP/s"
    std::string (*text)(double number) = nullptr;  ///< for people; null: the number itself
    double scale = 1;                              ///< what files hold, times this, is the number
};

inline constexpr Unit kPlain{};
inline constexpr Unit kSeconds{"seconds", seconds_text};
inline constexpr Unit kByteSize{"bytes", bytes_text};
inline constexpr Unit kFlopsRate{"GFLOP/s", flops_rate_text, 1e9};
inline constexpr Unit kBytesRate{"GB/s", bytes_rate_text, 1e9};
inline constexpr Unit kRough{"", rough};
/// "12.35"
template <int Decimals>
inline constexpr Unit kFixed{"", [](double number) { return fixed(number, Decimals); }};
/// Of shares: 0.875 as "87.5 %".
template <int Decimals>
inline constexpr Unit kPercent{"", [](double share) { return fixed(100 * share, Decimals) + " %"; }};

/// What a row has in a column.
struct Value {
    // Not explicit: columns return plain values.
    // NOLINTBEGIN(google-explicit-constructor)
    template <class T>
    requires std::constructible_from<Json, const T&> Value(const T& value) : json(value) {}
    // NOLINTEND(google-explicit-constructor)
    /// The same, but people read `shown`.
    template <class T>
    Value(const T& value, std::string shown) : json(value), text(std::move(shown)) {}

    Json json;
    std::string text;        ///< in place of what the unit makes of it, if it is not empty
    bool is_absent = false;  ///< JSON has no such member in this row

    static Value absent() {
        Value none(nullptr);
        none.is_absent = true;
        return none;
    }
};

/// What is above zero; null otherwise, as figures are that are not known.
template <class T>
Value known(const T& number) {
    return number > T{0} ? Value(number) : Value(nullptr);
}

/// A column, declared once for text, JSON, CSV and the page.
struct ColumnHead {
    std::string
        key;  ///< in JSON and CSV; "seconds/total" is a member of a member. Empty: people alone read it
    std::string title;  ///< in text and page. Empty: programs alone read it
    Unit unit = {};
    bool in_files = true;  ///< else only plots take it
};

/// Rows of values in named columns.
class ReportTable {
  public:
    ReportTable() = default;
    explicit ReportTable(std::vector<ColumnHead> columns) : columns_(std::move(columns)) {}

    /// The same rows without titles, and without keys.
    [[nodiscard]] ReportTable for_files() const;
    [[nodiscard]] ReportTable for_people() const;

    /// A value for each column.
    void add(std::vector<Value> row) { rows_.push_back(std::move(row)); }
    /// The rows of a table with the same columns, which this has too if it has none.
    void append(const ReportTable& other);

    [[nodiscard]] const std::vector<ColumnHead>& columns() const noexcept { return columns_; }
    [[nodiscard]] const std::vector<std::vector<Value>>& rows() const noexcept { return rows_; }
    /// The place of the column with this key. Throws std::out_of_range if there is none.
    [[nodiscard]] std::size_t column(const std::string& key) const;
    [[nodiscard]] const Value& at(std::size_t row, const std::string& key) const {
        return rows_[row][column(key)];
    }
    /// As people read it; "-" if there is none.
    [[nodiscard]] std::string text(std::size_t row, std::size_t column) const;
    /// What files hold; NaN if it is no number.
    [[nodiscard]] double number(std::size_t row, std::size_t column) const;

    /// The columns that have titles: their rows, the titles first, and whether each is aligned to the left.
    struct Cells {
        std::vector<std::vector<std::string>> rows;
        std::vector<bool> left;
    };
    [[nodiscard]] Cells cells() const;
    /// A list of objects. An object of "a/b" whose members are all null is null.
    [[nodiscard]] Json json() const;
    /// A line of keys.
    [[nodiscard]] std::string csv_head() const;
    /// A line for each row.
    [[nodiscard]] std::string csv_rows() const;

  private:
    std::vector<ColumnHead> columns_;
    std::vector<std::vector<Value>> rows_;
};

/// A column of records: where its value comes from, too.
template <class Record>
struct Column : ColumnHead {
    using Get = std::function<Value(const Record&)>;

    Column(std::string name, std::string heading, Get get)
        : Column(std::move(name), std::move(heading), kPlain, std::move(get)) {}
    Column(std::string name, std::string heading, Unit of, Get get)
        : ColumnHead{std::move(name), std::move(heading), of}, value(std::move(get)) {}

    /// One that only plots take.
    static Column for_plots(std::string name, Unit of, Get get) {
        Column column(std::move(name), "", of, std::move(get));
        column.in_files = false;
        return column;
    }

    Get value;
};

template <class Record>
using Columns = std::vector<Column<Record>>;

/// Adds the columns of a part of the records, an object `key` in JSON. `part_of` gives it, as an optional or
/// a pointer; where there is none, all its figures are null, and people read `none` in the first column.
template <class Record, class Part, class PartOf>
void add_part(Columns<Record>& columns, const std::string& key, const Columns<Part>& parts, PartOf part_of,
              const std::string& none = "") {
    for (const Column<Part>& column : parts)
        columns.push_back(
            {column.key.empty() ? "" : key + "/" + column.key, column.title, column.unit,
             [=, get = column.value, shown = &column == &parts.front() ? none : ""](auto& record) {
                 const auto part = part_of(record);
                 return part ? get(*part) : Value(nullptr, shown);
             }});
}

/// A row for each record.
template <class Record, class Records>
ReportTable table_of(const Columns<Record>& columns, const Records& records) {
    ReportTable table({columns.begin(), columns.end()});
    for (const Record& record : records) {
        std::vector<Value> row;
        for (const Column<Record>& column : columns) row.push_back(column.value(record));
        table.add(std::move(row));
    }
    return table;
}

}  // namespace hgctl
