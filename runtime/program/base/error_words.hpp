#pragma once

#include <array>
#include <cstddef>
#include <cstring>

namespace hg {

/// The message of a thread's last error. It has no destructor, because destructors of static variables may
/// make calls when other thread-local variables of the main thread no longer exist. A message is cut off
/// after 2 KiB.
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
