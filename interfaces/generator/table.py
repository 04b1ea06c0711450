"""A C++ table of the routines, for tools and tests that treat all routines alike."""

import textwrap

from generator import cpp
from generator.text import Items, blocks, each, fill, place

SOURCE = """
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <string_view>

@arguments@
#include "runtime/program/base/element_types.hpp"
#include <hg/@layer@/async.hpp>
@headers@

// The rows of the @layer@ routines. Each has:
//
//     kName, kDoes      the name without a letter for the element type, as in the arguments; a one-line
//                       description
//     kLevel            BLAS level; 3 for LAPACK
//     kHasLayout        whether the routine's functions take a layout; the calls below always take one
//     Types, kNames     element types and, in the same order, names in BLAS or LAPACK
//     Arguments<T>      struct of arguments with a list() as ArgumentList describes it
//     call<T>()         calls the public C++ function on a session. Returns info, or 0 if the function has
//                       none, and stores other results where the arguments say
//     call_async<T>()   the same for the asynchronous function, if there is one
namespace hg::routines {

@rows@

/// Calls act(row) with each row, in the order of interfaces/routines.py.
template <class Act>
void for_each_@layer@_routine(const Act& act) {
    @acts@
}

}  // namespace hg::routines
"""

CALLS = """
#pragma once

@headers@

// The calls, as routine_call() takes them, for the arguments of the @layer@ routines that have no vectors.
namespace hg::routines {

@calls@

}  // namespace hg::routines
"""

CALL_OF = """
template <class T>
@Call@ call_of(const @Arguments@& arguments) noexcept {
    return {arguments};
}
"""

ROW = """
@describe@
struct @Name@ {
    static constexpr std::string_view kName = "@name@";
    static constexpr std::string_view kDoes =
        @words@;
    static constexpr int kLevel = @level@;
    static constexpr bool kHasLayout = @has_layout@;
    using Types = @types@
    static constexpr std::array<std::string_view, @count@> @names@
    template <class@T@>
    using Arguments = @Arguments@;

@call@
@call_async@
};
"""

CALL = """
    template <class T>
    static @returned@ @name@(Session& session, @layout@, const Arguments<T>& given) {
        const @binding@
        @call@
        @info@
    }
"""


def call(routine, suffix):
    template = "" if routine.is_mixed else "<T>"
    values = [name for _, name in cpp.parameters(routine, "T")]
    bound = [argument.name for argument in routine.without_work] + (["options"] if routine.options else [])
    result = f"*{routine.result.name} = " if routine.result else ""
    returns = suffix or routine.returns_info
    return place(CALL, returned="Call" if suffix else "std::int64_t", name="call" + suffix,
                 layout="Layout layout" if routine.has_layout else "Layout /*layout*/",
                 binding=Items("auto& [", bound, "] = given;"),
                 call=Items(f"{'return ' if returns else result}hg::{routine.family}{suffix}{template}(",
                            ["session", *values], ");"),
                 info="" if returns else "return 0;")


def row(routine):
    return place(
        ROW, Name=routine.type_name, name=routine.member, describe=cpp.describe(routine),
        words="\n".join(f'"{line}"' for line in textwrap.wrap(routine.does, 90, drop_whitespace=False)),
        level=str(routine.level), has_layout="true" if routine.has_layout else "false",
        count=str(len(routine.variants)),
        types=Items("ElementTypes<", [element.c for _, element in routine.variants], ">;"),
        names=Items("kNames{", [f'"{name}"' for name, _ in routine.variants], "};"),
        T="" if routine.is_mixed else " T",
        Arguments=cpp.struct(routine, "Arguments" if routine.layer == "blas" else "Call", "T"),
        call=call(routine, ""), call_async=call(routine, "_async") if routine.asynchronous else "")


def header(routines):
    layer = routines[0].layer
    return place(
        SOURCE, layer=layer,
        arguments='#include "blas/generated/arguments.hpp"' if layer == "blas" else each(
            f'#include "{routine.call_header}"' for routine in routines),
        headers=each(f"#include <hg/{layer}/{routine.public}.hpp>" for routine in routines),
        rows=blocks(*map(row, routines)),
        acts="\n".join(f"act({routine.type_name}{{}});" for routine in routines)) + "\n"


def calls(routines):
    """call_of() for BLAS routines, whose calls contain structs of arguments."""
    of_matrices = [routine for routine in routines if routine.level == 3]
    return place(
        CALLS, layer=routines[0].layer,
        headers=each(f'#include "{routine.layer}/{routine.room}/{routine.stem}_call.hpp"'
                     for routine in of_matrices),
        calls=blocks(*(place(CALL_OF, Call=cpp.struct(routine, "Call", "T"),
                             Arguments=cpp.struct(routine, "Arguments", "T"))
                       for routine in of_matrices))) + "\n"
