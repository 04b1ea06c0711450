"""hg.h, and the C functions that it declares."""

from generator.routine import Kind
from generator.text import blocks, comment, fill, in_lambda, indented

CALL = "hg_call** call"


def parameter(argument, element):
    if argument.kind == Kind.CHOICE:
        return f"char {argument.name}"
    if argument.kind in (Kind.SIZE, Kind.LEADING):
        return f"int64_t {argument.name}"
    if argument.kind == Kind.SCALAR:
        return f"{element.c} {argument.name}"
    constant = "" if argument.is_written else "const "
    return f"{constant}{element.c if argument.kind == Kind.MATRIX else 'int64_t'}* {argument.name}"


def parameters(routine, element):
    return [parameter(argument, element) for argument in routine.without_work]


def declarations(routine, suffix="", more=()):
    return "\n".join(fill(f"int64_t hg_{name}{suffix}(", [*parameters(routine, element), *more], ");")
                     for name, element in routine.variants)


def header(routines, template):
    """hg.h, whose explanations stand in the template."""
    asynchronous = [routine for routine in routines if routine.asynchronous]
    places = {
        "@fortran_calls@": "\n".join(fortran_call(routine) for routine in routines),
        "@functions@": blocks(*(comment(routine.does) + "\n" + declarations(routine) for routine in routines)),
        "@async_functions@": "\n".join(declarations(routine, "_async", [CALL]) for routine in asynchronous),
    }
    for place, text in places.items():
        template = template.replace(place, text)
    return template


def fortran_call(routine):
    work = [argument.name for argument in routine.of(Kind.WORK)]
    note = f"   ({', '.join(work)}: not used)" if work else ""
    names = [argument.lower for argument in routine.parsed] + ["info"]
    return f" *   call hg_{routine.variants[0][0]}({', '.join(names)}){note}"


def cpp_argument(argument):
    return f"hg::{argument.choice}_of({argument.name})" if argument.kind == Kind.CHOICE else argument.name


def cpp_call(routine, element, suffix=""):
    """The call of the C++ function."""
    template = "" if routine.is_mixed else f"<{element.c}>"
    layout = ["hg::Layout::col_major"] if routine.layer == "blas" else []
    arguments = [*layout, *map(cpp_argument, routine.without_work)]
    return fill(f"return hg::{routine.family}{suffix}{template}(", arguments, ");", room=8)


def hidden(routine):
    """How many arguments of the C++ function have no counterpart."""
    return "kLayout" if routine.layer == "blas" else "0"


def functions(routine):
    return blocks(*(
        fill(f"int64_t hg_{name}(", parameters(routine, element), ") {") + "\n"
        + indented(in_lambda(f"return guarded({hidden(routine)}, [=] ", cpp_call(routine, element))) + "\n}"
        for name, element in routine.variants))


def async_functions(routine):
    head = f"return submitted({hidden(routine)}, {len(routine.without_work) + 1}, call, [=] "
    return blocks(*(
        fill(f"int64_t hg_{name}_async(", [*parameters(routine, element), CALL], ") {") + "\n"
        + indented(in_lambda(head, cpp_call(routine, element, "_async"))) + "\n}"
        for name, element in routine.variants))


def includes(routines):
    return "\n".join(f"#include <hg/{routine.layer}/{routine.family}.hpp>" for routine in routines)


def source(routines):
    layer = routines[0].layer
    head = (f'#include "blas/call/letters.hpp"\n#include "interfaces/c/call.hpp"\n#include "interfaces/c/guard.hpp"\n'
            f"#include <hg/{layer}/async.hpp>\n{includes(routines)}\n#include <hg/hg.h>")
    asynchronous = [routine for routine in routines if routine.asynchronous]
    return blocks(head, "using namespace hg::interfaces;", *map(functions, routines),
                  *map(async_functions, asynchronous)) + "\n"
