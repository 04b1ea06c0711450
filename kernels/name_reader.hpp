#pragma once

#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>

namespace hg::kernels {

/// Takes pieces off the front of an instruction's name.
class NameReader {
  public:
    explicit NameReader(std::string_view text) : rest_(text) {}

    bool take(std::string_view piece) {
        if (rest_.substr(0, piece.size()) != piece) return false;
        rest_.remove_prefix(piece.size());
        return true;
    }
    bool take_number(int& number) {
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
        const auto length = static_cast<std::size_t>(end - rest_.data());
        // A number has one form: "007" is none.
        if (error != std::errc{} || rest_.substr(0, length) != std::to_string(number)) return false;
        rest_.remove_prefix(length);
        return true;
    }
    [[nodiscard]] bool at_number() const {
        return rest_.size() > 1 && rest_[0] == '_' && rest_[1] >= '0' && rest_[1] <= '9';
    }
    [[nodiscard]] bool at_end() const { return rest_.empty(); }

  private:
    std::string_view rest_;
};

}  // namespace hg::kernels
