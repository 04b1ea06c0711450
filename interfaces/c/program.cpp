// The functions of hg.h for programs of the machine.
#include <algorithm>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "blas/call/submitted_call.hpp"
#include "interfaces/c/guard.hpp"
#include <hg/blas/registers/read_program.hpp>
#include <hg/blas/session.hpp>
#include <hg/hg.h>
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

/// A program, with its matrices and scalars in the form in which C reads them.
struct hg_program {
    explicit hg_program(hg::Program built) : program(std::move(built)) {
        const hg::ProgramParts& parts = program.parts();
        for (const hg::MatrixParameter& matrix : parts.matrices)
            matrices.push_back({matrix.name.c_str(), name(matrix.type).data(), matrix.rows, matrix.cols, 0});
        for (const hg::Command& command : parts.commands)
            if (command.operation == hg::Operation::store)
                matrices[index(parts.tiles[command.subject].parameter)].written = 1;
        for (const std::string& scalar : parts.scalars) scalars.push_back(scalar.c_str());
    }

    const hg::Program program;
    std::vector<hg_matrix_parameter> matrices;
    std::vector<const char*> scalars;
    mutable std::once_flag printing;
    mutable std::string text;  ///< empty until it is requested
};

namespace hg::interfaces {
namespace {

/// Checks an array among a function's arguments. `number` is the position of its pointer; its length follows.
void require_array(const char* function, int number, const char* name, const void* array,
                   std::int64_t count) {
    require_argument(count >= 0, function, number + 1, "length", "must not be negative");
    require_argument(array != nullptr || count == 0, function, number, name, "must not be null");
}

void require_program(const char* function, const hg_program* program) {
    require_argument(program != nullptr, function, 1, "program", "must not be null");
}

std::string or_empty(const char* text) {
    return text == nullptr ? std::string() : text;
}

/// Returns the same error with argument number `number`.
Error numbered(const Error& error, int number) {
    ErrorContext context = error.context();
    context.argument = number;
    return Error(error.code(), error.message(), std::move(context));
}

constexpr const char* kBuild = "hg_program_build";
constexpr int kParameters = 4;  // number of the argument

SourceValues values_of(const hg_parameter* parameters, std::int64_t count) {
    require_array(kBuild, kParameters, "parameters", parameters, count);
    const auto require = [](bool holds, const std::string& condition) {
        require_argument(holds, kBuild, kParameters, "parameters", condition);
    };
    SourceValues values;
    for (std::int64_t i = 0; i < count; ++i) {
        require(parameters[i].name != nullptr, "has a name that is null");
        require(values.emplace(parameters[i].name, parameters[i].value).second,
                std::string("has ") + parameters[i].name + " twice");
    }
    return values;
}

/// Reads a program. If read_program() refuses an argument, it is one of the parameters.
Program read(const std::string& text, Session& session, const ProgramTextOptions& options) {
    try {
        return read_program(
            text, [&] { return session.machine().target(); }, options);
    } catch (const Error& error) {
        throw error.code() == ErrorCode::invalid_argument ? numbered(error, kParameters) : error;
    }
}

constexpr const char* kRun = "hg_program_run";
constexpr int kMatrices = 2, kScalars = 4;  // numbers of the arguments

void bind(Bindings& bindings, const hg_matrix& matrix) {
    const auto require = [](bool holds, const std::string& condition) {
        require_argument(holds, kRun, kMatrices, "matrices", condition);
    };
    require(matrix.name != nullptr, "has a name that is null");
    const std::string name = or_empty(matrix.name);
    require(!bindings.matrices().contains(name), "has " + name + " twice");
    const std::string type = or_empty(matrix.type);
    const std::optional<ElementType> element = element_type(type);
    require(element.has_value(), "has " + name + " with elements of type '" + type + "'");
    with_element_type(*element,
                      [&]<class T>() { bindings.matrix(name, static_cast<T*>(matrix.data), matrix.ld); });
}

void bind(Bindings& bindings, const hg_scalar& scalar) {
    require_argument(scalar.name != nullptr, kRun, kScalars, "scalars", "has a name that is null");
    require_argument(!bindings.scalars().contains(scalar.name), kRun, kScalars, "scalars",
                     std::string("has ") + scalar.name + " twice");
    bindings.scalar(scalar.name, {scalar.real, scalar.imag});
}

/// The memory that a run touches, except for bindings that do not fit, which the run refuses.
std::vector<HostRegion> regions_of(const hg_program& program, const Bindings& bindings) {
    std::vector<HostRegion> regions;
    for (const hg_matrix_parameter& matrix : program.matrices) {
        const auto bound = bindings.matrices().find(matrix.name);
        if (bound == bindings.matrices().end()) continue;
        const auto& [data, ld, type, writable, pinned] = bound->second;
        const std::int64_t size = size_of(type);
        const std::int64_t most = std::numeric_limits<std::int64_t>::max() / size;
        if (ld < matrix.rows || ld > most / std::max<std::int64_t>(1, matrix.cols)) continue;
        regions.push_back({data, matrix.rows * size, matrix.cols, ld * size, matrix.written != 0});
    }
    return regions;
}

void run(const hg_program& program, const Bindings& bindings) {
    Session& session = Session::global();
    session.calls().wait_for([&] { return regions_of(program, bindings); });
    try {
        session.run(program.program, bindings);
    } catch (const Error& error) {
        const std::string& name = error.context().argument_name;
        if (error.code() != ErrorCode::invalid_argument || name.empty()) throw;
        const bool is_matrix =
            bindings.matrices().contains(name) ||
            std::any_of(program.matrices.begin(), program.matrices.end(),
                        [&](const hg_matrix_parameter& matrix) { return matrix.name == name; });
        throw numbered(error, is_matrix ? kMatrices : kScalars);
    }
}

}  // namespace
}  // namespace hg::interfaces

