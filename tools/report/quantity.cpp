#include "tools/report/quantity.hpp"

#include <array>
#include <charconv>
#include <cstdio>
#include <limits>

#include <hg/runtime/program/error.hpp>

namespace hgctl {

std::string fixed(double value, int decimals) {
    std::array<char, 400> text{};
    const int length = std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return {text.data(), static_cast<std::size_t>(length)};
}

std::string rough(double value) {
    std::array<char, 32> text{};
    const int length = std::snprintf(text.data(), text.size(), "%.2g", value);
    return {text.data(), static_cast<std::size_t>(length)};
}

std::string seconds_text(double seconds) {
    if (seconds >= 1) return fixed(seconds, 2) + " s";
    if (seconds >= 1e-3) return fixed(seconds * 1e3, 2) + " ms";
    return fixed(seconds * 1e6, 2) + " us";
}

std::string bytes_text(double bytes) {
    if (bytes >= 0x1p40) return fixed(bytes / 0x1p40, 1) + " TiB";
    if (bytes >= 0x1p30) return fixed(bytes / 0x1p30, 1) + " GiB";
    if (bytes >= 0x1p20) return fixed(bytes / 0x1p20, 1) + " MiB";
    if (bytes >= 0x1p10) return fixed(bytes / 0x1p10, 1) + " KiB";
    return fixed(bytes, 0) + " bytes";
}

std::string bytes_text(std::int64_t bytes) {
    return bytes_text(static_cast<double>(bytes));
}

std::string bytes_rate_text(double bytes_per_second) {
    return fixed(bytes_per_second / 1e9, 1) + " GB/s";
}

std::string flops_rate_text(double flops_per_second) {
    if (flops_per_second >= 1e12) return fixed(flops_per_second / 1e12, 2) + " TFLOP/s";
    return fixed(flops_per_second / 1e9, flops_per_second >= 1e10 ? 1 : 3) + " GFLOP/s";
}

std::string count_text(std::size_t count, const char* of) {
    return std::to_string(count) + " " + of + (count == 1 ? "" : "s");
}

std::int64_t parse_bytes(const std::string& text, const std::string& option) {
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    const std::string unit(stop, end);
    int shift = -1;
    if (unit.empty()) shift = 0;
    if (unit == "K" || unit == "k") shift = 10;
    if (unit == "M" || unit == "m") shift = 20;
    if (unit == "G" || unit == "g") shift = 30;
    if (error != std::errc{} || shift < 0 || value <= 0 ||
        value > (std::numeric_limits<std::int64_t>::max() >> shift))
        throw hg::Error(
            hg::ErrorCode::invalid_argument,
            option + ": '" + text + "' is not a number of bytes; write, for example, 512M or 16G");
    return value << shift;
}

}  // namespace hgctl
