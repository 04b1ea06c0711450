"""The module hg.f90, the functions with 32-bit integers behind its generic names, and the symbols to which
Fortran compilers translate `call hg_dgetrf(...)`."""

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
    @procedures@
end interface
"""

VALUE = {
    Kind.CHOICE: "character(kind=c_char), value",
    Kind.SIZE: "integer({1}), value",
    Kind.LEADING: "integer({1}), value",
    Kind.INCREMENT: "integer({1}), value",
    Kind.SCALAR: "{0}, value",
}

OF_ELEMENTS = (Kind.MATRIX, Kind.VECTOR, Kind.TAU, Kind.RESULT)

# The suffix of functions with 32-bit integers, and the kind of the integers in Fortran.
SHORT = "_int32"
INTEGERS = {"": "hg_int", SHORT: "c_int"}


def attributes(routine, argument, element, asynchronous, integers):
    """The declaration of an argument up to its name. Outputs of an asynchronous call are not intent(out),
    because compilers would assume that they are written when the function returns. Its pivots have 64 bits,
    because nothing would convert them when the call completes."""
    if routine.is_real(argument):
        element = element.real
    if argument.kind in VALUE:
        return VALUE[argument.kind].format(element.fortran, integers)
    integer = "hg_int" if asynchronous else integers
    kind = element.fortran if argument.kind in OF_ELEMENTS else f"integer({integer})"
    keeps_some = argument.kind in (Kind.MATRIX, Kind.VECTOR) or asynchronous
    intent = "in" if not argument.is_written else "inout" if keeps_some else "out"
    return f"{kind}, intent({intent})" + (", asynchronous" if asynchronous else "")


def shaped(argument):
    if argument.kind == Kind.MATRIX:
        return f"{argument.lower}(ld{argument.lower}, *)"
    return f"{argument.lower}(*)" if argument.kind in (Kind.VECTOR, Kind.PIVOTS, Kind.TAU) else argument.lower


def declarations(routine, element, asynchronous, integers):
    """One line for all arguments with the same declaration."""
    lines = {}
    for argument in routine.without_work:
        lines.setdefault(attributes(routine, argument, element, asynchronous, integers),
                         []).append(shaped(argument))
    # Leading dimensions must be declared before the matrices that use them.
    lines = dict(sorted(lines.items(), key=lambda line: "value" not in line[0]))
    if asynchronous:
        lines["type(hg_handle), intent(out)"] = ["call"]
    lines[f"integer({integers})"] = ["info"]
    return "\n".join(f"{begin} :: {', '.join(names)}" for begin, names in lines.items())


def interface(routine, name, element, suffix, size):
    names = [argument.lower for argument in routine.without_work] + (["call"] if suffix else [])
    head = fill(f"function hg_{name}{suffix}{size}(", names, ")", indent=4, end=" &", room=8)
    # Indices are 1-based.
    wide = "_int64" if routine.of(Kind.INDEX) and not size else size
    binding = f'bind(C, name="hg_{name}{suffix}{wide}") result(info)'
    head += " " if len(head) + 1 + len(binding) + 8 <= WIDTH else " &\n    "
    return place(INTERFACE, head=head + binding,
                 declarations=declarations(routine, element, bool(suffix), INTEGERS[size]))


def forms(routine):
    return ["", "_async"] if routine.asynchronous else [""]


def module(routines, template):
    """hg.f90; its explanations are in the template."""
    generics = {}
    for routine in routines:
        for suffix in forms(routine):
            generics.setdefault(routine.family + suffix, []).append((routine, suffix))
    functions = [(routine, name, element, suffix, size)
                 for routine in routines for suffix in forms(routine) for size in INTEGERS
                 for name, element in routine.variants]
    generic_names = fill("!   ",
                         [f"hg_{name}" for name in dict.fromkeys(routine.family for routine in routines)])
    public = [f"hg_{name}" for name in generics]
    public += [f"hg_{name}{suffix}" for routine, name, _, suffix, size in functions
               if not (size or routine.is_mixed)]
    return place(
        template,
        generic_names=generic_names.replace("\n ", "\n!"),
        public=fill("public :: ", public, end=" &", room=4),
        generics="\n".join(
            place(GENERIC, name=generic,
                  procedures=fill("procedure :: ", [f"hg_{name}{suffix}{size}" for size in INTEGERS
                                                    for routine, suffix in forms_of_name
                                                    for name, _ in routine.variants],
                                  end=" &", room=8))
            for generic, forms_of_name in generics.items()),
        functions=blocks(*(interface(*function) for function in functions))) + "\n"


# The functions with 32-bit integers, and the symbols.

PLAIN = """
@head@
    @call@
}
"""

# An index, which is 0-based in C and 1-based in Fortran.
WITH_INDEX = """
@head@
    std::int64_t found = 0;
    @call@
    if (info == 0) *index = static_cast<@integer@>(found + 1);
    return info;
}
"""

# An integer that the routine returns in an argument.
WITH_COUNT = """
@head@
    std::int64_t count = 0;
    @call@
    @write_count@
    return info;
}
"""

# Arguments are checked before memory for pivots is allocated.
WITH_PIVOTS = """
@head@
    @make_count@
    @result@ static_cast<int>(guarded(0, [&] {
        @check@
        WidePivots pivots(pivots_of(ipiv), @pivot_count@);
        @read@
        @call@
        @write@
        @give_back@
    }));
    @write_count@
    @give_back_after@
}
"""

# Like LAPACK, check the other arguments first. A caller that queries the length of work need not have
# matrices yet.
SYMBOL_WITH_WORK = """
@head@
    *info = static_cast<int>(guarded(0, [&] {
        const bool asks = *@length@ == kAsksForWork;
        @least@
        @check@
        @require@
        @call@
        if (result >= 0) *work = work_length<std::remove_pointer_t<decltype(work)>>(least);
        return result;
    }));
}
"""

SOURCE = """
// The functions of hg.h with 32-bit integers, for Fortran's default integers: those behind the generic names
// of hg.f90, and the symbols to which compilers translate `call hg_dgetrf(...)`, with a trailing underscore
// and all arguments by reference. They ignore the lengths of character arguments that compilers append.
#include <algorithm>
#include <type_traits>

