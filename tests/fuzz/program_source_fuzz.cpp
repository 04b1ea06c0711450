// libFuzzer target: any bytes are safe to parse as a source. What parses is counted, and built if it is
// small; what is built is verified, printed and read back, and so is its source's standard form. Errors of hg
// are expected, anything else is a finding.

#include <cstddef>
#include <cstdint>
#include <string>

#include "finding.hpp"
#include "runtime/program/source/command_count.hpp"
#include "runtime/program/source/parse/parser.hpp"
#include "tests/support/program_sources.hpp"
#include <hg/runtime/program/source_format.hpp>
#include <hg/runtime/program/verify.hpp>

namespace {

/// Throws if a program is too large to be built here.
void require_small(const std::string& text) {
    const auto tree = hg::source::parse_source(text, "fuzz.hgs");
    std::vector<std::int64_t> cells(tree->cells, 1);
    const std::size_t devices = tree->target.devices.empty() ? 2 : tree->target.devices.size();
    hg::source::require_countable(*tree, cells, static_cast<std::int64_t>(devices), {1000, 1000, 100000});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    try {
        const hg::ProgramSource source = hg::ProgramSource::parse(text, "fuzz.hgs");
        const std::string standard = hg::format_source(text);
        require(hg::format_source(standard) == standard);
        hg::SourceValues values;
        for (const hg::SourceParameter& parameter : source.parameters()) values[parameter.name] = 1;
        require_small(text);
        const hg::Program program =
            source.build(samples::target(2), values, sources::library_of_everything());
        hg::verify(program);
        const std::string printed = hg::print(program);
        require(hg::print(hg::parse(printed, sources::library_of_everything())) == printed);
        const hg::ProgramSource again = hg::ProgramSource::parse(standard, "fuzz.hgs");
        require(hg::print(again.build(samples::target(2), values, sources::library_of_everything())) ==
                printed);
    } catch (const hg::Error& error) {
        require(error.what()[0] != '\0');
    }
    return 0;
}
