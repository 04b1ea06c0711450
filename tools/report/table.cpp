#include "tools/report/table.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

namespace hgctl {

Table::Table(std::vector<std::string> head, std::set<std::size_t> left) : left_(std::move(left)) {
    rows_.push_back(std::move(head));
}

void Table::add(std::vector<std::string> row) {
    row.resize(rows_.front().size());
    rows_.push_back(std::move(row));
}

void Table::print(std::ostream& out) const {
    std::vector<bool> left(rows_.front().size());
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = left_.contains(i);
    print_cells(out, rows_, left);
}

void print_cells(std::ostream& out, const std::vector<std::vector<std::string>>& rows,
                 const std::vector<bool>& left) {
    std::vector<std::size_t> widths(rows.front().size(), 0);
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string space(widths[i] - row[i].size(), ' ');
            line += i == 0 ? "" : "  ";
            line += left[i] ? row[i] + space : space + row[i];
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out << line << '\n';
    }
}

}  // namespace hgctl
