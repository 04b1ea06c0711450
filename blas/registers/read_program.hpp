#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/source.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// What the text of a program does not say itself.
struct ProgramTextOptions {
    std::string file;     ///< stands for the text in messages; may be empty
    std::string folder;   ///< of the files that a source names; empty: the working folder
    SourceValues values;  ///< of a source's parameters; those left out have their defaults
    const kernels::Database* database = &kernels::Database::shipped();  ///< chooses kernels of hg's routines
};

/// What a text may use: source_library(), and the files of its folder. Host implementations that it names in shared objects
/// are loaded when the host device first runs them.
SourceLibrary program_library(const ProgramTextOptions& options);

/// True if the first statement of a text is `hg program 2`: it is a source, which can have parameters.
bool is_program_source(std::string_view text);

/// The program of a text in either format of docs/reference/program-text.md, with hg's instructions and routines: source_library().
/// A source is built for the devices that it declares, or else for `devices()`, which is not called otherwise. Slots and
/// dependencies of format 1 are taken as they are written: verify() says whether they are right.
///
///     hg::Session& session = hg::Session::global();
///     const hg::Program program = hg::read_program(
///         text, [&] { return session.machine().target(); }, {.folder = "programs", .values = {{"m", 8192}}});
///     session.run(program, hg::Bindings{}.matrix("A", a, lda).scalar("alpha", 2.0));
///
/// Throws Error{invalid_program} with the place in its context for what is wrong with the text; Error{invalid_argument} for a
/// parameter that is missing or not known; Error{io} for a file that cannot be read; and what `devices` throws. Thread-safe.
Program read_program(const std::string& text, const std::function<Target()>& devices,
                     const ProgramTextOptions& options = {});

}  // namespace hg
