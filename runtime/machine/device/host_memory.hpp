#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include <hg/runtime/machine/pinned_memory.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {

/// Bytes of a page. Larger pages of some systems begin at multiples of it too.
inline constexpr std::size_t kPage = 4096;

/// Returns the start of the page that an address is in.
inline std::byte* start_of_page(std::byte* data) noexcept {
    return data - reinterpret_cast<std::uintptr_t>(data) % kPage;
}

/// Ordinary memory that begins at a page boundary and is freed on destruction.
class AlignedMemory {
  public:
    /// Throws Error{out_of_memory}.
    explicit AlignedMemory(std::int64_t bytes) {
        // aligned_alloc requires multiples of the alignment, and 0 bytes are a valid request.
        const auto rounded = (static_cast<std::size_t>(bytes) / kPage + 1) * kPage;
        memory_.reset(static_cast<std::byte*>(std::aligned_alloc(kPage, rounded)));
        if (!memory_)
            throw Error(ErrorCode::out_of_memory,
                        "cannot allocate " + std::to_string(bytes) + " bytes of host memory");
    }

    [[nodiscard]] std::byte* data() const noexcept { return memory_.get(); }

  private:
    struct Free {
        void operator()(std::byte* p) const noexcept { std::free(p); }
    };
    std::unique_ptr<std::byte, Free> memory_;
};

/// Ordinary zero-filled host memory, for machines in which no device has page-locked memory.
class OrdinaryMemory final : public PinnedMemory {
  public:
    /// Throws Error{out_of_memory}.
    explicit OrdinaryMemory(std::int64_t bytes) : memory_(bytes), bytes_(bytes) {
        std::memset(memory_.data(), 0, static_cast<std::size_t>(bytes));
    }
    [[nodiscard]] std::byte* data() noexcept override { return memory_.data(); }
    [[nodiscard]] std::int64_t size() const noexcept override { return bytes_; }

  private:
    AlignedMemory memory_;
    std::int64_t bytes_;
};

}  // namespace hg
