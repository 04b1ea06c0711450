#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include <hg/runtime/program/program.hpp>

namespace hg {

/// Returns a program as text: the one form used in logs, tests and bug reports.
/// docs/reference/program-text.md holds the grammar.
std::string print(const Program& program);
/// The same, written to a stream.
void print(const Program& program, std::ostream& out);

/// Returns one command as print() shows it, for example
/// `12: LD r7@gpu0.s3 <- A[0,4096] 2048x2048 f64   after 5 (WAR s3)`.
std::string print_command(const Program& program, CommandId command);

/// Reads what print() writes: print(parse(print(p))) == print(p). Dependencies and slots are taken as
/// written; use verify() to check them. `find` returns the instructions by name. For instructions from files
/// use parse() of <hg/runtime/program/source.hpp>. Throws Error{invalid_program} with context().line for
/// every error in syntax or meaning. Any bytes are safe.
Program parse(std::string_view text, const InstructionLookup& find);

/// Returns a machine as the text of a machine file: the line `hg machine 1`, then the statements `machine`,
/// `delays` and `device` as a program's text contains them.
std::string print_machine(const Target& target);

/// Reads what print_machine() writes. Figures that are left out have their defaults. Throws
/// Error{invalid_program} with context().line for every error, and if there is no device. Any bytes are safe.
Target parse_machine(std::string_view text);

}  // namespace hg
