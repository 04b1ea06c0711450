#include "tools/hgctl/program/source/source_variants.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/source.hpp>

namespace hgctl {
namespace {

constexpr std::size_t kMostCommands = 200000;

std::int64_t saturated_double(std::int64_t value) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 2;
    return 2 * std::clamp(value, -kMost, kMost);
}

bool same_matrices(const hg::Program& a, const hg::Program& b) {
    return std::equal(a.matrices().begin(), a.matrices().end(), b.matrices().begin(), b.matrices().end());
}

}  // namespace

std::vector<SourceVariant> source_variants(const ProgramFile& file, const ReadProgram& read) {
    std::vector<SourceVariant> list;
    if (read.program.size() > kMostCommands || !hg::is_program_source(read.text)) return list;
    const hg::ProgramTextOptions options = file.options();
    const hg::ProgramSource source = hg::ProgramSource::parse(read.text, options.file);
    const hg::SourceLibrary library = hg::program_library(options);
    const hg::Target target = source.target().devices.empty() ? machine_target() : source.target();
    for (const auto& [name, value] : source.values(options.values))
        for (const std::int64_t other : {saturated_double(value), value / 2}) {
            if (other == value) continue;
            hg::SourceValues values = options.values;
            values[name] = other;
            try {
                hg::Program variant = source.build(target, values, library, {}, {.commands = kMostCommands});
                if (same_matrices(variant, read.program))
                    list.push_back({name + " = " + std::to_string(other), std::move(variant)});
            } catch (const hg::Error&) {  // the source has no program for this value
            }
        }
    return list;
}

}  // namespace hgctl
