#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/source.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Everything about a program that its text does not say.
struct ProgramTextOptions {
    std::string file;     ///< name of the text in messages; may be empty
    std::string folder;   ///< folder of the files that a source names; empty: the working folder
    SourceValues values;  ///< values of a source's parameters; parameters left out have their defaults
    /// Chooses the kernels of hg's routines.
    const kernels::Database* database = &kernels::Database::shipped();
};

/// Returns the library that a text may use: source_library(), and the files of its folder. hg loads host
/// implementations from the shared objects that the text names when the host device first runs them.
SourceLibrary program_library(const ProgramTextOptions& options);

/// Returns true if the first statement of a text is `hg program 2`. The text is then a source, which can have
/// parameters.
bool is_program_source(std::string_view text);

/// Reads a program from a text in either format of docs/reference/program-text.md, with hg's instructions and
/// routines: see source_library(). A source is built for the devices that it declares, or else for
/// `devices()`, which is called only in that case. Slots and dependencies of format 1 are taken as written;
/// use verify() to check them.
///
///     hg::Session& session = hg::Session::global();
///     const hg::Program program =
///         hg::read_program(text, [&] { return session.machine().target(); },
///                          {.folder = "programs", .values = {{"m", 8192}}});
///     session.run(program, hg::Bindings{}.matrix("A", a, lda).scalar("alpha", 2.0));
///
/// Throws Error{invalid_program}, with the place in its context, if the text is wrong;
/// Error{invalid_argument} if a parameter is missing or unknown; Error{io} if a file cannot be read; and
/// whatever `devices` throws. Thread-safe.
Program read_program(const std::string& text, const std::function<Target()>& devices,
                     const ProgramTextOptions& options = {});

}  // namespace hg
