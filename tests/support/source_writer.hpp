#pragma once

#include <map>
#include <string>

#include "tests/support/source_description.hpp"

namespace hg::test {

/// Writes a SourceDescription in the language of sources, with no bracket that is not needed.
class SourceWriter {
  public:
    std::string written(const SourceDescription& source) {
        text_ = "hg program 2\n";
        for (const ParameterText& parameter : source.parameters)
            line("param " + parameter.name + (parameter.value ? " = " + text(*parameter.value) : ""));
        for (int d = 0; d < source.own_devices; ++d)
            line("device d" + std::to_string(d) + " memory " + std::to_string(kOwnMemory));
        line("devices gpus");
        for (const MatrixText& matrix : source.matrices)
            line("matrix " + matrix.name + " " + std::string(hg::name(matrix.type)) + " " +
                 extent(matrix.rows, matrix.cols));
        for (const std::string& scalar : source.scalars) line("scalar " + scalar);
        for (const InstructionText& instruction : source.instructions) declare(instruction);
        if (source.by_priority) line("policy priority");
        block(source.body);
        return text_;
    }

  private:
    void declare(const InstructionText& instruction) {
        line("instruction " + instruction.name + " from \"" + instruction.name +
             ".cl\" (X: read_write f64; s: f64)");
        line("    geometry " + list(instruction.global) +
             (instruction.local.empty() ? "" : " local " + list(instruction.local)));
        line("    flops " + text(instruction.flops) + "   bytes " + text(instruction.bytes));
    }
    static std::string list(const std::vector<Expression>& extents) {
        std::string all;
        for (const Expression& extent : extents) all += (all.empty() ? "(" : ", ") + text(extent);
        return all + ")";
    }
    void line(const std::string& statement) {
        text_ += std::string(2 * depth_, ' ') + statement + (++lines_ % 9 == 0 ? "  # a comment\r\n" : "\n");
        if (lines_ % 7 == 0) text_ += '\n';
    }
    void block(const Block& statements) {
        for (const Statement& statement : statements) write(statement);
    }
    void braces(const std::string& head, const Block& statements) {
        line(head + " {");
        ++depth_;
        block(statements);
        --depth_;
        line("}");
    }

    void write(const Statement& s) {
        using Kind = StatementKind;
        switch (s.kind) {
            case Kind::let:
                return line("let " + s.name + " = " + text(s.numbers[0]));
            case Kind::reg:
                return line(declaration(s));
            case Kind::window:
                return line("window " + s.name + " = " + text(s.registers[0]) + place(s) + " " +
                            extent(s.numbers[2], s.numbers[3]));
            case Kind::load:
                return line("LD " + text(s.registers[0]) + " <- " + tile(s) + after(s));
            case Kind::store:
                return line("ST " + tile(s) + " <- " + text(s.registers[0]) + after(s));
            case Kind::exec:
                return line(exec(s));
            case Kind::mark:
                return line("MARK \"" + s.name + "\"" + queue(s) + after(s));
            case Kind::barrier:
                return line((s.name.empty() ? "BAR" : "BAR \"" + s.name + "\"") + queue(s));
            case Kind::loop:
                return braces("for " + s.name + " in " + text(s.numbers[0]) + ".." + text(s.numbers[1]) +
                                  (s.numbers.size() > 2 ? " step " + text(s.numbers[2]) : ""),
                              s.body);
            case Kind::device_loop:
                return braces("for device " + s.name + " in gpus", s.body);
            case Kind::branches:
                return branches(s);
            case Kind::sub:
                return braces("sub " + s.name + "(" + arguments(s) + ")", s.body);
            case Kind::call:
                return line(s.name + "(" + given(s) + ")");
            case Kind::routine:
                return line("hg." + s.name + "(N, " + text(s.registers[0]) + ", " +
                            text(s.scalars[0], false) + ")");
        }
    }

    void branches(const Statement& s) {
        std::string before;
        for (const Branch& branch : s.branches) {
            braces(before + (branch.condition ? "if " + text(*branch.condition) : ""), branch.body);
            before = "else ";
        }
    }

