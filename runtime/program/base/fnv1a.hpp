#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace hg {

/// FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo), 64 bits, continued from `hash`.
constexpr std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash = 0xcbf29ce484222325U) noexcept {
    for (const char c : bytes) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3U;
    }
    return hash;
}

/// 32 hexadecimal digits that stand for a text: two hashes that begin differently.
inline std::string digest(std::string_view text) {
    char digits[33];
    std::snprintf(digits, sizeof digits, "%016llx%016llx", static_cast<unsigned long long>(fnv1a(text)),
                  static_cast<unsigned long long>(fnv1a(text, 0x9e3779b97f4a7c15U)));
    return digits;
}

}  // namespace hg
