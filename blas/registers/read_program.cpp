#include <algorithm>
#include <utility>

#include "runtime/files/host_library.hpp"
#include "runtime/files/source_reader.hpp"
#include <hg/blas/registers/read_program.hpp>
#include <hg/blas/registers/source_library.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// A text from its next word on.
std::string_view without_blanks_and_comments(std::string_view text) {
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
        if (!text.starts_with('#')) return text;
        text.remove_prefix(std::min(text.find('\n'), text.size()));
    }
}

Program build_source(const std::string& text, const std::function<Target()>& devices,
                     const ProgramTextOptions& options) {
    const ProgramSource source = ProgramSource::parse(text, options.file);
    return source.build(source.target().devices.empty() ? devices() : Target{}, options.values,
                        program_library(options));
}

Program parse_program(const std::string& text, const ProgramTextOptions& options) {
    if (!options.values.empty())
        throw Error(ErrorCode::invalid_argument, (options.file.empty() ? "the text" : options.file) +
                                                     " is not a source, so it has no parameter called " +
                                                     options.values.begin()->first);
    try {
        return parse(text, program_library(options));
    } catch (const Error& error) {
        ErrorContext context = error.context();
        context.file = options.file;
        throw Error(error.code(), error.message(), std::move(context));
    }
}

}  // namespace

SourceLibrary program_library(const ProgramTextOptions& options) {
    SourceLibrary library = source_library(*options.database);
    library.read = source_reader(options.folder);
    library.host = host_library_loader(options.folder);
    return library;
}

bool is_program_source(std::string_view text) {
    for (const std::string_view word : {"hg", "program", "2"}) {
        text = without_blanks_and_comments(text);
        if (!text.starts_with(word)) return false;
        text.remove_prefix(word.size());
        if (!text.empty() && kBlanks.find(text.front()) == std::string_view::npos && text.front() != '#')
            return false;
    }
    return true;
}

Program read_program(const std::string& text, const std::function<Target()>& devices,
                     const ProgramTextOptions& options) {
    return is_program_source(text) ? build_source(text, devices, options) : parse_program(text, options);
}

}  // namespace hg
