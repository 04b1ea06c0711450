#pragma once

#include <unistd.h>

#include <utility>

namespace hg {

/// An open file. The destructor closes it.
class FileDescriptor {
  public:
    explicit FileDescriptor(int number = -1) noexcept : number_(number) {}
    ~FileDescriptor() {
        if (number_ >= 0) close(number_);
    }
    FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    [[nodiscard]] int number() const noexcept { return number_; }
    /// Returns the descriptor, which the caller must close.
    [[nodiscard]] int release() noexcept { return std::exchange(number_, -1); }

  private:
    int number_;
};

}  // namespace hg
