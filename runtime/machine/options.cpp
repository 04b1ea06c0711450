#include <cctype>
#include <charconv>
#include <limits>
#include <string>
#include <string_view>

#include "runtime/program/base/current_error.hpp"
#include "runtime/program/base/environment_variable.hpp"
#include <hg/runtime/machine/options.hpp>

namespace hg {
namespace {

/// "8G" as 8 << 30. Throws Error{invalid_argument} naming the variable.
std::int64_t parse_bytes(const char* variable, std::string_view text) {
    const auto unreadable = [&] {
        return Error(ErrorCode::invalid_argument,
                     std::string(variable) + " is '" + std::string(text) +
                         "'; it takes a positive number of bytes, or one with K, M or "
                         "G, for example 8G");
    };
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || value <= 0) throw unreadable();
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (unit.empty()) return value;
    if (unit.size() > 1) throw unreadable();
    int shift = 0;
    switch (std::toupper(static_cast<unsigned char>(unit.front()))) {
        case 'K':
            shift = 10;
            break;
        case 'M':
            shift = 20;
            break;
        case 'G':
            shift = 30;
            break;
        default:
            throw unreadable();
    }
    if (value > (std::numeric_limits<std::int64_t>::max() >> shift)) throw unreadable();
    return value << shift;
}

/// Throws Error{invalid_argument} naming the variable.
std::int64_t parse_order(const char* variable, std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 0)
        throw Error(ErrorCode::invalid_argument,
                    std::string(variable) + " is '" + std::string(text) +
                        "'; it takes the order of a square matrix, 0 or more, for example 500");
    return value;
}

/// A positive number that fits. Throws Error{invalid_argument} naming the variable.
int parse_count(const char* variable, std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value <= 0)
        throw Error(ErrorCode::invalid_argument, std::string(variable) + " is '" + std::string(text) +
                                                     "'; it takes a positive whole number, for example 8");
    return value;
}

/// Throws Error{invalid_argument} naming the variable.
Arithmetic parse_arithmetic(const char* variable, std::string_view text) {
    if (const auto arithmetic = hg::parse_arithmetic(text)) return *arithmetic;
    throw Error(ErrorCode::invalid_argument, std::string(variable) + " is '" + std::string(text) +
                                                 "'; it takes native, emulated or automatic");
}

std::string user_cache_folder() {
    if (has_environment_variable("HG_CACHE_DIR")) return environment_variable("HG_CACHE_DIR");
    // Relative paths would mean another folder wherever a program is started, which others may have prepared:
    // the XDG Base Directory Specification asks to ignore them.
    const std::string base = environment_variable("XDG_CACHE_HOME");
    if (base.starts_with('/')) return base + "/hg";
    const std::string home = environment_variable("HOME");
    return home.starts_with('/') ? home + "/.cache/hg" : "";
}

}  // namespace

MachineOptions MachineOptions::from_environment() {
    return throwing_errors_only([] {
        MachineOptions options;
        options.devices = environment_variable("HG_DEVICES");
        const std::string limit = environment_variable("HG_MEMORY_LIMIT");
        if (!limit.empty()) options.memory_limit = parse_bytes("HG_MEMORY_LIMIT", limit);
        options.cache_folder = user_cache_folder();
        const std::string threads = environment_variable("HG_STAGING_THREADS");
        if (!threads.empty()) options.staging_threads = parse_count("HG_STAGING_THREADS", threads);
        const std::string order = environment_variable("HG_HOST_BELOW");
        if (!order.empty()) options.host_below = parse_order("HG_HOST_BELOW", order);
        const std::string arithmetic = environment_variable("HG_ARITHMETIC");
        if (!arithmetic.empty()) options.arithmetic = parse_arithmetic("HG_ARITHMETIC", arithmetic);
        options.share = ShareOptions::from_environment();
        return options;
    });
}

}  // namespace hg
