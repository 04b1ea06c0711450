#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "runtime/program/text/line_scanner.hpp"

namespace hg {

/// Maps names to positions.
class NameTable {
  public:
    /// Gives `name` the next position. Returns false if it already has one.
    bool add(std::string_view name) {
        return positions_.emplace(name, static_cast<std::uint32_t>(positions_.size())).second;
    }

    std::uint32_t at(LineScanner& line, std::string_view name, const char* what) const {
        const auto found = positions_.find(name);
        if (found == positions_.end())
            line.fail("no " + std::string(what) + " is called " + std::string(name));
        return found->second;
    }

  private:
    std::map<std::string, std::uint32_t, std::less<>> positions_;
};

}  // namespace hg
