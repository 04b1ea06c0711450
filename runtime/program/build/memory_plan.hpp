#pragma once

#include <vector>

#include <hg/runtime/program/policy.hpp>
#include <hg/runtime/program/program_parts.hpp>

namespace hg {

/// The slot of each register.
struct MemoryPlan {
    std::vector<Slot> slots;
    std::vector<SlotId> slot_of_register;
};

/// Maps registers to slots under each device's capacity, oldest freed slot first. A register lives from the
/// first to the last command that names it; a resident register has a slot of its own.
///
/// Registers of a device are divided into classes by size. A class contains sizes down to half of its
/// largest, and all its slots have the largest size. Each class gets as many slots as the largest number of
/// its registers that are alive at the same time, and up to policy.extra_slots more as long as the device's
/// capacity suffices. Throws Error{out_of_memory}, with the figures, if the smallest number of slots does not
/// fit, or if a register is larger than the device's largest slot.
MemoryPlan plan_memory(const ProgramParts& parts, const MemoryPolicy& policy = {});

}  // namespace hg
