#include "runtime/program/text/parse.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "runtime/program/build/program_bytes.hpp"
#include "runtime/program/check/rules.hpp"
#include "runtime/program/text/line_scanner.hpp"
#include "runtime/program/text/machine_lines.hpp"
#include "runtime/program/text/name_table.hpp"
#include "runtime/program/text/text_lines.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr std::int64_t kMostBytes = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMostNumber = std::numeric_limits<std::uint32_t>::max() - 1;

/// Adds the line to errors of rules that know nothing of the text, except to an error about an unreadable
/// file, which is not a fault of the text.
template <class Action>
auto with_line(int number, Action action) {
    try {
        return action();
    } catch (const Error& error) {
        if (error.context().line > 0) throw;
        ErrorContext context = error.context();
        context.line = number;
        throw Error(error.code() == ErrorCode::io ? ErrorCode::io : ErrorCode::invalid_program,
                    error.message(), std::move(context));
    }
}

class Parser {
  public:
    Parser(const InstructionLookup& find, const InstructionMaker& make) : find_(find), make_(make) {}

    Program parse(std::string_view text) {
        const int last = for_each_line(text, [&](LineScanner& scanner, std::string_view line, int number) {
            with_line(number, [&] { statement(scanner, line, number); });
        });
        parts_.target = std::move(machine_).target();
        if (!has_header_) LineScanner({}, last).fail("a program begins with the line 'hg program 1'");
        parts_.first_dependency.push_back(static_cast<std::uint32_t>(parts_.dependencies.size()));
        return with_line(last, [&] { return Program(std::move(parts_)); });
    }

  private:
    void statement(LineScanner& line, std::string_view text, int number) {
        if (!has_header_)
            header(line);
        else if (line.take_word("instruction"))
            return instruction(line, text, number);
        else if (!machine_.take(line) && !declaration(line))
            command(line);
        line.expect_end();
    }

    /// Reads a declaration if the line begins with the keyword of one.
    bool declaration(LineScanner& line) {
        static constexpr std::pair<std::string_view, void (Parser::*)(LineScanner&)> kDeclarations[] = {
            {"matrix", &Parser::matrix},
            {"scalar", &Parser::scalar},
            {"slot", &Parser::slot},
            {"register", &Parser::declare_register},
            {"resident", &Parser::declare_resident}};
        for (const auto& [word, read] : kDeclarations)
            if (line.take_word(word)) {
                (this->*read)(line);
                return true;
            }
        return false;
    }

    void header(LineScanner& line) {
        if (!line.take_word("hg") || !line.take_word("program"))
            line.fail("a program begins with the line 'hg program 1'");
        const std::int64_t version = line.integer("the version of the text", kMostBytes);
        if (version == 2) line.fail("a source ('hg program 2'), where a program's text is expected");
        if (version != 1)
            line.fail("format " + std::to_string(version) +
                      " of programs; this hg reads format 1 (a program's text) and format 2 (a source)");
        has_header_ = true;
    }

    void matrix(LineScanner& line) {
        MatrixParameter matrix;
        matrix.name = line.identifier("the name of a matrix");
        matrix.type = type(line);
        extents(line, matrix.rows, matrix.cols);
        matrix.is_pinned = line.take_word("pinned");
        check_matrix(matrix);
        if (!matrices_.add(matrix.name)) line.fail("two matrices are called " + matrix.name);
        parts_.matrices.push_back(std::move(matrix));
    }

    void scalar(LineScanner& line) {
        const std::string name(line.identifier("the name of a scalar"));
        if (!scalars_.add(name)) line.fail("two scalars are called " + name);
        parts_.scalars.push_back(name);
    }

    void slot(LineScanner& line) {
        Slot slot;
        expect_next(line, 's', "slot", parts_.slots.size());
        line.expect("@");
        slot.device = device_position(line);
        slot.bytes = line.integer("bytes of the slot", kMostBytes);
        slot.is_resident = line.take_word("resident");
        parts_.slots.push_back(slot);
    }

    void declare_register(LineScanner& line) {
        Register reg;
        expect_next(line, 'r', "register", parts_.registers.size());
        const SlotId slot = place(line, reg.device);
        reg.type = type(line);
        extents(line, reg.rows, reg.cols);
        if (line.take_word("window"))
            window(line, reg);
        else
            reg.ld = line.take_word("ld") ? extent(line) : reg.rows;
        check_register(reg);
        if (const std::string fault = too_large(parts_); !fault.empty()) line.fail(fault);
        parts_.registers.push_back(reg);
        parts_.slot_of_register.push_back(slot);
        loaded_.push_back(false);
        check_window(parts_, static_cast<RegisterId>(parts_.registers.size() - 1));
    }

    void declare_resident(LineScanner& line) {
        const std::string name(line.identifier("the name of a resident register"));
        if (!residents_.add(name)) line.fail("two resident registers are called " + name);
        parts_.residents.push_back({name, static_cast<RegisterId>(parts_.registers.size())});
        declare_register(line);
    }

