#pragma once

#include <string>

#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// Throws Error{invalid_program} if this dependency makes command `c` wait for one that does not come before
/// it.
inline void require_earlier(const Dependency& dependency, std::uint32_t c) {
    if (index(dependency.on) >= c)
        throw Error(ErrorCode::invalid_program, "command " + std::to_string(c) + " waits for " +
                                                    std::to_string(index(dependency.on)) +
                                                    ", which does not come before it");
}

/// Does the same for all commands.
inline void require_earlier_commands(const Program& program) {
    for (std::uint32_t c = 0; c < program.size(); ++c)
        for (const Dependency& dependency : program.dependencies(static_cast<CommandId>(c)))
            require_earlier(dependency, c);
}

}  // namespace hg