using namespace hg::interfaces;

int64_t hg_program_build(const char* text, const char* file, const char* folder,
                         const hg_parameter* parameters, int64_t length, hg_program** program) {
    return guarded_handle(kBuild, 6, "program", program, [&] {
        hg::require_argument(text != nullptr, kBuild, 1, "text", "must not be null");
        hg::ProgramTextOptions options;
        options.values = values_of(parameters, length);
        options.file = or_empty(file);
        options.folder = or_empty(folder);
        const std::string words = or_empty(text);
        hg::Session& session = hg::Session::global();
        options.database = &session.kernels();
        auto built = std::make_unique<hg_program>(read(words, session, options));
        // The builder makes sound programs; a program written by hand may not be sound.
        if (!hg::is_program_source(words)) hg::verify(built->program);
        return built;
    });
}

int64_t hg_program_verify(const hg_program* program) {
    return guarded(0, [&] {
        require_program("hg_program_verify", program);
        hg::verify(program->program);
    });
}

int64_t hg_program_run(const hg_program* program, const hg_matrix* matrices, int64_t matrix_count,
                       const hg_scalar* scalars, int64_t scalar_count) {
    return guarded(0, [&] {
        require_program(kRun, program);
        require_array(kRun, kMatrices, "matrices", matrices, matrix_count);
        require_array(kRun, kScalars, "scalars", scalars, scalar_count);
        hg::Bindings bindings;
        std::for_each(matrices, matrices + matrix_count, [&](const auto& matrix) { bind(bindings, matrix); });
        std::for_each(scalars, scalars + scalar_count, [&](const auto& scalar) { bind(bindings, scalar); });
        run(*program, bindings);
    });
}

const char* hg_program_text(const hg_program* program) {
    const char* text = nullptr;
    guarded(0, [&] {
        require_program("hg_program_text", program);
        std::call_once(program->printing, [&] { program->text = hg::print(program->program); });
        text = program->text.c_str();
    });
    return text;
}

int64_t hg_program_size(const hg_program* program) {
    return program == nullptr ? 0 : static_cast<int64_t>(program->program.size());
}

const hg_matrix_parameter* hg_program_matrices(const hg_program* program, int64_t* count) {
    if (count != nullptr) *count = program == nullptr ? 0 : static_cast<int64_t>(program->matrices.size());
    return program == nullptr ? nullptr : program->matrices.data();
}

const char* const* hg_program_scalars(const hg_program* program, int64_t* count) {
    if (count != nullptr) *count = program == nullptr ? 0 : static_cast<int64_t>(program->scalars.size());
    return program == nullptr ? nullptr : program->scalars.data();
}

void hg_program_free(hg_program* program) {
    const std::unique_ptr<hg_program> held(program);
}
