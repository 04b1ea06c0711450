#include <algorithm>
#include <array>
#include <ostream>

#include "runtime/program/text/machine_lines.hpp"
#include "runtime/program/text/text_writer.hpp"
#include <hg/runtime/program/text.hpp>

namespace hg {
namespace {

std::string_view hazard_name(Hazard hazard) {
    return name_at(std::array<std::string_view, 3>{"RAW", "WAR", "WAW"}, hazard);
}

/// Appends the lines of a program's text to a string.
class Printer : public TextWriter {
  public:
    explicit Printer(const Program& program) : program_(program), labels_(device_labels(program.devices())) {}

    void declarations() {
        put("hg program 1\n");
        put_machine(*this, program_.target(), labels_);
        for (const MatrixParameter& m : program_.matrices())
            put("matrix ", m.name, ' ', name(m.type), ' ', m.rows, 'x', m.cols,
                m.is_pinned ? " pinned\n" : "\n");
        for (const std::string& scalar : program_.scalars()) put("scalar ", scalar, '\n');
        for (std::size_t s = 0; s < program_.slots().size(); ++s) {
            const Slot& slot = program_.slots()[s];
            put("slot s", s, '@', labels_[slot.device], ' ', slot.bytes);
            put(slot.is_resident ? " resident\n" : "\n");
        }
        for (std::size_t r = 0; r < program_.registers().size(); ++r)
            declare_register(static_cast<RegisterId>(r));
        for (const InstructionPtr& i : program_.instructions()) instruction(*i);
    }

    void command(CommandId id) {
        const Command& c = program_.command(id);
        const bool is_in_second_queue = c.operation == Operation::exec && c.queue == QueueKind::exec2;
        put(index(id), ": ", is_in_second_queue ? name(c.queue) : name(c.operation));
        switch (c.operation) {
            case Operation::load:
                put(' ');
                register_name(program_.operands(id).front());
                put(" <- ");
                tile(id);
                if (program_.is_in_place(id)) put(" in_place");
                break;
            case Operation::store:
                put(' ');
                tile(id);
                put(" <- ");
                register_name(program_.operands(id).front());
                break;
            case Operation::exec:
                exec(id);
                break;
            case Operation::mark:
            case Operation::barrier:
                put(" \"", program_.mark_name(id), "\" @", labels_[c.device], '.', name(c.queue));
                break;
        }
        const char* separator = "   after ";
        for (const Dependency& edge : program_.dependencies(id)) {
            put(separator);
            dependency(edge);
            separator = ", ";
        }
    }

    void commands() {
        for (std::size_t c = 0; c < program_.size(); ++c) {
            command(static_cast<CommandId>(c));
            put('\n');
        }
    }

  private:
    void instruction(const Instruction& instruction) {
        put("instruction ", instruction.name);
        const InstructionOrigin& origin = instruction.origin;
        if (!origin.file.empty()) put(" from \"", origin.file, "\" ", origin.declaration);
        if (!origin.host.empty()) put(" host \"", origin.host, '"');
        put('\n');
    }

    void declare_register(RegisterId id) {
        const Register& reg = program_.reg(id);
        const auto residents = program_.residents();
        const auto resident = std::ranges::find(residents, id, &ResidentParameter::reg);
        if (resident == residents.end())
            put("register ");
        else
            put("resident ", resident->name, ' ');
        register_name(id);
        put(' ', name(reg.type), ' ', reg.rows, 'x', reg.cols);
        if (reg.is_window())
            put(" window r", index(reg.window_of), '[', reg.first_row(), ',', reg.first_col(), ']');
        else if (reg.ld != reg.rows)
            put(" ld ", reg.ld);
        put('\n');
    }

    void register_name(RegisterId id) {
        put('r', index(id), '@', labels_[program_.reg(id).device], ".s", index(program_.slot_of(id)));
    }

    void tile(CommandId id) {
        const HostTile& t = program_.tile(id);
        const MatrixParameter& matrix = program_.matrices()[index(t.parameter)];
        put(matrix.name, '[', t.row, ',', t.col, "] ", t.rows, 'x', t.cols, ' ');
        if (t.part != TilePart::whole) put(name(t.part), ' ');
        put(name(matrix.type));
    }

    void exec(CommandId id) {
        put(' ', program_.instruction(id).name);
        for (RegisterId reg : program_.operands(id)) {
            put(' ');
            register_name(reg);
        }
        const char* separator = " ; ";
        for (const Scalar& scalar : program_.scalar_operands(id)) {
            put(separator);
            if (scalar.is_literal())
                put(print(scalar.value));
            else
                put('$', program_.scalars()[static_cast<std::size_t>(scalar.parameter)]);
            separator = " ";
        }
    }

    void dependency(const Dependency& edge) {
        put(index(edge.on));
        if (edge.hazard == Hazard::explicit_) return;
        put(" (", hazard_name(edge.hazard));
        if (edge.host)
            put(" host ", program_.matrices()[edge.place].name, ')');
        else
            put(" s", edge.place, ')');
    }

    const Program& program_;
    std::vector<std::string> labels_;
};

}  // namespace

std::string print(const Program& program) {
    Printer printer(program);
    printer.declarations();
    printer.commands();
    return printer.take();
}

void print(const Program& program, std::ostream& out) {
    out << print(program);
}

std::string print_command(const Program& program, CommandId command) {
    Printer printer(program);
    printer.command(command);
    return printer.take();
}

}  // namespace hg
