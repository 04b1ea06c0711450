"""The C++ functions of a routine: on a given session and on the process-wide one, waiting and returning at once."""

from generator.routine import Kind
from generator.text import Items, blocks, each, fill, place

SOURCE = """
#include "blas/call/routine_call.hpp"
@cpu@
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
    @make_result@
    @call@
    @give_back@
}
"""

# Routines of vectors by the CPU's BLAS: what each passes on follows from its row.
ON_CPU = """
template <@Concept@ T>
void call_cpu(const @Type@Arguments<T>& call) noexcept {
    const @binding@
    @call@
}
"""

TYPES = {Kind.SIZE: "std::int64_t", Kind.LEADING: "std::int64_t", Kind.SCALAR: "{0}", Kind.MATRIX: "{0}*",
         Kind.VECTOR: "{0}*", Kind.INCREMENT: "std::int64_t", Kind.PIVOTS: "std::int64_t*", Kind.COUNT: "std::int64_t*",
         Kind.TAU: "{0}*"}


def real_type(element):
    """Of the type of elements, or of the template's T."""
    return "RealOf<T>" if element == "T" else element.removeprefix("std::complex<").removesuffix(">")


def cpp_type(routine, argument, element):
    if argument.kind == Kind.CHOICE:
        return argument.choice.capitalize()
    if routine.is_real(argument):
        return real_type(element)
    named = TYPES[argument.kind].format(element)
    return "const " + named if named.endswith("*") and not argument.is_written else named


def parameters(routine, element):
    """(type, name) of each after the session."""
    layout = [("Layout", "layout")] if routine.has_layout else []
    options = [(f"const {routine.options}&", "options")] if routine.options else []
    return layout + [(cpp_type(routine, argument, element), argument.name) for argument in routine.without_result] + options


def returned_by(routine, element):
    """What a function returns that waits."""
    if routine.result:
        number = real_type(element) if routine.is_real(routine.result) else element
        return number if routine.result.kind == Kind.RESULT else "std::int64_t"
    return "std::int64_t" if routine.returns_info else "void"


def forms(routine):
    """(what is returned for a type of elements, what is appended to the names of a routine and of routine_call) of its
    forms."""
    waiting = [(lambda element: returned_by(routine, element), "")]
    return waiting + ([(lambda element: "Call", "_async")] if routine.asynchronous else [])


def function(prefix, returned, name, taken, before, values, after, result=None):
    """One whose body is a call, which returns what the function does or sets its result."""
    sets = result and f"{returned} {result.name}{'{}' if result.kind == Kind.RESULT else ' = -1'};"
    return place(FUNCTION, prefix=prefix,
                 head=fill(f"{returned} {name}(", [f"{kind} {argument}" for kind, argument in taken], ") {"),
                 make_result=sets or "",
                 call=Items(("" if returned == "void" or result else "return ") + before, values, after),
                 give_back=f"return {result.name};" if result else "")


def definition(routine, returned, suffix, session):
    """On a session or, if it is empty, on the process-wide one."""
    element = routine.variants[0][1].c if routine.is_mixed else "T"
    values = [name for _, name in parameters(routine, element)]
    layout = ["layout"] if routine.has_layout else []
    begin = "".join(f"{value}, " for value in ["&session" if session else "nullptr", *layout])
    # What BLAS calls is its arguments, a struct of their own, with what else the routine has.
    opening, closing = ("{{", "}}") if routine.layer == "blas" else ("{", "}")
    kind = struct(routine, "Call", "T")
    result = [f"&{routine.result.name}"] if routine.result else []
    return function("" if routine.is_mixed else f"template <{concept(routine)} T>", returned(element), routine.family + suffix,
                    session + parameters(routine, element), f"routine_call{suffix}({begin}{kind}{opening}",
                    values[len(layout):] + result, f"{closing});", routine.result)


def describe(routine):
    """What it does, as a comment."""
    return fill("/// ", routine.does.split(), separator="").replace("\n    ", "\n/// ")


def struct(routine, kind, element):
    """The name of its call or arguments for a type of elements."""
    return routine.type_name + kind + ("" if routine.is_mixed else f"<{element}>")


def concept(routine):
    return "RealElement" if not routine.complex_types else "Element" if routine.types else "ComplexElement"


def on_cpu(routine):
    names = [argument.name for argument in routine.without_work]
    result = routine.result
    sets = f"*{result.name} = " if result else ""
    return place(ON_CPU, Concept=concept(routine), Type=routine.type_name, binding=Items("auto& [", names, "] = call;"),
                 call=Items(f"{sets}kernels::call_cpu_blas(",
                            [f"kernels::cpu_blas().routines<T>().{routine.member}", "call.flops() / 2",
                             *(argument.name for argument in routine.without_result)],
                            f"){' - 1' if result and result.kind == Kind.INDEX else ''};"))


def instance(routine, returned, suffix, session, element):
    kinds = [kind for kind, _ in session + parameters(routine, element.c)]
    return fill(f"template {returned(element.c)} {routine.family}{suffix}<{element.c}>(", kinds, ");")


def variant(routine, returned, suffix, name, element):
    """The function that has the name of BLAS or LAPACK."""
    taken = parameters(routine, element.c)
    return function("", returned(element.c), name + suffix, taken, f"{routine.family}{suffix}<{element.c}>(",
                    [name for _, name in taken], ");")


def functions(routine):
    both = [(*form, session) for form in forms(routine) for session in ([("Session&", "session")], [])]
    definitions = blocks(*(definition(routine, *form) for form in both))
    if routine.is_mixed:
        return definitions
    return blocks(
        on_cpu(routine) if routine.of(Kind.VECTOR) else "",
        definitions,
        "\n".join(instance(routine, *form, element) for form in both for _, element in routine.variants),
        *(variant(routine, *form, *named) for form in forms(routine) for named in routine.variants))


def source(routines):
    layer = routines[0].layer
    return place(
        SOURCE, layer=layer,
        cpu='#include "kernels/cpu/call_cpu_blas.hpp"\n#include "kernels/cpu/cpu_blas.hpp"' if layer == "blas" else "",
        calls=each(f'#include "{layer}/{routine.room}/{routine.stem}_call.hpp"' for routine in routines),
        headers=each(f"#include <hg/{layer}/{routine.stem}.hpp>" for routine in routines),
        functions=blocks(*map(functions, routines))) + "\n"
