#pragma once

#include <cstddef>
#include <iosfwd>
#include <set>
#include <string>
#include <vector>

namespace hgctl {

/// Lines of text in aligned columns.
class Table {
  public:
    /// Columns whose position stands in `left` are aligned to the left, all others to the right.
    explicit Table(std::vector<std::string> head, std::set<std::size_t> left = {0});

    /// Throws nothing; a row shorter than the head is filled with empty cells.
    void add(std::vector<std::string> row);
    void print(std::ostream& out) const;

  private:
    std::vector<std::vector<std::string>> rows_;
    std::set<std::size_t> left_;
};

/// Prints rows in aligned columns, those whose place in `left` holds to the left.
void print_cells(std::ostream& out, const std::vector<std::vector<std::string>>& rows,
                 const std::vector<bool>& left);

}  // namespace hgctl
