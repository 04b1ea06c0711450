#pragma once

#include <cstdint>
#include <string_view>

#include <hg/runtime/program/program.hpp>

namespace hg::test {

/// Elements of a matrix parameter in all LDs or STs of a program.
inline std::int64_t moved_elements(const Program& program, Operation operation, std::string_view parameter) {
    std::int64_t elements = 0;
    for (std::uint32_t c = 0; c < program.size(); ++c) {
        const auto id = static_cast<CommandId>(c);
        if (program.command(id).operation != operation) continue;
        const HostTile& tile = program.tile(id);
        if (program.matrices()[index(tile.parameter)].name == parameter) elements += tile.elements();
    }
    return elements;
}

}  // namespace hg::test
