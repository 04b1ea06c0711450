"""The table of the CPU's BLAS and LAPACK routines, and BLAS calls through it."""

from generator import cpp
from generator.routine import ELEMENTS, Kind
from generator.text import Items, blocks, each, fill, place

# The table: function pointers in Fortran's calling convention.

ROUTINES = """
#pragma once

#include <complex>
#include <cstddef>
#include <string_view>

namespace hg {

/// The routines of the CPU's BLAS and LAPACK that hg calls for an element type.
///
/// They have Fortran's calling convention: column-major matrices, arguments by address, 32-bit integers, and
/// the length of each character argument, 1, at the end. Functions return their results by value, even
/// complex ones (find_cpu_blas.hpp). The result of iamax is 1-based. If lwork = -1, a LAPACK routine only
/// stores the best lwork in work[0].
template <class T>
struct CpuRoutines;

@types@

// Calls act(symbol, routine) for each routine; `symbol` is the routine's name in a library.

@visits@

}  // namespace hg
"""

TYPE = """
template <>
struct CpuRoutines<@element@> {
    @members@
};
"""

VISIT = """
template <class Act>
void for_each_routine(CpuRoutines<@element@>& routines, const Act& act) {
    @acts@
}
"""

BY_ADDRESS = {Kind.CHOICE: "const char*", Kind.SIZE: "const int*", Kind.LEADING: "const int*",
              Kind.INCREMENT: "const int*", Kind.LENGTH: "const int*", Kind.PIVOTS: "int*", Kind.WORK: "{}*",
              Kind.SCALAR: "const {}*"}


def by_address(routine, argument, element):
    """The type of a parameter."""
    if routine.is_real(argument):
        element = element.real
    kind = BY_ADDRESS.get(argument.kind, "{}*").format(element.c)
    constant = argument.kind in (Kind.MATRIX, Kind.VECTOR, Kind.TAU, Kind.PIVOTS) and not argument.is_written
    return "const " * constant + kind


def returned(routine, element):
    if routine.has_info or not routine.result:
        return "void"
    if routine.result.kind == Kind.INDEX:
        return "int"
    return (element.real if routine.is_real(routine.result) else element).c


def member(routine, element):
    """A pointer to the routine."""
    taken = [f"{by_address(routine, argument, element)} {argument.lower}" for argument in routine.parsed
             if argument is not routine.result]
    info = ["int* info"] if routine.has_info else []
    return fill(f"{returned(routine, element)} (*{routine.cpu_member})(",
                taken + info + ["std::size_t"] * len(routine.of(Kind.CHOICE)), ") = nullptr;", room=4)


def by_element(routines):
    """(element, [(routine, its names)]) for each element type. Routines in two precisions are left out,
    because hg runs them on the CPU through the others."""
    for element in ELEMENTS.values():
        pairs = [(routine, [name for name, its in routine.symbols if its == element])
                 for routine in routines if not routine.is_mixed]
        yield element, [(routine, names) for routine, names in pairs if names]


def cpu_routines(routines):
    return place(
        ROUTINES,
        types=blocks(*(place(TYPE, element=element.c,
                             members="\n".join(member(routine, element) for routine, _ in its))
                       for element, its in by_element(routines))),
        visits=blocks(*(place(VISIT, element=element.c,
                              acts="\n".join(f'act("{name}_", routines.{routine.cpu_member});'
                                             for routine, names in its for name in names))
                        for element, its in by_element(routines)))) + "\n"


# The routines' names, for linkers.

LINKED = """
#pragma once

#include <array>

// References to the routines' names make a linker keep a shared library that it would otherwise drop as
// unused, and take the routines from a static one. hg looks up the addresses at run time, because another
// library may have taken the names.
extern "C" {
@declarations@
}

namespace hg {

[[gnu::used]] inline const std::array @names@

}  // namespace hg
"""


def linked_routines(routines):
    # One vector routine is enough, because a static library that has one has all. Routines that a library may
    # lack are not named: the linker would report them as undefined.
    names = ["dasum_"] + [f"{name}_" for _, its in by_element(routines) for routine, names in its
                          if routine.level == 3 and not routine.synonym for name in names]
    return place(LINKED, declarations="\n".join(f"void {name}();" for name in names),
                 names=fill("kLinked{", [f"&{name}" for name in names], "};", indent=4)) + "\n"


# BLAS calls.

CALLS = """
#pragma once

#include "blas/generated/arguments.hpp"
#include "host_blas/call_cpu_blas.hpp"
#include "host_blas/cpu_blas.hpp"

namespace hg {

// Column-major calls of the CPU BLAS.

@functions@

}  // namespace hg
"""

CALL = """
template <@Concept@ T>
void call_cpu(const @Type@Arguments<T>& call) noexcept {
    const @binding@
    @call@
}
"""


def call(routine):
    names = [argument.name for argument in routine.without_work]
    result = routine.result
    sets = f"*{result.name} = " if result else ""
    return place(CALL, Concept=cpp.concept(routine), Type=routine.type_name,
                 binding=Items("auto& [", names, "] = call;"), call=Items(f"{sets}call_cpu_blas(",
                            [f"cpu_blas().routines<T>().{routine.cpu_member}", "call.flops() / 2",
                             *(argument.name for argument in routine.without_result)],
                            f"){' - 1' if result and result.kind == Kind.INDEX else ''};"))


def cpu_calls(routines):
    return place(CALLS, functions=blocks(*map(call, routines))) + "\n"
