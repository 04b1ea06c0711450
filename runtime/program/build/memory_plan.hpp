#pragma once

#include <vector>

#include <hg/runtime/program/policy.hpp>
#include <hg/runtime/program/program_parts.hpp>

namespace hg {

/// Which slot each register lives in.
struct MemoryPlan {
    std::vector<Slot> slots;
    std::vector<SlotId> slot_of_register;
};

/// Maps registers to slots under each device's capacity, oldest freed slot first. A register lives from the
/// first to the last command that names it; a resident register has a slot of its own.
///
/// Registers of a device fall into classes by size; a class holds sizes down to half of its largest, and
/// all of its slots are as large as that one. Each class gets as many slots as registers of it are ever
/// alive at once, then up to policy.extra_slots more, while the device's capacity lasts. Throws
/// Error{out_of_memory} with the figures if the least number of slots does not fit, or one register is
/// larger than the device's largest slot.
MemoryPlan plan_memory(const ProgramParts& parts, const MemoryPolicy& policy = {});

}  // namespace hg
