#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace hg {

/// A copy of `columns` pieces of `column_bytes` each, the pieces `from_stride` and `to_stride` bytes apart.
struct ColumnCopy {
    std::byte* to = nullptr;
    std::int64_t to_stride = 0;
    const std::byte* from = nullptr;
    std::int64_t from_stride = 0;
    std::int64_t column_bytes = 0;
    std::int64_t columns = 0;
    /// Write past the caches: for what nobody reads soon.
    bool streaming = false;

    [[nodiscard]] std::int64_t bytes() const noexcept { return column_bytes * columns; }
};

/// Copies columns in host memory with several threads: what stages matrices into and out of pinned memory.
/// Small copies are done by the calling thread alone. One caller at a time.
class ColumnCopier {
  public:
    /// `threads` as in MachineOptions::staging_threads.
    explicit ColumnCopier(int threads);
    ~ColumnCopier();
    ColumnCopier(const ColumnCopier&) = delete;
    ColumnCopier& operator=(const ColumnCopier&) = delete;

    void copy(const ColumnCopy& copy);

  private:
    struct Threads;
    std::unique_ptr<Threads> threads_;
};

}  // namespace hg
