"""The C++ functions of a routine: on a given session and on the process-wide one, waiting and returning at once."""

from generator.routine import Kind
from generator.text import Items, blocks, fill, place

SOURCE = """
#include "blas/call/routine_call.hpp"
@calls@
#include <hg/@layer@/async.hpp>
@headers@

namespace hg {

@functions@

}  // namespace hg
"""

FUNCTION = """
@prefix@
@head@
    @call@
}
"""

TYPES = {Kind.SIZE: "std::int64_t", Kind.LEADING: "std::int64_t", Kind.SCALAR: "{0}", Kind.MATRIX: "{0}*",
         Kind.PIVOTS: "std::int64_t*", Kind.COUNT: "std::int64_t*"}


def cpp_type(argument, element):
    if argument.kind == Kind.CHOICE:
        return argument.choice.capitalize()
    named = TYPES[argument.kind].format(element)
    return "const " + named if named.endswith("*") and not argument.is_written else named


def parameters(routine, element):
    """(type, name) of each after the session."""
    layout = [("Layout", "layout")] if routine.layer == "blas" else []
    options = [(f"const {routine.options}&", "options")] if routine.options else []
    return layout + [(cpp_type(argument, element), argument.name) for argument in routine.without_work] + options


def forms(routine):
    """(what is returned, what is appended to the names of a routine and of routine_call) of its forms."""
    factors = routine.pivots and routine.pivots.is_written
    waiting = [("std::int64_t" if factors else "void", "")]
    return waiting + ([("Call", "_async")] if routine.asynchronous else [])


def function(prefix, returned, name, taken, before, values, after):
    """One whose body is a call."""
    return place(FUNCTION, prefix=prefix,
                 head=fill(f"{returned} {name}(", [f"{kind} {argument}" for kind, argument in taken], ") {"),
                 call=Items(("" if returned == "void" else "return ") + before, values, after))


def definition(routine, returned, suffix, session):
    """On a session or, if it is empty, on the process-wide one."""
    element = routine.variants[0][1].c if routine.is_mixed else "T"
    values = [name for _, name in parameters(routine, element)]
    layout = ["layout"] if routine.layer == "blas" else []
    begin = "".join(f"{value}, " for value in ["&session" if session else "nullptr", *layout])
    # What BLAS calls is its arguments, a struct of their own, with what else the routine has.
    opening, closing = ("{{", "}}") if layout else ("{", "}")
    kind = routine.type_name + ("Call" if routine.is_mixed else "Call<T>")
    return function("" if routine.is_mixed else "template <RealElement T>", returned, routine.family + suffix,
                    session + parameters(routine, element), f"routine_call{suffix}({begin}{kind}{opening}",
                    values[len(layout):], f"{closing});")


def instance(routine, returned, suffix, session, element):
    kinds = [kind for kind, _ in session + parameters(routine, element.c)]
    return fill(f"template {returned} {routine.family}{suffix}<{element.c}>(", kinds, ");")


def variant(routine, returned, suffix, name, element):
    """The function that has the name of BLAS or LAPACK."""
    taken = parameters(routine, element.c)
    return function("", returned, name + suffix, taken, f"{routine.family}{suffix}<{element.c}>(",
                    [name for _, name in taken], ");")


def functions(routine):
    both = [(*form, session) for form in forms(routine) for session in ([("Session&", "session")], [])]
    definitions = blocks(*(definition(routine, *form) for form in both))
    if routine.is_mixed:
        return definitions
    return blocks(
        definitions,
        "\n".join(instance(routine, *form, element) for form in both for _, element in routine.variants),
        *(variant(routine, *form, *named) for form in forms(routine) for named in routine.variants))


def source(routines):
    layer = routines[0].layer
    return place(
        SOURCE, layer=layer,
        calls="\n".join(f'#include "{layer}/{routine.room}/{routine.family}_call.hpp"' for routine in routines),
        headers="\n".join(f"#include <hg/{layer}/{routine.family}.hpp>" for routine in routines),
        functions=blocks(*map(functions, routines))) + "\n"
