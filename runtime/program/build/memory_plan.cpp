#include "runtime/program/build/memory_plan.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "runtime/program/base/memory_hint.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

/// Registers of one device and of similar size, and the slots that they share in turn.
struct SizeClass {
    DeviceIndex device = 0;
    std::int64_t bytes = 0;
    std::int64_t registers = 0;
    std::int64_t alive = 0;
    std::int64_t peak = 0;
    std::int64_t allowed = 0;
    std::int64_t made = 0;
    std::vector<SlotId> freed{};  ///< in the order of release; those before `oldest` are in use again
    std::size_t oldest = 0;

    /// At least half of the class's size; its largest register comes first.
    [[nodiscard]] bool holds(std::int64_t size) const noexcept { return size >= bytes - size; }
};

class Planner {
  public:
    Planner(const ProgramParts& parts, const MemoryPolicy& policy)
        : parts_(parts),
          policy_(policy),
          first_use_(parts.registers.size(), kNever),
          last_use_(parts.registers.size(), kNever),
          class_of_(parts.registers.size(), 0),
          is_resident_(parts.registers.size(), false) {
        for (const ResidentParameter& resident : parts.residents) is_resident_[index(resident.reg)] = true;
    }

    MemoryPlan plan() {
        find_lifetimes();
        find_classes();
        find_peaks();
        share_capacity();
        assign_slots();
        return std::move(plan_);
    }

  private:
    /// Returns whether the register shares slots with others.
    [[nodiscard]] bool takes_turns(std::size_t r) const {
        return !parts_.registers[r].is_window() && !is_resident_[r];
    }

    [[nodiscard]] RegisterId whole(RegisterId id) const { return hg::whole(parts_.registers, id); }

    void find_lifetimes() {
        for (std::uint32_t c = 0; c < parts_.commands.size(); ++c)
            for (RegisterId operand : operands_of(parts_, parts_.commands[c])) {
                const std::size_t r = index(whole(operand));
                if (first_use_[r] == kNever) first_use_[r] = c;
                last_use_[r] = c;
            }
    }

    /// Visits the registers in the order in which their lifetimes begin and end. All registers of a command
    /// are alive at the same time.
    template <class Born, class Died>
    void walk_lifetimes(Born born, Died died) const {
        auto visit = [&](std::span<const RegisterId> list, auto chosen, auto act) {
            for (auto reg = list.begin(); reg != list.end(); ++reg) {
                const RegisterId r = whole(*reg);
                if (is_resident_[index(r)]) continue;
                const auto is_r = [&](RegisterId other) { return whole(other) == r; };
                if (chosen(r) && std::find_if(list.begin(), reg, is_r) == reg) act(index(r));
            }
        };
        for (std::uint32_t c = 0; c < parts_.commands.size(); ++c) {
            const auto list = operands_of(parts_, parts_.commands[c]);
            visit(
                list, [&](RegisterId r) { return first_use_[index(r)] == c; }, born);
            visit(
                list, [&](RegisterId r) { return last_use_[index(r)] == c; }, died);
        }
    }

    void find_classes() {
        using Size = std::pair<DeviceIndex, std::int64_t>;
        auto size_of = [](const Register& reg) { return Size(reg.device, -reg.bytes()); };
        std::vector<Size> sizes;
        for (std::size_t r = 0; r < parts_.registers.size(); ++r)
            if (takes_turns(r) && (sizes.empty() || sizes.back() != size_of(parts_.registers[r])))
                sizes.push_back(size_of(parts_.registers[r]));
        std::sort(sizes.begin(), sizes.end());
        for (const auto& [device, negative_bytes] : sizes) {
            const std::int64_t bytes = -negative_bytes;
            const bool first_of_device = classes_.empty() || classes_.back().device != device;
            if (first_of_device) require_slot_fits(device, bytes);
            if (first_of_device || !classes_.back().holds(bytes))
                classes_.push_back({.device = device, .bytes = bytes});
        }
        for (std::size_t r = 0; r < parts_.registers.size(); ++r) {
            const Register& reg = parts_.registers[r];
            if (!takes_turns(r)) continue;
            const auto holds = [&](const SizeClass& c) {
                return c.device == reg.device && c.holds(reg.bytes());
            };
            const auto found = std::find_if(classes_.begin(), classes_.end(), holds);
            class_of_[r] = static_cast<std::uint32_t>(found - classes_.begin());
            ++found->registers;
        }
    }

    void require_slot_fits(DeviceIndex d, std::int64_t bytes) const {
        const DeviceModel& device = parts_.target.devices[d];
        if (bytes <= device.largest_slot) return;
        throw Error(ErrorCode::out_of_memory, "a register of " + std::to_string(bytes) +
                                                  " bytes is larger than the largest buffer of " +
                                                  device.name + ", " + std::to_string(device.largest_slot) +
                                                  " bytes" + kMemoryHint);
    }

