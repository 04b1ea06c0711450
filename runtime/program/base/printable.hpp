#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hg {

/// The number of bytes and the code point of the UTF-8 sequence with which `text` begins; 0 bytes if it
/// begins with none.
struct Utf8Sequence {
    std::size_t bytes = 0;
    std::uint32_t code_point = 0;
};
inline Utf8Sequence first_utf8_sequence(std::string_view text) noexcept {
    if (text.empty()) return {};
    const auto lead = static_cast<unsigned char>(text[0]);
    if (lead < 0x80) return {1, lead};
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {};
    std::uint32_t code_point = lead & (0x7fU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xc0U) != 0x80) return {};
        code_point = code_point << 6U | (byte & 0x3fU);
    }
    constexpr std::array<std::uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
    return code_point < kLeast[bytes] ? Utf8Sequence{} : Utf8Sequence{bytes, code_point};
}

/// Returns text that is safe for a terminal: control characters other than line ends and tabs, and bytes that
/// are not UTF-8, become "\x1b" and the like. Names of files and devices, and quotations from files, may
/// contain any of them.
inline std::string printable(std::string_view text) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const auto [bytes, code_point] = first_utf8_sequence(text);
        const bool controls = code_point < 0x20 || (code_point >= 0x7f && code_point < 0xa0);
        const std::string_view part = text.substr(0, bytes == 0 ? 1 : bytes);
        if (code_point == '\n' || code_point == '\t' || (bytes > 0 && !controls))
            result += part;
        else
            for (const char letter : part) {
                const auto byte = static_cast<unsigned char>(letter);
                result.append("\\x").append({kDigits[byte >> 4U], kDigits[byte & 15U]});
            }
        text.remove_prefix(part.size());
    }
    return result;
}

}  // namespace hg
