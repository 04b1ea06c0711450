#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace hg {

/// SHA-256 (FIPS 180-4) of bytes that are added in pieces.
class Sha256 {
  public:
    void add(std::string_view bytes) noexcept;
    /// Returns the hash in 64 hexadecimal digits. Nothing may be added afterwards.
    [[nodiscard]] std::string finish();

  private:
    static constexpr std::size_t kBlock = 64;

    void take(const unsigned char* block) noexcept;

    std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<unsigned char, kBlock>
        waiting_{};  ///< the first bytes_ % kBlock bytes belong to a block that is not full yet
    std::uint64_t bytes_ = 0;
};

/// Returns 64 hexadecimal digits that identify a sequence of texts. No collision of SHA-256 is known.
std::string digest(std::initializer_list<std::string_view> texts);

}  // namespace hg
