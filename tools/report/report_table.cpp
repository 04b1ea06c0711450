#include "tools/report/report_table.hpp"

#include <algorithm>
#include <stdexcept>

namespace hgctl {
namespace {

/// A field of CSV, in quotes if it needs them.
std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

bool is_written(const ColumnHead& column) {
    return column.in_files && !column.key.empty();
}

/// What files hold.
Json stored(const ColumnHead& column, const Value& value) {
    if (column.unit.scale == 1 || value.json.is_null()) return value.json;
    return value.json.number() / column.unit.scale;
}

}  // namespace

void ReportTable::append(const ReportTable& other) {
    if (columns_.empty()) columns_ = other.columns_;
    rows_.insert(rows_.end(), other.rows_.begin(), other.rows_.end());
}

ReportTable ReportTable::for_files() const {
    ReportTable table(*this);
    for (ColumnHead& column : table.columns_) column.title.clear();
    return table;
}

ReportTable ReportTable::for_people() const {
    ReportTable table(*this);
    for (ColumnHead& column : table.columns_) column.key.clear();
    return table;
}

std::size_t ReportTable::column(const std::string& key) const {
    const auto found = std::ranges::find(columns_, key, &ColumnHead::key);
    if (found == columns_.end()) throw std::out_of_range("no column " + key);
    return static_cast<std::size_t>(found - columns_.begin());
}

std::string ReportTable::text(std::size_t row, std::size_t column) const {
    const Value& value = rows_[row][column];
    const Unit& unit = columns_[column].unit;
    if (!value.text.empty()) return value.text;
    if (value.json.is_null()) return "-";
    return unit.text != nullptr && !value.json.is_text() ? unit.text(value.json.number())
                                                         : value.json.plain();
}

double ReportTable::number(std::size_t row, std::size_t column) const {
    return rows_[row][column].json.number() / columns_[column].unit.scale;
}

ReportTable::Cells ReportTable::cells() const {
    Cells cells;
    cells.rows.resize(rows_.size() + 1);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        if (columns_[c].title.empty()) continue;
        cells.rows.front().push_back(columns_[c].title);
        for (std::size_t r = 0; r < rows_.size(); ++r) cells.rows[r + 1].push_back(text(r, c));
        cells.left.push_back(columns_[c].unit.text == nullptr &&
                             std::ranges::all_of(rows_, [&](const std::vector<Value>& row) {
                                 return row[c].json.is_text() ||
                                        (row[c].json.is_null() && row[c].text.empty());
                             }));
    }
    return cells;
}

Json ReportTable::json() const {
    Json list = Json::array();
    for (const std::vector<Value>& row : rows_) {
        Json object = Json::object();
        for (std::size_t c = 0; c < columns_.size(); ++c)
            if (is_written(columns_[c]) && !row[c].is_absent)
                object.place(columns_[c].key, stored(columns_[c], row[c]));
        for (std::size_t c = 0; c < columns_.size(); ++c)
            if (const std::size_t end = columns_[c].key.rfind('/');
                end != std::string::npos && is_written(columns_[c]) && !row[c].is_absent)
                object.collapse(columns_[c].key.substr(0, end));
        list.push_back(object);
    }
    return list;
}

std::string ReportTable::csv_head() const {
    std::string line;
    for (const ColumnHead& column : columns_) {
        if (!is_written(column)) continue;
        std::string key = column.key;
        std::ranges::replace(key, '/', '.');
        line.append(line.empty() ? "" : ",").append(csv_field(key));
    }
    return line + '\n';
}

std::string ReportTable::csv_rows() const {
    std::string text;
    for (const std::vector<Value>& row : rows_) {
        std::string line;
        bool is_first = true;
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            if (!is_written(columns_[c])) continue;
            line.append(is_first ? "" : ",").append(csv_field(stored(columns_[c], row[c]).plain()));
            is_first = false;
        }
        text += line + '\n';
    }
    return text;
}

}  // namespace hgctl
