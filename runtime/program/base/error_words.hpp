#pragma once

#include <array>
#include <cstddef>
#include <cstring>

namespace hg {

/// What the last error of a thread said. It has no destructor: destructors of static variables make calls
/// too, when other variables of the main thread are gone. Words beyond 2 KiB are cut off.
class ErrorWords {
  public:
    void keep(const char* words) noexcept {
        const std::size_t length = std::strlen(words);
        const std::size_t kept = length < text_.size() ? length : text_.size() - 1;
        std::memcpy(text_.data(), words, kept);
        text_[kept] = '\0';
    }
    void clear() noexcept { text_.front() = '\0'; }
    [[nodiscard]] const char* c_str() const noexcept { return text_.data(); }

  private:
    std::array<char, 2048> text_{};
};

}  // namespace hg
