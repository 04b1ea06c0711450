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

TEMPLATE = """
template <class T>
@head@
    @call@
}
"""

VARIANT = """
@head@
    @call@
}
"""


def cpp_type(argument, element):
    if argument.kind == Kind.CHOICE:
        return argument.choice.capitalize()
    if argument.kind == Kind.SCALAR:
        return element
    if argument.kind == Kind.MATRIX:
        return f"{element}*" if argument.is_written else f"const {element}*"
    return "std::int64_t"


def forms(routine):
    """(what is returned, what is appended to the names of a routine and of routine_call) of its forms."""
    return [("void", ""), ("Call", "_async")] if routine.asynchronous else [("void", "")]


def parameters(routine, element, named=True):
    """After the session."""
    listed = [("Layout", "layout")] + [(cpp_type(argument, element), argument.name) for argument in routine.parsed]
    return [f"{kind} {name}" if named else kind for kind, name in listed]


def template(routine, returned, suffix, has_session):
    session = ["Session& session"] if has_session else []
    names = [argument.name for argument in routine.parsed]
    back = "" if returned == "void" else "return "
    head = f"{back}routine_call{suffix}({'&session' if has_session else 'nullptr'}, layout, "
    return place(TEMPLATE,
                 head=fill(f"{returned} {routine.family}{suffix}(", session + parameters(routine, "T"), ") {"),
                 call=Items(f"{head}{routine.type_name}Call<T>{{{{", names, "}});"))


def instance(routine, returned, suffix, has_session, element):
    session = ["Session&"] if has_session else []
    return fill(f"template {returned} {routine.family}{suffix}<{element.c}>(",
                session + parameters(routine, element.c, named=False), ");")


def variant(routine, returned, suffix, name, element):
    """The function that has the name of BLAS."""
    names = ["layout"] + [argument.name for argument in routine.parsed]
    back = "" if returned == "void" else "return "
    return place(VARIANT, head=fill(f"{returned} {name}{suffix}(", parameters(routine, element.c), ") {"),
                 call=Items(f"{back}{routine.family}{suffix}<{element.c}>(", names, ");"))


def functions(routine):
    both = [(*form, has_session) for form in forms(routine) for has_session in (True, False)]
    return blocks(
        *(template(routine, *form) for form in both),
        "\n".join(instance(routine, *form, element) for form in both for _, element in routine.variants),
        *(variant(routine, *form, *named) for form in forms(routine) for named in routine.variants))


def source(routines):
    layer = routines[0].layer
    return place(
        SOURCE, layer=layer,
        calls="\n".join(f'#include "{layer}/{routine.room}/{routine.family}_call.hpp"' for routine in routines),
        headers="\n".join(f"#include <hg/{layer}/{routine.family}.hpp>" for routine in routines),
        functions=blocks(*map(functions, routines))) + "\n"
