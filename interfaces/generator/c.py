"""hg.h and the C functions that it declares."""

from generator.routine import Kind
from generator.text import Items, blocks, comment, each, fill, in_lambda, place

FUNCTION = """
@head@
    @body@
}
"""

SOURCE = """
#include "blas/call/letters.hpp"
#include "interfaces/c/call.hpp"
#include "interfaces/c/guard.hpp"
#include <hg/@layer@/async.hpp>
@includes@
#include <hg/hg.h>

using namespace hg::interfaces;

@functions@
"""


OF_ELEMENTS = (Kind.MATRIX, Kind.VECTOR, Kind.TAU, Kind.RESULT)


def parameter(routine, argument, element):
    if argument.kind == Kind.CHOICE:
        return f"char {argument.name}"
    if argument.kind in (Kind.SIZE, Kind.LEADING, Kind.INCREMENT):
        return f"int64_t {argument.name}"
    if routine.is_real(argument):
        element = element.real
    if argument.kind == Kind.SCALAR:
        return f"{element.header} {argument.name}"
    constant = "" if argument.is_written else "const "
    return f"{constant}{element.header if argument.kind in OF_ELEMENTS else 'int64_t'}* {argument.name}"


def head(routine, name, element, suffix, end):
    """The function's name and parameters."""
    handle = ["hg_call** call"] if suffix else []
    return fill(f"int64_t hg_{name}{suffix}(",
                [*(parameter(routine, argument, element) for argument in routine.without_work), *handle],
                f"){end}")


# The header.

def declarations(routine, does, suffix=""):
    """The declarations of a routine for each element type; `does` describes the first one."""
    first = routine.variants[0][0]
    words = [does, *(f"hg_{first}{suffix}() in {element.words}" for _, element in routine.variants[1:])]
    return "\n".join(comment(text) + "\n" + head(routine, name, element, suffix, ";")
                     for text, (name, element) in zip(words, routine.variants))


def header(routines, template):
    """hg.h; its explanations are in the template."""
    return place(
        template,
        fortran_calls="\n".join(fortran_call(routine) for routine in routines),
        functions=blocks(*(declarations(routine, routine.does) for routine in routines)),
        async_functions=blocks(*(
            declarations(routine, f"Asynchronous form of hg_{routine.variants[0][0]}()", "_async")
            for routine in routines if routine.asynchronous))) + "\n"


def fortran_call(routine):
    work = [argument.name for argument in routine.of(Kind.WORK)]
    note = f"   ({', '.join(work)}: not used)" if work and not routine.work_length else ""
    names = [argument.lower for argument in routine.parsed] + ["info"]
    return f" *     call hg_{routine.variants[0][0]}({', '.join(names)}){note}"


DECLARATIONS = """
#pragma once

namespace hg::interfaces {

/// The text that hg_functions() returns.
inline constexpr char kDeclarations[] =
    @lines@;

}  // namespace hg::interfaces
"""


def declarations_as_text(routines):
    """The declarations of the synchronous functions, one per line, as a text that the library contains."""
    lines = [f'"int64_t hg_{name}('
             + ", ".join(parameter(routine, argument, element) for argument in routine.without_work)
             + ');\\n"'
             for routine in routines for name, element in routine.variants]
    return place(DECLARATIONS, lines="\n".join(lines)) + "\n"


# The functions.

def cpp_call(routine, element, suffix):
    """The call of the C++ function."""
    template = "" if routine.is_mixed else f"<{element.c}>"
    layout = ["hg::Layout::col_major"] if routine.has_layout else []
    values = [f"hg::{argument.choice}_of({argument.name})" if argument.kind == Kind.CHOICE else argument.name
              for argument in routine.without_result]
    return Items(f"return hg::{routine.family}{suffix}{template}(", [*layout, *values], ");")


def functions(routine, suffix=""):
    hidden = "kLayout" if routine.has_layout else "0"
    guard = f"return guarded({hidden}, [=] "
    if routine.result:
        name = routine.result.name
        guard = f'return guarded_result({len(routine.without_work)}, "{name}", {name}, [=] '
    if suffix:
        guard = f"return submitted({hidden}, {len(routine.without_work) + 1}, call, [=] "
    return [place(FUNCTION, head=head(routine, name, element, suffix, " {"),
                  body=in_lambda(guard, cpp_call(routine, element, suffix)))
            for name, element in routine.variants]


def source(routines):
    all_functions = [functions(routine) for routine in routines]
    all_functions += [functions(routine, "_async") for routine in routines if routine.asynchronous]
    return place(SOURCE, layer=routines[0].layer,
                 includes=each(f"#include <hg/{routine.layer}/{routine.public}.hpp>" for routine in routines),
                 functions=blocks(*sum(all_functions, []))) + "\n"
