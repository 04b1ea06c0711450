#pragma once

#include <cstdint>
#include <string_view>

namespace hg {

/// FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo), 64 bits, continued from `hash`. It detects damage; use
/// sha256.hpp to identify contents.
constexpr std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash = 0xcbf29ce484222325U) noexcept {
    for (const char c : bytes) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3U;
    }
    return hash;
}

}  // namespace hg
