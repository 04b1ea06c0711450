"""The module hg.f90, and the symbols that Fortran's compilers make of `call hg_dgetrf(...)`."""

from generator.routine import Kind
from generator.text import WIDTH, Items, blocks, fill, place

# The module.

INTERFACE = """
@head@
    import
    @declarations@
end function
"""

GENERIC = """
interface hg_@name@
    procedure :: @variants@
end interface
"""

VALUE = {
    Kind.CHOICE: "character(kind=c_char), value",
    Kind.SIZE: "integer(hg_int), value",
    Kind.LEADING: "integer(hg_int), value",
    Kind.SCALAR: "{0}, value",
}


def attributes(argument, element, asynchronous):
    """The declaration of an argument up to its name. What a call under way is still to write is not out: compilers
    would take it as written."""
    if argument.kind in VALUE:
        return VALUE[argument.kind].format(element.fortran)
    kind = element.fortran if argument.kind == Kind.MATRIX else "integer(hg_int)"
    keeps_some = argument.kind == Kind.MATRIX or asynchronous
    intent = "in" if not argument.is_written else "inout" if keeps_some else "out"
    return f"{kind}, intent({intent})" + (", asynchronous" if asynchronous else "")


def shaped(argument):
    if argument.kind == Kind.MATRIX:
        return f"{argument.lower}(ld{argument.lower}, *)"
    return "ipiv(*)" if argument.kind == Kind.PIVOTS else argument.lower


def declarations(routine, element, asynchronous):
    """Arguments of a kind in one line."""
    lines = {}
    for argument in routine.without_work:
        lines.setdefault(attributes(argument, element, asynchronous), []).append(shaped(argument))
    # Leading dimensions are declared before the matrices that have them.
    lines = dict(sorted(lines.items(), key=lambda line: "value" not in line[0]))
    if asynchronous:
        lines["type(hg_handle), intent(out)"] = ["call"]
    lines["integer(hg_int)"] = ["info"]
    return "\n".join(f"{begin} :: {', '.join(names)}" for begin, names in lines.items())


def interface(routine, name, element, suffix):
    names = [argument.lower for argument in routine.without_work] + (["call"] if suffix else [])
    head = fill(f"function hg_{name}{suffix}(", names, ")", indent=4, end=" &", room=8)
    binding = f'bind(C, name="hg_{name}{suffix}") result(info)'
    head += " " if len(head) + 1 + len(binding) + 8 <= WIDTH else " &\n    "
    return place(INTERFACE, head=head + binding, declarations=declarations(routine, element, bool(suffix)))


def forms(routine):
    return ["", "_async"] if routine.asynchronous else [""]


def module(routines, template):
    """hg.f90, whose explanations stand in the template."""
    generics = [(routine, suffix) for routine in routines if not routine.is_mixed for suffix in forms(routine)]
    functions = [(routine, name, element, suffix)
                 for routine in routines for suffix in forms(routine) for name, element in routine.variants]
    generic_names = fill("!   ", [f"hg_{routine.family}" for routine in routines if not routine.is_mixed])
    public = [f"hg_{routine.family}{suffix}" for routine, suffix in generics]
    public += [f"hg_{name}{suffix}" for _, name, _, suffix in functions]
    return place(
        template,
        generic_names=generic_names.replace("\n ", "\n!"),
        public=fill("public :: ", public, end=" &", room=4),
        generics="\n".join(
            place(GENERIC, name=routine.family + suffix,
                  variants=", ".join(f"hg_{name}{suffix}" for name, _ in routine.variants))
            for routine, suffix in generics),
        functions=blocks(*(interface(*function) for function in functions))) + "\n"


# The symbols.

PLAIN = """
@head@
    @call@
}
"""

# Arguments are checked before memory for pivots is made of them.
WITH_PIVOTS = """
@head@
    @make_count@
    *info = static_cast<int>(guarded(0, [&] {
        @check@
        WidePivots pivots(pivots_of(ipiv), @pivot_count@);
        @read@
        @call@
        @write@
        @give_back@
    }));
    @write_count@
}
"""

SOURCE = """
// What Fortran compilers make of `call hg_dgetrf(...)`: a trailing underscore, all arguments by reference,
// integers of 32 bits. Lengths of character arguments, which they append, are not looked at.
#include <algorithm>

#include "blas/call/letters.hpp"
#include "interfaces/c/guard.hpp"
#include "interfaces/pivots.hpp"
@check@
#include <hg/hg.h>

using namespace hg::interfaces;

extern "C" {

@symbols@

}  // extern "C"
"""


def parameter(argument, element):
    pointer = {
        Kind.CHOICE: "const char*", Kind.SIZE: "const int*", Kind.LEADING: "const int*",
        Kind.SCALAR: f"const {element.c}*",
        Kind.MATRIX: f"{element.c}*" if argument.is_written else f"const {element.c}*",
        Kind.PIVOTS: "int*" if argument.is_written else "const int*",
        Kind.COUNT: "int*",
    }
    if argument.kind == Kind.WORK:
        return f"{'float' if argument.name == 'swork' else element.c}* /*{argument.name}*/"
    return f"{pointer[argument.kind]} {argument.lower}"


def value(argument):
    """An argument of the C function, which takes letters, sizes and scalars by value."""
    if argument.kind == Kind.COUNT:
        return "&count"
    if argument.kind == Kind.PIVOTS:
        return "pivots.data()"
    return argument.lower if argument.kind == Kind.MATRIX else "*" + argument.lower


def checked(argument):
    """The same of the function that checks the arguments, if pivots are the caller's."""
    if argument.kind == Kind.CHOICE:
        return f"hg::{argument.choice}_of(*{argument.lower})"
    return argument.lower if argument.kind == Kind.PIVOTS else value(argument)


def symbol(routine, name, element):
    parameters = [parameter(argument, element) for argument in routine.parsed]
    head = fill(f"void hg_{name}_(", [*parameters, "int* info"], ") {")
    values = [value(argument) for argument in routine.without_work]
    if not routine.pivots:
        return place(PLAIN, head=head, call=Items(f"*info = static_cast<int>(hg_{name}(", values, "));"))
    template = "" if routine.is_mixed else f"<{element.c}>"
    gives_pivots = routine.pivots.is_written
    counts = routine.of(Kind.COUNT)
    return place(
        WITH_PIVOTS, head=head,
        make_count="std::int64_t count = 0;" if counts else "",
        check=Items(f"hg::check_{routine.family}{template}(", list(map(checked, routine.checked)), ");"),
        pivot_count=routine.pivot_count(lambda size: "*" + size),
        read="" if gives_pivots else "pivots.read();",
        call=Items(f"{'const std::int64_t result =' if gives_pivots else 'return'} hg_{name}(", values, ");"),
        write="if (result >= 0) pivots.write();" if gives_pivots else "",
        give_back="return result;" if gives_pivots else "",
        write_count="\n".join(f"*{count.lower} = static_cast<int>(count);" for count in counts))


def source(routines):
    symbols = [symbol(routine, *variant) for routine in routines for variant in routine.variants]
    check = '#include "lapack/common/check.hpp"' if routines[0].layer == "lapack" else ""
    return place(SOURCE, check=check, symbols=blocks(*symbols)) + "\n"
