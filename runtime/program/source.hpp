#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/instruction.hpp>
#include <hg/runtime/program/policy.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

namespace source {
struct SyntaxTree;
}

/// A parameter of a source: an integer that is chosen when a program is built.
struct SourceParameter {
    std::string name;           ///< of letters, digits and '_'
    std::string default_value;  ///< as the source has it: "2048", "m / 2"; empty if it must be given
};

/// Values of a source's parameters, by name.
using SourceValues = std::map<std::string, std::int64_t, std::less<>>;

/// One argument of a library routine that a source calls.
struct RoutineArgument {
    /// What the argument is.
    enum class Kind : std::uint8_t {
        reg,      ///< a register or window
        scalar,   ///< a number, or a scalar that is bound when the program runs
        integer,  ///< an integer expression, or a number without fraction
        word      ///< a word that the source does not declare, such as N or lower
    };
    Kind kind = Kind::integer;     ///< which of the members counts
    RegisterId reg = kNoRegister;  ///< of a register
    Scalar scalar;                 ///< of a scalar; the value of an integer, too
    std::int64_t integer = 0;      ///< of an integer
    std::string word;              ///< of a word
};

/// What a source uses that it does not hold itself. Each function can be left out: the source must not need it then.
struct SourceLibrary {
    /// Instructions that EXEC names and the source does not declare.
    InstructionLookup instruction;
    /// The text of a file that the source names, which is a path relative to the source, or absolute. It throws hg::Error
    /// if there is none.
    std::function<std::string(const std::string& path)> read;
    /// The host implementation of an instruction, from the library that `host` names in its declaration: the function
    /// called `entry`. It throws hg::Error if there is none.
    std::function<std::function<void(const HostCall&)>(const std::string& library, const std::string& entry)>
        host;
    /// Appends what hg.ROUTINE(arguments) does. False if no such routine is known. It throws hg::Error for arguments
    /// that do not fit.
    std::function<bool(ProgramBuilder& builder, std::string_view routine,
                       std::span<const RoutineArgument> arguments)>
        routine;
};

/// What a program may have that is built of a source.
struct SourceLimits {
    double commands = 1e8;   ///< those of routines count once they are appended
    double registers = 1e8;  ///< with windows
    double steps = 1e9;      ///< statements that run, longer ones counted several times
    double bytes = 1 << 30;  ///< of host memory, about: a command without operands takes 200, a register 104
};

/// Reads what print() writes, as parse() of <hg/runtime/program/text.hpp> does, and instructions whose kernels stand in
/// files: `library` reads those, and finds the others by name. Throws Error{io} if a file can't be read.
Program parse(std::string_view text, const SourceLibrary& library);

/// A program with parameters, loops and names, in the language that docs/reference/program-text.md describes. It is read once;
/// build() makes a Program of it for a target and values of its parameters. Copies share what was read. Thread-safe:
/// nothing changes after construction.
///
///     ProgramSource source = ProgramSource::parse(text, "update.hgs");
///     Program program = source.build(target, {{"m", 8192}, {"n", 8192}, {"k", 8192}}, library);
///
/// What is wrong with a source throws Error{invalid_program} with file, line and column in its context.
class ProgramSource {
  public:
    /// Reads a source of up to 64 MiB. `file` stands for it in messages. Any bytes are safe.
    static ProgramSource parse(std::string text, const std::string& file = {});

    /// Its parameters, in the order of their declaration.
    [[nodiscard]] std::span<const SourceParameter> parameters() const noexcept;

    /// The values of all parameters that build() takes for these: those that are not given are computed. Throws as it does.
    [[nodiscard]] SourceValues values(const SourceValues& given = {}) const;

    /// The devices that the source declares itself. Without any, it is built for those of the machine.
    [[nodiscard]] const Target& target() const noexcept;

    /// The program for `values` of the parameters, on the devices of `target`, or its own if it declares any. Memory
    /// is planned by `policy`. Throws Error{invalid_argument} for a value that the source does not ask for, or that is
    /// missing; Error{invalid_program} for what does not fit together or goes beyond `limits`; and what the library's functions and ProgramBuilder::finish() throw. A program takes about 200 bytes of
    /// memory a command.
    [[nodiscard]] Program build(const Target& target, const SourceValues& values = {},
                                const SourceLibrary& library = {}, MemoryPolicy policy = {},
                                const SourceLimits& limits = {}) const;

  private:
    explicit ProgramSource(std::shared_ptr<const source::SyntaxTree> tree);

    std::shared_ptr<const source::SyntaxTree> tree_;
    std::shared_ptr<const std::vector<SourceParameter>> parameters_;
};

}  // namespace hg
