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

/// A parameter of a source: an integer chosen when a program is built.
struct SourceParameter {
    std::string name;           ///< letters, digits and '_'
    std::string default_value;  ///< as in the source: "2048", "m / 2"; empty if a value is required
};

/// Values of a source's parameters, by name.
using SourceValues = std::map<std::string, std::int64_t, std::less<>>;

/// One argument of a library routine that a source calls.
struct RoutineArgument {
    /// The kind of an argument.
    enum class Kind : std::uint8_t {
        reg,      ///< a register or window
        scalar,   ///< a number, or a scalar that is bound when the program runs
        integer,  ///< an integer expression, or a number without a fraction
        word      ///< a word that the source does not declare, such as N or lower
    };
    Kind kind = Kind::integer;     ///< selects the valid member
    RegisterId reg = kNoRegister;  ///< of a register
    Scalar scalar;                 ///< of a scalar; for an integer, also its value
    std::int64_t integer = 0;      ///< of an integer
    std::string word;              ///< of a word
};

/// What a source uses but does not contain. You can omit each function if the source does not need it.
struct SourceLibrary {
    /// Finds instructions that EXEC names and the source does not declare.
    InstructionLookup instruction;
    /// Returns the text of a file that the source names, by a path that is absolute or relative to the
    /// source. Throws hg::Error if there is none.
    std::function<std::string(const std::string& path)> read;
    /// Returns the host implementation of an instruction: the function called `entry` in the library that
    /// `host` names in the instruction's declaration. Throws hg::Error if there is none.
    std::function<std::function<void(const HostCall&)>(const std::string& library, const std::string& entry)>
        host;
    /// Appends what hg.ROUTINE(arguments) does. Returns false if no such routine is known. Throws hg::Error
    /// if the arguments are wrong.
    std::function<bool(ProgramBuilder& builder, std::string_view routine,
                       std::span<const RoutineArgument> arguments)>
        routine;
};

/// Limits of a program that is built from a source.
struct SourceLimits {
    double commands = 1e8;   ///< commands of routines count once they are appended
    double registers = 1e8;  ///< including windows
    double steps = 1e9;      ///< executed statements; longer ones count several times
    /// Approximate host memory: a command without operands takes 200 bytes, a register 104.
    double bytes = 1 << 30;
};

/// Reads what print() writes, as parse() of <hg/runtime/program/text.hpp> does, and also instructions whose
/// kernels are in files. `library` reads the files and finds the other instructions by name. Throws Error{io}
/// if a file cannot be read.
Program parse(std::string_view text, const SourceLibrary& library);

/// A program with parameters, loops and names, in the language that docs/reference/program-text.md describes.
/// It is read once; build() makes a Program from it for a target and values of its parameters. Copies share
/// the data. Thread-safe: nothing changes after construction.
///
///     ProgramSource source = ProgramSource::parse(text, "update.hgs");
///     Program program = source.build(target, {{"m", 8192}, {"n", 8192}, {"k", 8192}}, library);
///
/// If the source is wrong, functions throw Error{invalid_program} with file, line and column in the context.
class ProgramSource {
  public:
    /// Reads a source of at most 64 MiB. `file` is its name in messages. Any bytes are safe.
    static ProgramSource parse(std::string text, const std::string& file = {});

    /// Returns its parameters, in the order of their declaration.
    [[nodiscard]] std::span<const SourceParameter> parameters() const noexcept;

    /// Returns the values of all parameters that build() uses if these are given: parameters that are not
    /// given are computed. Throws what build() throws.
    [[nodiscard]] SourceValues values(const SourceValues& given = {}) const;

    /// Returns the devices that the source itself declares. Without any, it is built for those of the
    /// machine.
    [[nodiscard]] const Target& target() const noexcept;

    /// Builds the program for `values` of the parameters, on the source's own devices if it declares any,
    /// else on those of `target`. Memory is planned by `policy`. Throws Error{invalid_argument} if a value is
    /// missing or the source has no such parameter; Error{invalid_program} if something does not fit together
    /// or exceeds `limits`; and what the library's functions and ProgramBuilder::finish() throw. A program
    /// takes about 200 bytes of memory per command.
    [[nodiscard]] Program build(const Target& target, const SourceValues& values = {},
                                const SourceLibrary& library = {}, MemoryPolicy policy = {},
                                const SourceLimits& limits = {}) const;

  private:
    explicit ProgramSource(std::shared_ptr<const source::SyntaxTree> tree);

    std::shared_ptr<const source::SyntaxTree> tree_;
    std::shared_ptr<const std::vector<SourceParameter>> parameters_;
};

}  // namespace hg