    void find_peaks() {
        walk_lifetimes(
            [&](std::size_t r) {
                SizeClass& c = classes_[class_of_[r]];
                c.peak = std::max(c.peak, ++c.alive);
            },
            [&](std::size_t r) { --classes_[class_of_[r]].alive; });
    }

    void share_capacity() {
        for (std::size_t d = 0; d < parts_.target.devices.size(); ++d) {
            std::int64_t left = memory_beside_residents(d);
            for (SizeClass& c : classes_)
                if (c.device == d) {
                    if (c.peak > left / c.bytes) throw too_little_memory(d);
                    c.allowed = c.peak;
                    left -= c.peak * c.bytes;
                }
            // Add one slot to each class in turn, so that a small capacity is not spent only on the largest
            // class.
            for (std::int64_t extra = 0; extra < policy_.extra_slots; ++extra)
                for (SizeClass& c : classes_)
                    if (c.device == d && c.allowed < c.registers && c.bytes <= left) {
                        ++c.allowed;
                        left -= c.bytes;
                    }
        }
    }

    /// The bytes of a device for registers that share slots.
    [[nodiscard]] std::int64_t memory_beside_residents(std::size_t d) const {
        std::int64_t left = parts_.target.devices[d].memory;
        for (const ResidentParameter& resident : parts_.residents) {
            const Register& reg = parts_.registers[index(resident.reg)];
            if (reg.device != d) continue;
            require_slot_fits(reg.device, reg.bytes());
            if (reg.bytes() > left) throw too_little_memory(d);
            left -= reg.bytes();
        }
        return left;
    }

    Error too_little_memory(std::size_t d) const {
        const DeviceModel& device = parts_.target.devices[d];
        double needed = 0;  // may exceed 63 bits
        for (const ResidentParameter& resident : parts_.residents)
            if (parts_.registers[index(resident.reg)].device == d)
                needed += static_cast<double>(parts_.registers[index(resident.reg)].bytes());
        for (const SizeClass& c : classes_)
            if (c.device == d) needed += static_cast<double>(c.peak) * static_cast<double>(c.bytes);
        const std::string figure =
            needed < 1e18 ? std::to_string(static_cast<std::int64_t>(needed)) : "over 1e18";
        return Error(ErrorCode::out_of_memory, "the program needs " + figure + " bytes at once on " +
                                                   device.name + ", which has " +
                                                   std::to_string(device.memory) + " bytes" + kMemoryHint);
    }

    void assign_slots() {
        plan_.slot_of_register.resize(parts_.registers.size());
        for (const ResidentParameter& resident : parts_.residents) {
            const Register& reg = parts_.registers[index(resident.reg)];
            plan_.slot_of_register[index(resident.reg)] = static_cast<SlotId>(plan_.slots.size());
            plan_.slots.push_back({.device = reg.device, .bytes = reg.bytes(), .is_resident = true});
        }
        walk_lifetimes(
            [&](std::size_t r) { plan_.slot_of_register[r] = take_slot(classes_[class_of_[r]]); },
            [&](std::size_t r) { classes_[class_of_[r]].freed.push_back(plan_.slot_of_register[r]); });
        for (std::size_t r = 0; r < parts_.registers.size(); ++r)
            if (first_use_[r] == kNever && takes_turns(r))
                plan_.slot_of_register[r] = slot_for_unused(classes_[class_of_[r]]);
        for (std::size_t r = 0; r < parts_.registers.size(); ++r)
            if (parts_.registers[r].is_window())
                plan_.slot_of_register[r] = plan_.slot_of_register[index(parts_.registers[r].window_of)];
    }

    SlotId take_slot(SizeClass& c) {
        if (c.made < c.allowed) {
            ++c.made;
            return make_slot(c);
        }
        return c.freed[c.oldest++];
    }

    /// No command names such a register, so it can have any slot of its class.
    SlotId slot_for_unused(SizeClass& c) {
        if (c.freed.empty()) c.freed.push_back(make_slot({.device = c.device, .bytes = 0}));
        return c.freed.front();
    }

    SlotId make_slot(const SizeClass& c) {
        plan_.slots.push_back({.device = c.device, .bytes = c.bytes});
        return static_cast<SlotId>(plan_.slots.size() - 1);
    }

    const ProgramParts& parts_;
    const MemoryPolicy& policy_;
    std::vector<std::uint32_t> first_use_;
    std::vector<std::uint32_t> last_use_;
    std::vector<std::uint32_t> class_of_;
    std::vector<bool> is_resident_;
    std::vector<SizeClass> classes_;
    MemoryPlan plan_;
};

}  // namespace

MemoryPlan plan_memory(const ProgramParts& parts, const MemoryPolicy& policy) {
    return Planner(parts, policy).plan();
}

}  // namespace hg
