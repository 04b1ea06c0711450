#pragma once

#include <cstdint>
#include <functional>

#include <hg/runtime/program/program.hpp>

namespace hg {

/// Two commands, in program order, that touch one place; at least one of them writes.
struct Conflict {
    CommandId first{};
    CommandId second{};
    std::uint32_t place = 0;  ///< slot, or host matrix if `host`
    bool host = false;
};

/// Visits enough conflicts that ordering each of them orders every pair of conflicting commands of the
/// program. Host tiles may overlap in any way; the work is n log n if those of written matrices overlap
/// little.
void visit_conflicts(const Program& program, const std::function<void(const Conflict&)>& visit);

}  // namespace hg