    /// Reads the rest of a window's declaration: the register of which it is part, and its first element
    /// there.
    void window(LineScanner& line, Register& reg) {
        reg.window_of = static_cast<RegisterId>(line.handle('r', "a register", parts_.registers.size()));
        const Register& outer = parts_.registers[index(reg.window_of)];
        reg.ld = outer.ld;
        line.expect("[");
        const std::int64_t row = line.integer("the first row", outer.rows);
        line.expect(",");
        const std::int64_t col = line.integer("the first column", outer.cols);
        line.expect("]");
        reg.offset = row + col * outer.ld;
    }

    /// Reads an instruction: its name alone, or its declaration.
    void instruction(LineScanner& line, std::string_view text, int number) {
        const std::string name(line.instruction_name());
        InstructionPtr found;
        if (line.take_word("from")) {
            if (!make_) line.fail("files of kernels cannot be read here, for instruction " + name);
            found = make_(text, number);
        } else {
            line.expect_end();
            if (find_) found = find_(name);
        }
        if (found == nullptr) line.fail("there is no instruction called " + name);
        if (!instructions_.add(name)) line.fail("instruction " + name + " is declared twice");
        parts_.instructions.push_back(std::move(found));
    }

    void command(LineScanner& line) {
        const std::int64_t number = line.integer("a declaration or the number of a command", kMostNumber);
        if (number != std::ssize(parts_.commands))
            line.fail("command " + std::to_string(parts_.commands.size()) + " comes next, not " +
                      std::to_string(number));
        line.expect(":");
        Command command;
        if (line.take_word("LD"))
            transfer(line, command, Operation::load);
        else if (line.take_word("ST"))
            transfer(line, command, Operation::store);
        else if (line.take_word(name(QueueKind::exec)))
            exec(line, command, QueueKind::exec);
        else if (line.take_word(name(QueueKind::exec2)))
            exec(line, command, QueueKind::exec2);
        else if (line.take_word("MARK"))
            mark(line, command, Operation::mark);
        else if (line.take_word("BAR"))
            mark(line, command, Operation::barrier);
        else
            line.fail_expected("LD, ST, EXEC, EXEC2, MARK or BAR");
        check_command(parts_, command);
        parts_.first_dependency.push_back(static_cast<std::uint32_t>(parts_.dependencies.size()));
        bool more = line.take_word("after");
        for (; more; more = line.take(",")) dependency(line);
        parts_.commands.push_back(command);
        if (const std::string fault = too_large(parts_); !fault.empty()) line.fail(fault);
    }

    void transfer(LineScanner& line, Command& command, Operation operation) {
        const bool is_load = operation == Operation::load;
        command.operation = operation;
        command.queue = is_load ? QueueKind::load : QueueKind::store;
        is_load ? register_operand(line, command) : tile(line, command);
        line.expect("<-");
        is_load ? tile(line, command) : register_operand(line, command);
        if (is_load) in_place(line, command);
    }

    /// Reads the rest of an LD. A register in place has one LD.
    void in_place(LineScanner& line, const Command& command) {
        const std::size_t reg = index(parts_.operands[command.first_operand]);
        bool& keeps_place = parts_.registers[reg].in_place;
        const bool was_loaded = loaded_[reg];
        const bool was_in_place = keeps_place;
        loaded_[reg] = true;
        keeps_place = line.take_word("in_place");
        if (was_loaded && (was_in_place || keeps_place))
            line.fail("r" + std::to_string(reg) + " is in place, so it can have only one LD");
    }

