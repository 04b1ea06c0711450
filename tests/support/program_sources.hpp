#pragma once

#include <optional>
#include <string>

#include "tests/support/program_samples.hpp"
#include <hg/runtime/program/source.hpp>
#include <hg/runtime/program/text.hpp>

/// Programs in the language of sources that the tests of runtime/program share.
namespace sources {

using namespace hg;

/// The instructions of samples, and nothing else.
inline SourceLibrary library() {
    return {.instruction = samples::find, .read = nullptr, .host = nullptr, .routine = nullptr};
}

/// The same, and every file, library and routine that a source names: a routine clears its registers.
inline SourceLibrary library_of_everything(InstructionLookup find = samples::find) {
    return {.instruction = std::move(find),
            .read = [](const std::string& path) { return "// " + path; },
            .host = [](const std::string&, const std::string&) { return [](const HostCall&) {}; },
            .routine =
                [](ProgramBuilder& builder, std::string_view, std::span<const RoutineArgument> arguments) {
                    for (const RoutineArgument& argument : arguments)
                        if (argument.kind == RoutineArgument::Kind::reg)
                            builder.exec(samples::clear(), {argument.reg});
                    return true;
                }};
}

/// The program of a source that follows the line `hg program 2`.
inline Program built(const std::string& statements, const SourceValues& values = {},
                     const Target& target = samples::target()) {
    return ProgramSource::parse("hg program 2\n" + statements, "test.hgs").build(target, values, library());
}

/// What reading or building a source throws. Its file is called t.hgs.
inline std::optional<Error> fault_of(const std::string& text, const SourceValues& values = {}) {
    try {
        static_cast<void>(ProgramSource::parse(text, "t.hgs").build(samples::target(2), values, library()));
    } catch (const Error& error) {
        return error;
    }
    return std::nullopt;
}

/// "line:column" of an error.
inline std::string place_of(const Error& error) {
    return std::to_string(error.context().line) + ":" + std::to_string(error.context().column);
}

/// What a command waits for, as it prints: "0 (RAW s0), 2".
inline std::string waited_for(const Program& program, std::size_t command) {
    const std::string line = print_command(program, static_cast<CommandId>(command));
    const std::size_t at = line.find("   after ");
    return at == std::string::npos ? "" : line.substr(at + 9);
}

/// The commands alone, as they print.
inline std::string commands(const Program& program) {
    std::string text;
    for (std::size_t c = 0; c < program.size(); ++c) {
        const std::string line = print_command(program, static_cast<CommandId>(c));
        text += line.substr(0, line.find("   after")) + "\n";
    }
    return text;
}

/// C += A B out of core as samples::gemm_builder() builds it: sizes in tiles.
inline const std::string kGemm = R"(
param m
param n
param k
param tile
matrix A f64 m * tile x k * tile
matrix B f64 k * tile x n * tile
matrix C f64 m * tile x n * tile
scalar alpha
devices gpus
for i in 0..m {
    for j in 0..n {
        register c f64 tile x tile @ gpus[i % count(gpus)]
        LD c <- C[i * tile, j * tile]
        for l in 0..k {
            register a f64 tile x tile @ gpus[i % count(gpus)]
            register b f64 tile x tile @ gpus[i % count(gpus)]
            LD a <- A[i * tile, l * tile]
            LD b <- B[l * tile, j * tile]
            EXEC multiply a b c ; $alpha
        }
        ST C[i * tile, j * tile] <- c
    }
}
)";

}  // namespace sources
