"""The C++ functions of a routine: on a given session and on the process-wide one, synchronous and
asynchronous."""

from generator.routine import Kind
from generator.text import Items, blocks, each, fill, place

SOURCE = """
#include "blas/call/routine_call.hpp"
@its@
#include "interfaces/generated/@layer@_declared.hpp"
@calls@
#include <hg/@layer@/async.hpp>

namespace hg {

@functions@

}  // namespace hg
"""

DECLARED = """
#pragma once

#include <complex>
#include <cstdint>

@headers@

namespace hg {

// If a row disagrees with its public header, this file does not compile.

@declarations@

}  // namespace hg
"""

CHECKS = """
#pragma once

#include <complex>
#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

// The checks of arguments with which these routines begin, for interfaces that first allocate memory whose
// size follows from the arguments. The values of pivots are not checked.

@declarations@

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

TYPES = {Kind.SIZE: "std::int64_t", Kind.LEADING: "std::int64_t", Kind.SCALAR: "{0}", Kind.MATRIX: "{0}*",
         Kind.VECTOR: "{0}*", Kind.INCREMENT: "std::int64_t", Kind.PIVOTS: "std::int64_t*",
         Kind.COUNT: "std::int64_t*", Kind.TAU: "{0}*"}

POINTERS = [kind for kind, text in TYPES.items() if text.endswith("*")]


def real_type(element):
    """The real type that corresponds to an element type, or to the template's T."""
    return "RealOf<T>" if element == "T" else element.removeprefix("std::complex<").removesuffix(">")


def cpp_type(routine, argument, element):
    if argument.kind == Kind.CHOICE:
        return argument.choice.capitalize()
    if routine.is_real(argument):
        return real_type(element)
    named = TYPES[argument.kind].format(element)
    return "const " + named if named.endswith("*") and not argument.is_written else named


def parameters(routine, element):
    """(type, name) of each parameter after the session."""
    layout = [("Layout", "layout")] if routine.has_layout else []
    options = [(f"const {routine.options}&", "options")] if routine.options else []
    return layout + [(cpp_type(routine, argument, element), argument.name)
                     for argument in routine.without_result] + options


def public_parameters(routine, element):
    """The same with the names of public headers: op instead of trans or transa, and op_a and op_b if there
    are two."""
    ops = [argument for argument in routine.of(Kind.CHOICE) if argument.choice == "op"]
    names = {argument.name: argument.name.replace("trans", "op_") if len(ops) > 1 else "op"
             for argument in ops}
    return [(kind, names.get(name, name)) for kind, name in parameters(routine, element)]


def template_element(routine):
    """The element type in the routine's template, or in its function if it works in two precisions."""
    return routine.variants[0][1].c if routine.is_mixed else "T"


def returned_by(routine, element):
    """The return type of the synchronous function."""
    if routine.result:
        number = real_type(element) if routine.is_real(routine.result) else element
        return number if routine.result.kind == Kind.RESULT else "std::int64_t"
    return "std::int64_t" if routine.returns_info else "void"


def forms(routine):
    """(a function from element type to return type, suffix of the names of the routine and of routine_call)
    of the synchronous and the asynchronous form."""
    waiting = [(lambda element: returned_by(routine, element), "")]
    return waiting + ([(lambda element: "Call", "_async")] if routine.asynchronous else [])


def function(prefix, returned, name, taken, before, values, after, result=None):
    """A function whose body is a call that returns the function's value or sets its result."""
    sets = result and f"{returned} {result.name}{'{}' if result.kind == Kind.RESULT else ' = -1'};"
    return place(FUNCTION, prefix=prefix,
                 head=fill(f"{returned} {name}(", [f"{kind} {argument}" for kind, argument in taken], ") {"),
                 make_result=sets or "",
                 call=Items(("" if returned == "void" or result else "return ") + before, values, after),
                 give_back=f"return {result.name};" if result else "")


def definition(routine, returned, suffix, session):
    """A definition on a given session, or on the process-wide session if `session` is empty."""
    values = [name for _, name in parameters(routine, template_element(routine))]
    layout = ["layout"] if routine.has_layout else []
    begin = "".join(f"{value}, " for value in ["&session" if session else "nullptr", *layout])
    # In a BLAS call, the arguments are a struct of their own, which other members may follow.
    opening, closing = ("{{", "}}") if routine.layer == "blas" else ("{", "}")
    kind = struct(routine, "Call", "T")
    result = [f"&{routine.result.name}"] if routine.result else []
    its = template_element(routine)
    return function("" if routine.is_mixed else f"template <{concept(routine)} T>", returned(its),
                    routine.family + suffix,
                    session + parameters(routine, its), f"routine_call{suffix}({begin}{kind}{opening}",
                    values[len(layout):] + result, f"{closing});", routine.result)


