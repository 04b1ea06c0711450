#include "tools/hgctl/program/program_source_file.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include "runtime/files/source_reader.hpp"
#include "tools/hgctl/device_selection.hpp"
#include <hg/blas/registers/source_library.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/source.hpp>

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

hg::Program build_source(const std::string& text, const std::string& path,
                         const std::vector<std::string>& values) {
    const hg::SourceValues given = source_values(values);
    const hg::ProgramSource source = hg::ProgramSource::parse(text, path);
    const hg::Target target = source.target().devices.empty() ? machine_target() : hg::Target{};
    return source.build(target, given, library_of(path));
}

}  // namespace hgctl
