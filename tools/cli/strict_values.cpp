#include "tools/cli/strict_values.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace hgctl {
namespace {

template <class Number>
bool parse(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

/// Reads the text as CLI11 is to read it: without a plus sign, and without zeros in front, which
/// it takes for octal.
template <class Number>
std::string whole_fault(std::string& text) {
    Number number = 0;
    if (!parse(std::string_view(text).substr(text.starts_with('+') ? 1 : 0), number))
        return "'" + text + "' is no whole number from " +
               (std::is_signed_v<Number> ? "-2^63 to 2^63 - 1" : "0 to 2^64 - 1");
    text = std::to_string(number);
    return {};
}

std::string finite_fault(std::string& text) {
    double number = 0;
    if (parse(std::string_view(text).substr(text.starts_with('+') ? 1 : 0), number) && std::isfinite(number))
        return {};
    return "'" + text + "' is no finite decimal number";
}

/// Runs before the option's other checks, and adds nothing to its help.
void check_first(CLI::Option& option, std::string (*fault)(std::string& text)) {
    option.transform(CLI::Validator(fault, "", ""));
}

void require_strict_values(CLI::Option& option) {
    const std::string type = option.get_type_name();
    if (type.starts_with("INT"))
        check_first(option, whole_fault<std::int64_t>);
    else if (type.starts_with("UINT"))
        check_first(option, whole_fault<std::uint64_t>);
    else if (type.starts_with("FLOAT"))
        check_first(option, finite_fault);
    check_first(option,
                [](std::string& text) { return std::string(text.empty() ? "its value is empty" : ""); });
}

}  // namespace

void require_strict_values(CLI::App& app) {
    for (CLI::Option* option : app.get_options()) require_strict_values(*option);
    for (CLI::App* command : app.get_subcommands({})) require_strict_values(*command);
}

}  // namespace hgctl
