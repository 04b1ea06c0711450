#include "tools/hgctl/program/program_source_file.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

#include "runtime/files/source_reader.hpp"
#include "tools/hgctl/device_selection.hpp"
#include <hg/blas/registers/source_library.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

[[noreturn]] void refuse(const std::string& message) {
    throw hg::Error(hg::ErrorCode::invalid_argument, message);
}

std::int64_t whole_number(const std::string& item, std::string_view text) {
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || stop != text.data() + text.size() || text.empty())
        refuse("-p: '" + item + "' is not of the form NAME=WHOLE NUMBER");
    return value;
}

hg::SourceValues source_values(const std::vector<std::string>& list) {
    hg::SourceValues values;
    for (const std::string& item : list) {
        const std::size_t sign = item.find('=');
        if (sign == std::string::npos || sign == 0)
            refuse("-p: '" + item + "' is not of the form NAME=WHOLE NUMBER");
        const std::int64_t value = whole_number(item, std::string_view(item).substr(sign + 1));
        if (!values.emplace(item.substr(0, sign), value).second)
            refuse("-p gives " + item.substr(0, sign) + " twice");
    }
    return values;
}

hg::SourceLibrary library_of(const std::string& path) {
    hg::SourceLibrary library = hg::source_library();
    library.read = hg::source_reader(std::filesystem::path(path).parent_path().string());
    return library;
}

constexpr std::size_t kMostVariantCommands = 200000;

std::int64_t saturated_double(std::int64_t value) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 2;
    return 2 * std::clamp(value, -kMost, kMost);
}

bool same_matrices(const hg::Program& a, const hg::Program& b) {
    return std::equal(a.matrices().begin(), a.matrices().end(), b.matrices().begin(), b.matrices().end());
}

/// The devices of this machine, as programs are built for them.
hg::Target machine_target() {
    return hg::Machine(machine_options("")).target();
}

}  // namespace

bool is_source(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n";
    const auto skip = [&] {
        while (!text.empty()) {
            text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
            if (!text.starts_with('#')) return;
            text.remove_prefix(std::min(text.find('\n'), text.size()));
        }
    };
    for (const std::string_view word : {"hg", "program", "2"}) {
        skip();
        if (!text.starts_with(word)) return false;
        text.remove_prefix(word.size());
        if (!text.empty() && kSpace.find(text.front()) == std::string_view::npos && text.front() != '#')
            return false;
    }
    return true;
}

ProgramSourceFile::ProgramSourceFile(const std::string& text, const std::string& path,
                                     const std::vector<std::string>& values)
    : values_(source_values(values)),
      source_(hg::ProgramSource::parse(text, path)),
      library_(library_of(path)),
      target_(source_.target().devices.empty() ? machine_target() : source_.target()) {}

hg::Program ProgramSourceFile::build() const {
    return source_.build(target_, values_, library_);
}

std::vector<SourceVariant> ProgramSourceFile::variants(const hg::Program& program) const {
    std::vector<SourceVariant> list;
    if (program.size() > kMostVariantCommands) return list;
    for (const auto& [name, value] : source_.values(values_))
        for (const std::int64_t other : {saturated_double(value), value / 2}) {
            if (other == value) continue;
            hg::SourceValues values = values_;
            values[name] = other;
            try {
                hg::Program variant =
                    source_.build(target_, values, library_, {}, {.commands = kMostVariantCommands});
                if (same_matrices(variant, program))
                    list.push_back({name + " = " + std::to_string(other), std::move(variant)});
            } catch (const hg::Error&) {  // the source has no program for this value
            }
        }
    return list;
}

}  // namespace hgctl
