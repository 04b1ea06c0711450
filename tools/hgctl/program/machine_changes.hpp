#pragma once

#include <span>

#include <hg/runtime/program/target.hpp>

namespace hgctl {

/// One respect in which a machine can be better.
struct MachineChange {
    const char* key;   ///< in JSON: "host_copies"
    const char* name;  ///< "host copies twice as fast"
    void (*apply)(hg::Target& target);
};

/// Links in, links out, all links, host copies, kernels, launches.
std::span<const MachineChange> machine_changes();

}  // namespace hgctl
