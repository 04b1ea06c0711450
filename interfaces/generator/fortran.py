"""The module hg.f90, and the symbols that Fortran's compilers make of `call hg_dgetrf(...)`."""

from generator.routine import Kind
from generator.text import WIDTH, blocks, fill, indented

# The module.

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


def interface(routine, name, element, asynchronous):
    symbol = f"hg_{name}" + ("_async" if asynchronous else "")
    names = [argument.lower for argument in routine.without_work] + (["call"] if asynchronous else [])
    head = fill(f"function {symbol}(", names, ")", indent=4, end=" &", room=8)
    binding = f'bind(C, name="{symbol}") result(info)'
    is_short = len(head) + 1 + len(binding) + 8 <= WIDTH
    return (f"{head}{' ' if is_short else ' &' + chr(10) + '    '}{binding}\n    import\n"
            + indented(declarations(routine, element, asynchronous)) + "\nend function")


def generic(routine, suffix):
    names = ", ".join(f"hg_{name}{suffix}" for name, _ in routine.variants)
    return f"interface hg_{routine.family}{suffix}\n    procedure :: {names}\nend interface"


def forms(routine):
    return ["", "_async"] if routine.asynchronous else [""]


def module(routines, template):
    """hg.f90, whose explanations stand in the template."""
    generics = [(routine, suffix) for routine in routines if not routine.is_mixed for suffix in forms(routine)]
    public = [f"hg_{routine.family}{suffix}" for routine, suffix in generics]
    public += [f"hg_{name}{suffix}" for routine in routines for suffix in forms(routine) for name, _ in routine.variants]
    interfaces = [interface(routine, name, element, bool(suffix))
                  for routine in routines for suffix in forms(routine) for name, element in routine.variants]
    places = {
        "@generic_names@": fill("!   ", [f"hg_{routine.family}" for routine in routines if not routine.is_mixed])
                           .replace("\n ", "\n!"),
        "@public@": indented(fill("public :: ", public, end=" &", room=4)),
        "@generics@": indented("\n".join(generic(*each) for each in generics)),
        "@functions@": indented(blocks(*interfaces), 8),
    }
    for place, text in places.items():
        template = template.replace(place, text)
    return template


# The symbols.

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
    """The same of the function that checks the arguments, where pivots are the caller's."""
    if argument.kind == Kind.CHOICE:
        return f"hg::{argument.choice}_of(*{argument.lower})"
    return argument.lower if argument.kind == Kind.PIVOTS else value(argument)


def values(routine):
    return [value(argument) for argument in routine.without_work]


def plain_body(routine, name):
    return fill(f"*info = static_cast<int>(hg_{name}(", values(routine), "));", room=4)


def body_with_pivots(routine, name, element):
    """Arguments are checked before memory for pivots is made of them."""
    template = "" if routine.is_mixed else f"<{element.c}>"
    given = [checked(argument) for argument in routine.checked]
    count = routine.pivot_count(lambda size: "*" + size)
    steps = [fill(f"hg::check_{routine.family}{template}(", given, ");", room=8),
             f"WidePivots pivots(pivots_of(ipiv), {count});"]
    if routine.pivots.is_written:
        steps += [fill(f"const std::int64_t result = hg_{name}(", values(routine), ");", room=8),
                  "if (result >= 0) pivots.write();", "return result;"]
    else:
        steps += ["pivots.read();", fill(f"return hg_{name}(", values(routine), ");", room=8)]
    lines = ["*info = static_cast<int>(guarded(0, [&] {", indented("\n".join(steps)), "}));"]
    if routine.of(Kind.COUNT):
        lines = ["std::int64_t count = 0;", *lines, f"*{routine.of(Kind.COUNT)[0].lower} = static_cast<int>(count);"]
    return "\n".join(lines)


def symbols(routine):
    return blocks(*(
        fill(f"void hg_{name}_(", [*(parameter(argument, element) for argument in routine.parsed), "int* info"], ") {")
        + "\n" + indented(body_with_pivots(routine, name, element) if routine.pivots else plain_body(routine, name))
        + "\n}" for name, element in routine.variants))


def source(routines):
    head = ("// What Fortran compilers make of `call hg_dgetrf(...)`: a trailing underscore, all arguments by reference,\n"
            "// integers of 32 bits. Lengths of character arguments, which they append, are not looked at.")
    using = ""
    if any(routine.pivots for routine in routines):
        head += ('\n#include <algorithm>\n\n#include "blas/call/letters.hpp"\n#include "interfaces/c/guard.hpp"\n'
                 '#include "interfaces/pivots.hpp"\n#include "lapack/common/check.hpp"')
        using = "using namespace hg::interfaces;"
    return blocks(head + "\n#include <hg/hg.h>", using, 'extern "C" {', *map(symbols, routines),
                  '}  // extern "C"') + "\n"
