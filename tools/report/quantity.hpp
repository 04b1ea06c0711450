#pragma once

#include <cstdint>
#include <string>

namespace hgctl {

/// Figures as people read them.
std::string fixed(double value, int decimals);  ///< "12.35"
std::string rough(double value);                ///< two digits: "0.0012", "3.4e-07"
std::string seconds_text(double seconds);       ///< "1.23 s", "4.56 ms", "7.89 us"
std::string bytes_text(double bytes);           ///< "139.8 GiB"
std::string bytes_text(std::int64_t bytes);
std::string bytes_rate_text(double bytes_per_second);       ///< "55.0 GB/s"
std::string flops_rate_text(double flops_per_second);       ///< "54.20 TFLOP/s", "87.1 GFLOP/s"
std::string count_text(std::size_t count, const char* of);  ///< "1 device", "2 devices"

/// Reads a number of bytes: digits, then K, M or G (powers of 1024) or nothing.
/// Throws hg::Error{invalid_argument} naming `option`.
std::int64_t parse_bytes(const std::string& text, const std::string& option);

}  // namespace hgctl