    void exec(LineScanner& line, Command& command, QueueKind queue) {
        command.operation = Operation::exec;
        command.queue = queue;
        command.subject = instructions_.at(line, line.instruction_name(), "instruction");
        const Instruction& instruction = *parts_.instructions[command.subject];
        command.first_operand = static_cast<std::uint32_t>(parts_.operands.size());
        for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
            parts_.operands.push_back(register_name(line));
            if (i == 0) command.device = parts_.registers[index(parts_.operands.back())].device;
        }
        command.first_scalar = static_cast<std::uint32_t>(parts_.scalar_operands.size());
        if (!instruction.scalars.empty()) line.expect(";");
        for (std::size_t i = 0; i < instruction.scalars.size(); ++i)
            parts_.scalar_operands.push_back(scalar_operand(line));
    }

    void mark(LineScanner& line, Command& command, Operation operation) {
        command.operation = operation;
        command.subject = static_cast<std::uint32_t>(parts_.names.size());
        parts_.names.emplace_back(line.quoted());
        line.expect("@");
        command.device = device_position(line);
        line.expect(".");
        for (const QueueKind kind : kQueueKinds)
            if (line.take_word(name(kind))) {
                command.queue = kind;
                return;
            }
        line.fail_expected("LD, EXEC, EXEC2 or ST");
    }

    void dependency(LineScanner& line) {
        Dependency edge;
        const std::int64_t on = line.integer("the number of a command", kMostNumber);
        if (on >= std::ssize(parts_.commands))
            line.fail("a command waits only for commands before it, not for " + std::to_string(on));
        edge.on = static_cast<CommandId>(on);
        if (line.take("(")) {
            edge.hazard = hazard(line);
            edge.host = line.take_word("host");
            edge.place = edge.host ? matrices_.at(line, line.identifier("the name of a matrix"), "matrix")
                                   : line.handle('s', "a slot", parts_.slots.size());
            line.expect(")");
        }
        parts_.dependencies.push_back(edge);
    }

    static Hazard hazard(LineScanner& line) {
        if (line.take_word("RAW")) return Hazard::raw;
        if (line.take_word("WAR")) return Hazard::war;
        if (line.take_word("WAW")) return Hazard::waw;
        line.fail_expected("RAW, WAR or WAW");
    }

    Scalar scalar_operand(LineScanner& line) {
        if (!line.take("$")) return line.scalar_value("a scalar");
        const std::string_view name = line.identifier("the name of a scalar");
        return Scalar::bound(static_cast<std::int32_t>(scalars_.at(line, name, "scalar")));
    }

    void register_operand(LineScanner& line, Command& command) {
        const RegisterId reg = register_name(line);
        command.device = parts_.registers[index(reg)].device;
        command.first_operand = static_cast<std::uint32_t>(parts_.operands.size());
        parts_.operands.push_back(reg);
    }

    /// Reads a register as commands name it, with the device and slot of its declaration: r7@gpu0.s3.
    RegisterId register_name(LineScanner& line) {
        const std::uint32_t position = line.handle('r', "a register", parts_.registers.size());
        DeviceIndex device = 0;
        const SlotId slot = place(line, device);
        if (device != parts_.registers[position].device || slot != parts_.slot_of_register[position])
            line.fail("register r" + std::to_string(position) + " was declared in another slot");
        return static_cast<RegisterId>(position);
    }

    SlotId place(LineScanner& line, DeviceIndex& device) {
        line.expect("@");
        device = device_position(line);
        line.expect(".");
        return static_cast<SlotId>(line.handle('s', "a slot", parts_.slots.size()));
    }

    void tile(LineScanner& line, Command& command) {
        HostTile tile;
        const std::uint32_t matrix = matrices_.at(line, line.identifier("the name of a matrix"), "matrix");
        tile.parameter = static_cast<ParameterId>(matrix);
        line.expect("[");
        tile.row = extent(line);
        line.expect(",");
        tile.col = extent(line);
        line.expect("]");
        extents(line, tile.rows, tile.cols);
        for (const TilePart part : {TilePart::lower, TilePart::upper})
            if (line.take_word(name(part))) tile.part = part;
        if (type(line) != parts_.matrices[matrix].type)
            line.fail("matrix " + parts_.matrices[matrix].name + " holds " +
                      std::string(name(parts_.matrices[matrix].type)));
        command.subject = static_cast<std::uint32_t>(parts_.tiles.size());
        parts_.tiles.push_back(tile);
    }

    static void expect_next(LineScanner& line, char letter, const std::string& what, std::size_t next) {
        if (line.handle(letter, "a " + what, next + 1) != next)
            line.fail(what + " " + letter + std::to_string(next) + " comes next");
    }

    DeviceIndex device_position(LineScanner& line) { return machine_.device_position(line); }

    static ElementType type(LineScanner& line) {
        const std::string_view text = line.identifier("an element type");
        if (const auto found = element_type(text)) return *found;
        std::string all;
        for (ElementType known : kElementTypes) all += (all.empty() ? "" : ", ") + std::string(name(known));
        line.fail("'" + std::string(text) + "' is not an element type; the types are " + all);
    }

    static void extents(LineScanner& line, std::int64_t& rows, std::int64_t& cols) {
        rows = extent(line);
        line.expect("x");
        cols = extent(line);
    }

    static std::int64_t extent(LineScanner& line) {
        return line.integer("a number of elements", std::numeric_limits<std::int64_t>::max());
    }

    const InstructionLookup& find_;
    const InstructionMaker& make_;
    bool has_header_ = false;
    ProgramParts parts_;
    std::vector<bool> loaded_;  ///< by register
    MachineLines machine_;
    NameTable matrices_;
    NameTable scalars_;
    NameTable residents_;
    NameTable instructions_;
};

}  // namespace

Program parse_text(std::string_view text, const InstructionLookup& find, const InstructionMaker& make) {
    return Parser(find, make).parse(text);
}

Program parse(std::string_view text, const InstructionLookup& find) {
    return parse_text(text, find, nullptr);
}

}  // namespace hg
