#include <cctype>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/machine/settings/setting_warnings.hpp"
#include "runtime/program/base/current_error.hpp"
#include "runtime/program/base/environment_variable.hpp"
#include <hg/runtime/machine/options.hpp>

namespace hg {
namespace {

[[noreturn]] void refuse(const char* variable, std::string_view text, const char* takes) {
    throw Error(ErrorCode::invalid_argument,
                std::string(variable) + " is '" + std::string(text) + "', but must be " + takes);
}

/// Returns a number that fits its type and is at least `least`, and the text after it; none if there is no
/// such number.
template <class Number>
std::optional<Number> take_number(std::string_view& text, Number least) {
    Number value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || value < least) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

/// Returns the number if the text contains nothing else.
template <class Number>
Number parse_number(const char* variable, std::string_view text, Number least, const char* takes) {
    std::string_view rest = text;
    const std::optional<Number> value = take_number(rest, least);
    if (!value || !rest.empty()) refuse(variable, text, takes);
    return *value;
}

/// Converts a size such as "8G", which is 8 << 30.
std::int64_t parse_bytes(const char* variable, std::string_view text) {
    constexpr std::string_view kUnits = "KMG";
    std::string_view unit = text;
    const std::optional<std::int64_t> value = take_number<std::int64_t>(unit, 1);
    std::size_t shift = 0;
    if (unit.size() == 1)
        shift =
            10 * (kUnits.find(static_cast<char>(std::toupper(static_cast<unsigned char>(unit.front())))) + 1);
    // A letter that is not a unit also has the shift 0.
    if (!value || (!unit.empty() && shift == 0) ||
        *value > (std::numeric_limits<std::int64_t>::max() >> shift))
        refuse(variable, text, "a positive number of bytes, optionally with K, M or G, for example 8G");
    return *value << shift;
}

std::string user_cache_folder() {
    if (has_environment_variable("HG_CACHE_DIR")) return environment_variable("HG_CACHE_DIR");
    // The XDG Base Directory Specification requires that relative paths be ignored. They would mean a
    // different folder wherever a program is started, possibly one that another user has prepared.
    const std::string base = environment_variable("XDG_CACHE_HOME");
    if (base.starts_with('/')) return base + "/hg";
    const std::string home = environment_variable("HOME");
    return home.starts_with('/') ? home + "/.cache/hg" : "";
}

}  // namespace

MachineOptions MachineOptions::from_environment() {
    return throwing_errors_only([] {
        warn_of_unknown_variables();
        MachineOptions options;
        options.devices = environment_variable("HG_DEVICES");
        if (const std::string text = environment_variable("HG_MEMORY_LIMIT"); !text.empty())
            options.memory_limit = parse_bytes("HG_MEMORY_LIMIT", text);
        if (const std::string text = environment_variable("HG_WORK_GROUP_LIMIT"); !text.empty())
            options.work_group_limit = parse_number<std::int64_t>(
                "HG_WORK_GROUP_LIMIT", text, 1, "a positive number of work-items, for example 64");
        options.cache_folder = user_cache_folder();
        if (const std::string text = environment_variable("HG_STAGING_THREADS"); !text.empty())
            options.staging_threads =
                parse_number("HG_STAGING_THREADS", text, 1, "a positive whole number, for example 8");
        if (const std::string text = environment_variable("HG_HOST_BELOW"); !text.empty())
            options.host_below = parse_number<std::int64_t>(
                "HG_HOST_BELOW", text, 0, "the order of a square matrix, 0 or more, for example 500");
        if (const std::string text = environment_variable("HG_IN_PLACE"); !text.empty()) {
            if (text != "0" && text != "1") refuse("HG_IN_PLACE", text, "1 or 0");
            options.in_place = text == "1";
        }
        if (const std::string text = environment_variable("HG_ARITHMETIC"); !text.empty()) {
            const std::optional<Arithmetic> arithmetic = parse_arithmetic(text);
            if (!arithmetic) refuse("HG_ARITHMETIC", text, "native, emulated or automatic");
            options.arithmetic = *arithmetic;
        }
        options.share = ShareOptions::from_environment();
        return options;
    });
}

}  // namespace hg