#include "blas/call/letters.hpp"
#include "interfaces/c/guard.hpp"
#include "interfaces/pivots.hpp"
@check@
#include <hg/hg.h>

using namespace hg::interfaces;

extern "C" {

@functions@

}  // extern "C"
"""


def parameter(routine, argument, element, asynchronous=False):
    integer = "std::int64_t" if asynchronous else "int"
    if routine.is_real(argument):
        element = element.real
    types = {
        Kind.CHOICE: "char", Kind.SIZE: "int", Kind.LEADING: "int", Kind.SCALAR: element.c,
        Kind.INCREMENT: "int", Kind.INDEX: "int*", Kind.RESULT: f"{element.c}*",
        Kind.MATRIX: f"{element.c}*" if argument.is_written else f"const {element.c}*",
        Kind.VECTOR: f"{element.c}*" if argument.is_written else f"const {element.c}*",
        Kind.TAU: f"{element.c}*" if argument.is_written else f"const {element.c}*",
        Kind.PIVOTS: f"{integer}*" if argument.is_written else f"const {integer}*",
        Kind.COUNT: f"{integer}*", Kind.LENGTH: "int",
    }
    return f"{types[argument.kind]} {argument.lower}"


def value(argument):
    """An argument of the C function with 64-bit integers."""
    return {Kind.COUNT: f"{argument.lower} == nullptr ? nullptr : &count", Kind.PIVOTS: "pivots.data()",
            Kind.INDEX: "index == nullptr ? nullptr : &found"}.get(argument.kind, argument.lower)


def checked(argument):
    """An argument of the function that checks the arguments; pivots are the caller's."""
    if argument.kind == Kind.CHOICE:
        return f"hg::{argument.choice}_of({argument.lower})"
    return argument.lower if argument.kind == Kind.PIVOTS else value(argument)


def short_head(routine, name, element, suffix=""):
    handle = ["hg_call** call"] if suffix else []
    parameters = [parameter(routine, argument, element, bool(suffix)) for argument in routine.without_work]
    return fill(f"int hg_{name}{suffix}{SHORT}(", parameters + handle, ") {")