def describe(routine):
    """The row's description, as a comment."""
    return fill("/// ", routine.does.split(), separator="").replace("\n    ", "\n/// ")


def struct(routine, kind, element):
    """The name of the routine's struct of a call or of arguments for an element type."""
    return routine.type_name + kind + ("" if routine.is_mixed else f"<{element}>")


def concept(routine):
    return "RealElement" if not routine.complex_types else "Element" if routine.types else "ComplexElement"


def instance(routine, returned, suffix, session, element):
    kinds = [kind for kind, _ in session + parameters(routine, element.c)]
    return fill(f"template {returned(element.c)} {routine.family}{suffix}<{element.c}>(", kinds, ");")


def declaration(routine):
    """Declares the form on a session again for each element type, as the public header does."""
    kinds = lambda its: ["Session&", *(kind for kind, _ in parameters(routine, its))]
    if routine.is_mixed:
        its = template_element(routine)
        return fill(f"static_assert(requires {{ static_cast<{returned_by(routine, its)} (*)(", kinds(its),
                    f")>({routine.family}); }});")
    return "\n".join(
        fill(f"extern template {returned_by(routine, its.c)} {routine.family}<{its.c}>(", kinds(its.c), ");")
        for _, its in routine.variants)


def variant(routine, returned, suffix, name, element):
    """The function with the name of BLAS or LAPACK."""
    taken = parameters(routine, element.c)
    return function("", returned(element.c), name + suffix, taken, f"{routine.family}{suffix}<{element.c}>(",
                    [name for _, name in taken], ");")


def checked_parameters(routine, element):
    """(type, name) of the parameters of the check of the arguments."""
    return [("const void*" if argument.kind == Kind.PIVOTS
             else f"const {cpp_type(routine, argument, element).removeprefix('const ')}"
             if argument.kind in POINTERS
             else cpp_type(routine, argument, element), argument.name) for argument in routine.checked]


def checked_member(routine, argument, element):
    """The value of a member of the routine's call in that check, which compares pointers with null but does
    not dereference them."""
    if argument not in routine.checked:
        return "nullptr"
    if argument.kind not in POINTERS:
        return argument.name
    kind = cpp_type(routine, argument, element).removeprefix("const ")
    if argument.kind == Kind.PIVOTS:
        return f"static_cast<{kind}>(const_cast<void*>({argument.name}))"
    return f"const_cast<{kind}>({argument.name})"


def check_head(routine, element, end):
    return fill(f"void check_{routine.family}(",
                [" ".join(pair) for pair in checked_parameters(routine, element)], end)


def check(routine):
    its = template_element(routine)
    template = [] if routine.is_mixed else [f"template <{concept(routine)} T>"]
    members = [checked_member(routine, argument, its) for argument in routine.without_work]
    body = fill(f"    check_arguments({struct(routine, 'Call', 'T')}{{",
                members + ["{}"] * bool(routine.options), "});")
    definition = "\n".join([*template, check_head(routine, its, ") {"), body, "}"])
    instances = [] if routine.is_mixed else [
        fill(f"template void check_{routine.family}<{element.c}>(",
             [kind for kind, _ in checked_parameters(routine, element.c)], ");")
        for _, element in routine.variants]
    return blocks(definition, "\n".join(instances)) if instances else definition


def check_declaration(routine):
    template = [] if routine.is_mixed else [f"template <{concept(routine)} T>"]
    return "\n".join([*template, check_head(routine, template_element(routine), ");")])


def makes_memory(routines):
    """The routines whose interfaces allocate memory, for pivots or work arrays."""
    return [routine for routine in routines if routine.pivots or routine.work_length]


def checks(routines):
    return place(CHECKS, declarations="\n".join(map(check_declaration, makes_memory(routines)))) + "\n"


def functions(routine):
    both = [(*form, session) for form in forms(routine) for session in ([("Session&", "session")], [])]
    definitions = blocks(*(definition(routine, *form) for form in both))
    if routine.is_mixed:
        return definitions
    return blocks(
        definitions,
        "\n".join(instance(routine, *form, element) for form in both for _, element in routine.variants),
        *(variant(routine, *form, *named) for form in forms(routine) for named in routine.variants))


def declared(routines):
    """The declarations that the public headers must match."""
    return place(DECLARED,
                 headers=each(f"#include <hg/{routine.layer}/{routine.public}.hpp>" for routine in routines),
                 declarations="\n".join(map(declaration, routines))) + "\n"


def source(routines):
    layer = routines[0].layer
    return place(
        SOURCE, layer=layer,
        its='#include "blas/generated/cpu_calls.hpp"' if layer == "blas"
        else '#include "lapack/row_major/row_major_call.hpp"',
        calls=each(f'#include "{layer}/{routine.room}/{routine.stem}_call.hpp"' for routine in routines),
        functions=blocks(*map(functions, routines), *map(check, makes_memory(routines)))) + "\n"
