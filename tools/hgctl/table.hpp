#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace hgctl {

/// Lines of text in aligned columns: the first column to the left, all others to the right.
class Table {
  public:
    explicit Table(std::vector<std::string> head);

    /// Throws nothing; a row shorter than the head is filled with empty cells.
    void add(std::vector<std::string> row);
    void print(std::ostream& out) const;

  private:
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace hgctl
