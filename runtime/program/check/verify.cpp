#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/program/build/conflicts.hpp"
#include "runtime/program/build/execution_order.hpp"
#include "runtime/program/build/in_place.hpp"
#include "runtime/program/check/rules.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hg {
namespace {

void require_rule(bool holds, const std::string& rule) {
    if (!holds) throw Error(ErrorCode::invalid_program, rule);
}

std::string label(RegisterId id) {
    return "r" + std::to_string(index(id));
}
std::string label(SlotId id) {
    return "s" + std::to_string(index(id));
}

/// Runs `check` and adds the command to any error that it throws.
template <class Check>
void at_command(const Program& program, CommandId id, Check check) {
    try {
        check();
    } catch (const Error& error) {
        ErrorContext context = error.context();
        context.command = print_command(program, id);
        throw Error(ErrorCode::invalid_program, error.message(), std::move(context));
    }
}

[[noreturn]] void fail(const Program& program, CommandId id, const std::string& rule) {
    throw Error(ErrorCode::invalid_program, rule, {.command = print_command(program, id)});
}

template <class List, class Name>
void check_unique(const List& list, const char* what, Name name_of) {
    std::set<std::string_view> seen;
    for (const auto& item : list)
        require_rule(seen.insert(name_of(item)).second,
                     "two " + std::string(what) + " are called " + std::string(name_of(item)));
}

void check_names(const Program& program) {
    check_unique(program.matrices(), "matrices",
                 [](const MatrixParameter& m) { return std::string_view(m.name); });
    check_unique(program.residents(), "resident registers",
                 [](const ResidentParameter& r) { return std::string_view(r.name); });
    for (const ResidentParameter& resident : program.residents())
        require_rule(is_identifier(resident.name),
                     "a resident register cannot be called '" + resident.name + "'");
    check_unique(program.scalars(), "scalars", [](const std::string& s) { return std::string_view(s); });
    check_unique(program.instructions(), "instructions",
                 [](const InstructionPtr& i) { return std::string_view(i->name); });
    for (const MatrixParameter& matrix : program.matrices()) {
        require_rule(is_identifier(matrix.name), "a matrix cannot be called '" + matrix.name + "'");
        check_matrix(matrix);
    }
    for (const std::string& scalar : program.scalars())
        require_rule(is_identifier(scalar), "a scalar cannot be called '" + scalar + "'");
    for (const InstructionPtr& instruction : program.instructions()) {
        try {
            check_instruction(*instruction);
        } catch (const Error& error) {
            throw Error(ErrorCode::invalid_program, error.message());
        }
    }
}

void check_capacity(const Program& program) {
    std::vector<std::int64_t> left;
    for (const DeviceModel& device : program.devices()) left.push_back(device.memory);
    for (std::size_t s = 0; s < program.slots().size(); ++s) {
        const Slot& slot = program.slots()[s];
        const DeviceModel& device = program.devices()[slot.device];
        const std::string which =
            "slot " + label(static_cast<SlotId>(s)) + " of " + std::to_string(slot.bytes) + " bytes";
        require_rule(slot.bytes >= 0 && slot.bytes <= device.largest_slot,
                     which + " does not fit the largest buffer of " + device.name + ", " +
                         std::to_string(device.largest_slot) + " bytes");
        require_rule(slot.bytes <= left[slot.device], which + " exceeds the memory of " + device.name + ", " +
                                                          std::to_string(device.memory) + " bytes in all");
        left[slot.device] -= slot.bytes;
    }
}

/// Checks that each resident register has a resident slot of its own, and each resident slot a register.
void check_residents(const Program& program) {
    std::vector<std::optional<RegisterId>> owners(program.slots().size());
    for (const ResidentParameter& resident : program.residents()) {
        const SlotId slot = program.slot_of(resident.reg);
        const Register& reg = program.reg(resident.reg);
        require_rule(!reg.is_window(), "resident register " + resident.name + " is a window");
        check_register(reg);
        require_rule(
            program.slot(slot).is_resident && !owners[index(slot)],
            "resident register " + resident.name + " needs a resident slot of its own, not " + label(slot));
        require_rule(program.slot(slot).device == reg.device && program.slot(slot).bytes >= reg.bytes(),
                     "slot " + label(slot) + " does not hold resident register " + resident.name);
        owners[index(slot)] = resident.reg;
    }
    for (std::size_t s = 0; s < owners.size(); ++s)
        require_rule(!program.slots()[s].is_resident || owners[s],
                     "no resident register has the resident slot " + label(static_cast<SlotId>(s)));
    for (std::size_t r = 0; r < program.registers().size(); ++r) {
        const RegisterId whole = program.whole(static_cast<RegisterId>(r));
        const auto& owner = owners[index(program.slot_of(whole))];
        require_rule(!owner || *owner == whole, label(whole) + " lies in the slot of a resident register");
    }
}

void check_windows(const Program& program) {
    for (std::size_t r = 0; r < program.registers().size(); ++r)
        check_window(program.parts(), static_cast<RegisterId>(r));
}

/// A register in place shows what its LD would have copied only if nothing else writes to it, and no ST
/// changes its tile while it is read.
void check_in_place(const Program& program) {
    const std::vector<bool> may = may_be_in_place(program.parts());
    for (std::size_t r = 0; r < program.registers().size(); ++r)
        require_rule(!program.registers()[r].in_place || may[r],
                     label(static_cast<RegisterId>(r)) +
                         " cannot be in place: its device must share the host's memory, one LD of the whole "
                         "register must be its only write, and no ST may change the tile while it is read");
}

/// Goes through the commands in program order and records which register each slot holds.
class LivenessCheck {
  public:
    explicit LivenessCheck(const Program& program)
        : program_(program), tenants_(program.slots().size()), states_(program.registers().size()) {
        for (const ResidentParameter& resident : program.residents())
            states_[index(resident.reg)].written = true;
    }

