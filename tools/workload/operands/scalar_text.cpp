#include "tools/workload/operands/scalar_text.hpp"

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <system_error>

#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

std::optional<double> decimal(std::string_view text) {
    double value = 0;
    // Which from_chars does not take, others do.
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end || !std::isfinite(value)) return {};
    return value;
}

}  // namespace

hg::ScalarValue scalar_value(std::string_view option, std::string_view text) {
    std::optional<double> real = decimal(text), imag = 0.0;
    const std::size_t comma = text.find(',');
    if (comma != std::string_view::npos && text.front() == '(' && text.back() == ')') {
        real = decimal(text.substr(1, comma - 1));
        imag = decimal(text.substr(comma + 1, text.size() - comma - 2));
    }
    if (!real || !imag)
        throw hg::Error(hg::ErrorCode::invalid_argument,
                        std::string(option) + ": '" + std::string(text) +
                            "' is neither a finite decimal number nor a pair of them, (REAL,IMAGINARY)");
    return {*real, *imag};
}

}  // namespace hgctl