def short(routine, name, element):
    """The function with 32-bit integers."""
    head = short_head(routine, name, element)
    values = [value(argument) for argument in routine.without_work]
    if routine.of(Kind.INDEX):
        return place(WITH_INDEX, head=head, integer="int",
                     call=Items(f"const int info = static_cast<int>(hg_{name}(", values, "));"))
    counts = routine.of(Kind.COUNT)
    write_count = "\n".join(f"if ({count.lower} != nullptr) *{count.lower} = static_cast<int>(count);"
                            for count in counts)
    if counts and not routine.pivots:
        return place(WITH_COUNT, head=head, write_count=write_count,
                     call=Items(f"const int info = static_cast<int>(hg_{name}(", values, "));"))
    if not routine.pivots:
        return place(PLAIN, head=head, call=Items(f"return static_cast<int>(hg_{name}(", values, "));"))
    template = "" if routine.is_mixed else f"<{element.c}>"
    gives_pivots = routine.pivots.is_written
    return place(
        WITH_PIVOTS, head=head,
        make_count="std::int64_t count = 0;" if counts else "",
        check=Items(f"hg::check_{routine.family}{template}(", list(map(checked, routine.checked)), ");"),
        pivot_count=routine.pivot_count(),
        read="" if gives_pivots else "pivots.read();",
        call=Items(f"{'const std::int64_t result =' if gives_pivots else 'return'} hg_{name}(", values, ");"),
        write="if (result >= 0) pivots.write();" if gives_pivots else "",
        give_back="return result;" if gives_pivots else "",
        result="const int info =" if counts else "return",
        give_back_after="return info;" if counts else "",
        write_count=write_count)


def long_with_index(routine, name, element):
    """The function with 64-bit integers and a 1-based index."""
    head = short_head(routine, name,
                      element).replace(SHORT, "_int64").replace("int ", "std::int64_t ").replace(
        "int* index", "std::int64_t* index")
    values = [value(argument) for argument in routine.without_work]
    return place(WITH_INDEX, head=head, integer="std::int64_t",
                 call=Items(f"const std::int64_t info = hg_{name}(", values, ");"))


def short_async(routine, name, element):
    values = [argument.lower for argument in routine.without_work] + ["call"]
    return place(PLAIN, head=short_head(routine, name, element, "_async"),
                 call=Items(f"return static_cast<int>(hg_{name}_async(", values, "));"))


def reference(routine, argument, element, work_counts):
    """A parameter of a symbol, which takes all arguments by reference."""
    if argument.kind == Kind.WORK:
        name = argument.name if work_counts else f"/*{argument.name}*/"
        return f"{element.work(argument.name)}* {name}"
    by_value = parameter(routine, argument, element)
    return f"const {by_value.replace(' ', '* ')}" if argument.kind in (*VALUE, Kind.LENGTH) else by_value


def referred(argument):
    return ("*" if argument.kind in VALUE else "") + argument.lower


def symbol(routine, name, element):
    parameters = [reference(routine, argument, element, bool(routine.work_length))
                  for argument in routine.parsed]
    head = fill(f"void hg_{name}_(", [*parameters, "int* info"], ") {")
    if routine.work_length:
        return symbol_with_work(routine, name, element, head)
    # LAPACK's argument list includes the work arrays; that of C does not.
    works = [number for number, argument in enumerate(routine.parsed, 1) if argument.kind == Kind.WORK]
    shift, end = ("info_behind(", f"), {works[0]}, {len(works)});") if works else ("", ");")
    return place(PLAIN, head=head, call=Items(f"*info = {shift}hg_{name}{SHORT}(",
                                              list(map(referred, routine.without_work)), end))


def letter_or_value(argument):
    if argument.kind == Kind.CHOICE:
        return f"hg::{argument.choice}_of(*{argument.lower})"
    return referred(argument)


def symbol_with_work(routine, name, element, head):
    number, length = routine.work_length
    of_elements = [argument.lower for argument in routine.of(Kind.MATRIX, Kind.TAU)]
    of_integers = [argument.lower for argument in routine.of(Kind.PIVOTS)]
    checked_values = [f"asks ? work : {argument.lower}" if argument.lower in of_elements else
                      f"asks ? reinterpret_cast<const int*>(work) : {argument.lower}"
                      if argument.lower in of_integers else
                      letter_or_value(argument) for argument in routine.checked]
    return place(
        SYMBOL_WITH_WORK, head=head, length=length,
        least=Items(f"const std::int64_t least = {routine.family}_work(",
                    list(map(letter_or_value, routine.lengths)), ");"),
        check=Items(f"hg::check_{routine.family}<{element.c}>(", checked_values, ");"),
        require=f'require_work("{name}", {number}, *{length}, least);',
        call=Items(f"const int result = asks ? 0 : hg_{name}{SHORT}(",
                   list(map(referred, routine.without_work)), ");"))


def source(routines):
    functions = [make(routine, *variant)
                 for routine in routines for variant in routine.variants
                 for make in (short, symbol, *([short_async] if routine.asynchronous else []),
                              *([long_with_index] if routine.of(Kind.INDEX) else []))]
    check = '#include "interfaces/generated/lapack_checks.hpp"\n#include "interfaces/work_length.hpp"' \
        if routines[0].layer == "lapack" else ""
    return place(SOURCE, check=check, functions=blocks(*functions)) + "\n"