    static std::string declaration(const Statement& s) {
        return "register " + s.name + (s.array ? "[" + text(*s.array) + "] " : " ") +
               std::string(hg::name(s.type)) + " " + extent(s.numbers[0], s.numbers[1]) +
               (s.numbers.size() > 2 ? " ld " + text(s.numbers[2]) : "") +
               (s.device ? " @ " + text(*s.device) : "");
    }
    static std::string exec(const Statement& s) {
        std::string all = std::string(hg::name(s.queue)) + " " + s.name;
        for (const RegisterName& reg : s.registers) all += " " + text(reg);
        for (std::size_t i = 0; i < s.scalars.size(); ++i)
            all += (i == 0 ? " ; " : ", ") + text(s.scalars[i], true);
        return all + after(s);
    }
    static std::string arguments(const Statement& s) {
        static const char* const kWords[] = {"int ", "register ", "device ", "matrix ", "scalar "};
        std::string all;
        for (const SubArgument& argument : s.arguments)
            all += (all.empty() ? "" : ", ") + std::string(kWords[static_cast<int>(argument.kind)]) +
                   argument.name;
        return all;
    }
    static std::string given(const Statement& s) {
        std::string all;
        for (const GivenArgument& argument : s.given) {
            const std::string comma = all.empty() ? "" : ",\n    ";
            if (argument.kind == ArgumentKind::integer)
                all += comma + text(argument.value);
            else if (argument.kind == ArgumentKind::reg)
                all += comma + text(argument.reg);
            else if (argument.kind == ArgumentKind::device)
                all += comma + text(argument.device);
            else
                all += comma + argument.name;
        }
        return all;
    }

    static std::string place(const Statement& s) {
        return "[" + text(s.numbers[0]) + ", " + text(s.numbers[1]) + "]";
    }
    static std::string tile(const Statement& s) {
        const std::string part = s.part == TilePart::whole ? "" : " " + std::string(hg::name(s.part));
        return s.matrix + place(s) + (s.numbers.size() > 2 ? " " + extent(s.numbers[2], s.numbers[3]) : "") +
               part;
    }
    static std::string queue(const Statement& s) {
        return s.device ? " @ " + text(*s.device) + "." + std::string(hg::name(s.queue)) : "";
    }
    static std::string after(const Statement& s) {
        std::string all;
        for (const std::string& mark : s.after) all += (all.empty() ? " after \"" : ", \"") + mark + "\"";
        return all;
    }
    static std::string text(const RegisterName& reg) {
        return reg.name + (reg.element ? "[" + text(*reg.element) + "]" : "");
    }
    static std::string text(const DeviceName& device) {
        return device.name + (device.element ? "[" + text(*device.element) + "]" : "");
    }
    /// An expression stands between brackets after EXEC, and without them in calls.
    static std::string text(const ScalarText& scalar, bool brackets) {
        if (!scalar.bound.empty()) return "$" + scalar.bound;
        if (scalar.value) return brackets ? "(" + text(*scalar.value) + ")" : text(*scalar.value);
        return scalar.text;
    }
    static std::string extent(const Expression& rows, const Expression& cols) {
        const bool close = rows.op == "number" && cols.op == "number" && rows.number % 2 == 0;
        return text(rows) + (close ? "x" : " x ") + text(cols);
    }

    /// How tightly an operator binds; more than all of them for what needs no brackets.
    static int tightness(const std::string& op) {
        static const std::map<std::string, int> kTightness{
            {"or", 1}, {"and", 2}, {"not", 3}, {"==", 4}, {"!=", 4}, {"<", 4}, {"<=", 4}, {">", 4},
            {">=", 4}, {"+", 5},   {"-", 5},   {"*", 6},  {"/", 6},  {"%", 6}, {"neg", 7}};
        const auto found = kTightness.find(op);
        return found == kTightness.end() ? 8 : found->second;
    }
    static std::string text(const Expression& e, int least = 0) {
        const int own = tightness(e.op);
        std::string all;
        if (e.op == "number")
            all = std::to_string(e.number);
        else if (e.op == "name")
            all = e.name;
        else if (e.of.empty())
            all = e.op + "(" + e.name + ")";
        else if (e.op == "neg" || e.op == "not")
            all = (e.op == "neg" ? "-" : "not ") + text(e.of[0], own);
        else if (own < 8)
            all = text(e.of[0], own == 4 ? 5 : own) + " " + e.op + " " + text(e.of[1], own + 1);
        else
            all = function(e);
        return own < least ? "(" + all + ")" : all;
    }
    static std::string function(const Expression& e) {
        std::string all;
        for (const Expression& argument : e.of) all += (all.empty() ? "" : ", ") + text(argument, 5);
        return e.op + "(" + all + ")";
    }

    std::string text_;
    std::size_t depth_ = 0;
    int lines_ = 0;
};

inline std::string written(const SourceDescription& source) {
    return SourceWriter().written(source);
}

}  // namespace hg::test
