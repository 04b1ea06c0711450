"""The routines of the CPU's BLAS and LAPACK, and calls of BLAS by them."""

from generator import cpp
from generator.routine import ELEMENTS, Kind
from generator.text import Items, blocks, each, fill, place

# Their types, by Fortran's calling convention.

ROUTINES = """
#pragma once

#include <complex>
#include <cstddef>
#include <string_view>

namespace hg {

/// The routines of the CPU's BLAS and LAPACK that hg calls for an element type, by Fortran's calling
/// convention: column-major, arguments by address, integers of 32 bits, and at the end the length of each
/// character argument, which is 1. Numbers are returned, complex ones too: find_cpu_blas.hpp. iamax counts
/// from 1. With lwork = -1 a routine of LAPACK leaves the best one in work[0] and does nothing else.
template <class T>
struct CpuRoutines;

@types@

// act(symbol, routine) for each of them, where `symbol` is its name in a library.

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
    """The type of an argument."""
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
    """A pointer to it."""
    taken = [f"{by_address(routine, argument, element)} {argument.lower}" for argument in routine.parsed
             if argument is not routine.result]
    info = ["int* info"] if routine.has_info else []
    return fill(f"{returned(routine, element)} (*{routine.cpu_member})(",
                taken + info + ["std::size_t"] * len(routine.of(Kind.CHOICE)), ") = nullptr;", room=4)


def by_element(routines):
    """(element, [(routine, its names)]) of each type of elements. What works in two precisions calls
    others."""
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


# Their names, for linkers.

LINKED = """
#pragma once

#include <array>

// Named here so that a linker that leaves out what nothing refers to keeps the library, and takes the
// routines from an archive; their addresses are looked up, as these names may have been taken by another
// library.
extern "C" {
@declarations@
}

namespace hg {

[[gnu::used]] inline const std::array @names@

}  // namespace hg
"""


def linked_routines(routines):
    # Of vectors' routines one serves: an archive with it has them all. A linker would miss what a library may
    # lack.
    names = ["dasum_"] + [f"{name}_" for _, its in by_element(routines) for routine, names in its
                          if routine.level == 3 and not routine.synonym for name in names]
    return place(LINKED, declarations="\n".join(f"void {name}();" for name in names),
                 names=fill("kLinked{", [f"&{name}" for name in names], "};", indent=4)) + "\n"


# Calls of BLAS.

CALLS = """
#pragma once

#include "blas/generated/arguments.hpp"
#include "host_blas/call_cpu_blas.hpp"
#include "host_blas/cpu_blas.hpp"

namespace hg {

// Column-major calls by the CPU's BLAS.

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