    void run() {
        for (std::uint32_t c = 0; c < program_.size(); ++c) {
            const auto id = static_cast<CommandId>(c);
            at_command(program_, id, [&] { visit(id); });
        }
    }

  private:
    struct Tenant {
        std::optional<RegisterId> reg;
        CommandId last_use{};
    };
    struct State {
        bool used = false;
        bool written = false;
    };

    void visit(CommandId id) {
        const auto registers = program_.operands(id);
        for (RegisterId reg : registers) occupy(program_.whole(reg), id);
        for (std::size_t i = 0; i < registers.size(); ++i)
            require_rule(
                !reads(program_.access(id, i)) || states_[index(program_.whole(registers[i]))].written,
                "reads " + label(registers[i]) + " before anything is written to it");
        for (std::size_t i = 0; i < registers.size(); ++i)
            if (writes(program_.access(id, i))) states_[index(program_.whole(registers[i]))].written = true;
    }

    void occupy(RegisterId id, CommandId command) {
        const SlotId slot_id = program_.slot_of(id);
        const Slot& slot = program_.slot(slot_id);
        const Register& reg = program_.reg(id);
        State& state = states_[index(id)];
        Tenant& tenant = tenants_[index(slot_id)];
        if (!state.used) {
            check_register(reg);
            require_rule(slot.device == reg.device, label(id) + " lies in a slot of another device");
            require_rule(reg.bytes() <= slot.bytes, label(id) + " takes " + std::to_string(reg.bytes()) +
                                                        " bytes, slot " + label(slot_id) + " has " +
                                                        std::to_string(slot.bytes));
        }
        if (tenant.reg != id) {
            require_rule(!state.used, label(id) + " has lost slot " + label(slot_id) + " to " +
                                          label(tenant.reg.value_or(id)));
            require_rule(!tenant.reg || tenant.last_use != command,
                         label(id) + " and " + label(tenant.reg.value_or(id)) + " share slot " +
                             label(slot_id) + " in one command");
        }
        state.used = true;
        tenant = {id, command};
    }

    const Program& program_;
    std::vector<Tenant> tenants_;
    std::vector<State> states_;
};

void check_commands(const Program& program) {
    for (std::uint32_t c = 0; c < program.size(); ++c) {
        const auto id = static_cast<CommandId>(c);
        at_command(program, id, [&] {
            check_command(program.parts(), program.command(id));
            if (is_empty(program.command(id).operation))
                require_rule(program.mark_name(id).find_first_of("\"\\\n\r") == std::string::npos,
                             "a mark's name must not contain quotes, backslashes or line ends");
            for (const Dependency& edge : program.dependencies(id))
                require_rule(edge.on < id, "waits for command " + std::to_string(index(edge.on)) +
                                               ", which does not come before it");
        });
    }
}

void check_conflicts(const Program& program, ExecutionOrder& order) {
    std::optional<Conflict> race;
    visit_conflicts(program, [&](const Conflict& conflict) {
        if (race && race->second <= conflict.second) return;
        if (!order.ends_before(conflict.first, conflict.second)) race = conflict;
    });
    if (!race) return;
    const std::string place = race->host ? "matrix " + program.matrices()[race->place].name
                                         : "slot s" + std::to_string(race->place);
    fail(program, race->second,
         "is not ordered after command " + std::to_string(index(race->first)) + ", though both touch " +
             place + " and one of them writes");
}

/// Two kernels whose work-groups must all run at once could each wait forever for compute units that the
/// other one occupies.
void check_gathering(const Program& program) {
    for (DeviceIndex d = 0; d < program.devices().size(); ++d)
        require_rule(!program.gathers({d, QueueKind::exec}) || !program.gathers({d, QueueKind::exec2}),
                     "both EXEC queues have commands whose work-groups must run concurrently, on " +
                         program.devices()[d].name);
}

/// Each barrier orders all commands before it, so that only the commands since the last barrier need a check.
void check_barriers(const Program& program, const ExecutionOrder& order) {
    std::vector<CommandId> barriers;
    for (std::uint32_t c = 0; c < program.size(); ++c)
        if (program.commands()[c].operation == Operation::barrier)
            barriers.push_back(static_cast<CommandId>(c));
    for (std::size_t b = 0; b < barriers.size(); ++b) {
        const CommandId from = b == 0 ? CommandId{} : barriers[b - 1];
        if (const auto missed = order.not_ended_before(barriers[b], from))
            fail(program, barriers[b],
                 "the barrier does not wait for command " + std::to_string(index(*missed)));
        const auto to = b + 1 == barriers.size() ? program.size() : index(barriers[b + 1]) + 1;
        if (const auto early = order.not_started_after(barriers[b], static_cast<CommandId>(to)))
            fail(program, *early,
                 "does not wait for the barrier, command " + std::to_string(index(barriers[b])));
    }
}

}  // namespace

void verify(const Program& program) {
    check_names(program);
    check_capacity(program);
    check_windows(program);
    check_residents(program);
    check_commands(program);
    check_in_place(program);
    check_gathering(program);
    LivenessCheck(program).run();
    ExecutionOrder order(program);
    check_conflicts(program, order);
    check_barriers(program, order);
}

}  // namespace hg
