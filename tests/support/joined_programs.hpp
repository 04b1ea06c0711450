#pragma once

#include <vector>

#include <hg/runtime/program/program.hpp>

namespace hg::test {

/// Several programs for the same devices as one, as runs that are under way together have it: each queue
/// starts the commands of one after the other, and nothing else orders them. Matrices keep their names.
class JoinedPrograms {
  public:
    void add(const Program& program) {
        const ProgramParts& p = program.parts();
        const auto offset = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
        const std::uint32_t matrix = offset(all_.matrices), scalar = offset(all_.scalars),
                            instruction = offset(all_.instructions), name = offset(all_.names),
                            reg = offset(all_.registers), tile = offset(all_.tiles),
                            operand = offset(all_.operands), scalar_operand = offset(all_.scalar_operands),
                            command = offset(all_.commands), slot = offset(all_.slots);
        all_.target = p.target;
        append(all_.matrices, p.matrices, [](const MatrixParameter& m) { return m; });
        append(all_.scalars, p.scalars, [](const std::string& s) { return s; });
        append(all_.instructions, p.instructions, [](const InstructionPtr& i) { return i; });
        append(all_.names, p.names, [](const std::string& n) { return n; });
        append(all_.registers, p.registers, [&](Register r) {
            if (r.is_window()) r.window_of = moved(r.window_of, reg);
            return r;
        });
        append(all_.tiles, p.tiles, [&](HostTile t) {
            t.parameter = moved(t.parameter, matrix);
            return t;
        });
        append(all_.operands, p.operands, [&](RegisterId r) { return moved(r, reg); });
        append(all_.scalar_operands, p.scalar_operands, [&](Scalar s) {
            return s.is_literal() ? s : Scalar::bound(s.parameter + static_cast<std::int32_t>(scalar));
        });
        append(all_.commands, p.commands, [&](Command c) {
            const bool transfer = c.operation == Operation::load || c.operation == Operation::store;
            c.subject += transfer ? tile : c.operation == Operation::exec ? instruction : name;
            c.first_operand += operand;
            c.first_scalar += scalar_operand;
            return c;
        });
        append(all_.slots, p.slots, [](const Slot& s) { return s; });
        append(all_.slot_of_register, p.slot_of_register, [&](SlotId s) { return moved(s, slot); });
        const std::uint32_t dependency = offset(all_.dependencies);
        append(all_.dependencies, p.dependencies, [&](Dependency d) {
            d.on = moved(d.on, command);
            if (d.hazard != Hazard::explicit_) d.place += d.host ? matrix : slot;
            return d;
        });
        all_.first_dependency.pop_back();
        append(all_.first_dependency, p.first_dependency,
               [&](std::uint32_t first) { return first + dependency; });
    }
    [[nodiscard]] Program program() const { return Program(all_); }

  private:
    template <class Id>
    static Id moved(Id id, std::uint32_t by) {
        return static_cast<Id>(static_cast<std::uint32_t>(id) + by);
    }
    template <class T, class Change>
    static void append(std::vector<T>& to, const std::vector<T>& from, Change change) {
        for (const T& element : from) to.push_back(change(element));
    }

    ProgramParts all_ = [] {
        ProgramParts parts;
        parts.first_dependency = {0};
        return parts;
    }();
};

}  // namespace hg::test
