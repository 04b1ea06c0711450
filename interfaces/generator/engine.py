"""The declarations that libhgblas.so and its engine share, and the engine's functions."""

from generator import cpp
from generator.arguments import Struct
from generator.routine import ELEMENTS, Kind
from generator.text import Items, blocks, each, fill, in_lambda, place

# The enumeration of the routines.

ROUTINE_NAMES = """
#pragma once

#include <array>
#include <string_view>

#include <hg/runtime/program/element.hpp>

namespace hg::dropin {

/// The routines that libhgblas.so replaces. Each has several symbols: for Fortran, CBLAS and LAPACKE, with
/// 32-bit and 64-bit integers.
@enumeration@

@names@

/// The element type of each routine.
@types@

/// The BLAS level of each routine; 3 for LAPACK.
@levels@

}  // namespace hg::dropin
"""


def routine_names(routines):
    variants = [name for routine in routines for name, _ in routine.variants]
    types = [f"ElementType::{element.type}" for routine in routines for _, element in routine.variants]
    return place(
        ROUTINE_NAMES,
        enumeration=fill("enum class Routine : unsigned char {", variants, "};", indent=4),
        names=fill(f"inline constexpr std::array<std::string_view, {len(variants)}> kRoutineNames{{",
                   [f'"{name.upper()}"' for name in variants], "};", indent=4),
        types=fill(f"inline constexpr std::array<ElementType, {len(variants)}> kRoutineTypes{{", types, "};",
                   indent=4),
        levels=fill(f"inline constexpr std::array<int, {len(variants)}> kRoutineLevels{{",
                    [str(routine.level) for routine in routines for _ in routine.variants], "};",
                    indent=4)) + "\n"


# The arguments of calls, and the table of the engine's functions.

ENGINE_TABLE = """
#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>

#include "blas/generated/arguments.hpp"
#include "interfaces/dropin/outcome.hpp"
#include "interfaces/pivots.hpp"
#include <hg/blas/types.hpp>

namespace hg::dropin {

using interfaces::Pivots;

@of_lapack@

/// The engine's functions for one element type. Matrices are column-major. Arguments must be valid, except
/// for the values of pivots.
template <class T>
struct EngineRoutines;

@routines@

/// The engine's functions that work in two precisions.
struct MixedRoutines {
    @mixed_routines@
};

}  // namespace hg::dropin
"""

ROUTINES_OF_TYPE = """
template <>
struct EngineRoutines<@element@> {
    @pointers@
};
"""

ARGUMENTS = """
@does@
template <class T>
struct @Type@Arguments {
    using Element = T;

    @members@
    std::int64_t* info;

    @counts@
    @order@
    @costs@

    @lists@
};
"""

COUNT = """
[[nodiscard]] constexpr std::int64_t @what@_count() const noexcept {
    return @count@;
}
"""


def member(argument):
    if argument.kind == Kind.CHOICE:
        return f"{argument.choice.capitalize()} {argument.name};"
    types = {Kind.SIZE: "std::int64_t", Kind.LEADING: "std::int64_t", Kind.SCALAR: "T", Kind.PIVOTS: "Pivots",
             Kind.MATRIX: "T*" if argument.is_written else "const T*", Kind.COUNT: "std::int64_t*",
             Kind.TAU: "T*" if argument.is_written else "const T*"}
    return f"{types[argument.kind]} {argument.name};"


def arguments_struct(routine):
    """The struct of a LAPACK routine's arguments. Its list() omits pivots and iter, which no user needs."""
    struct = Struct(routine, members={argument.name: argument.name for argument in routine.without_work})
    counts = {"pivot": routine.pivot_count()} if routine.pivots else {}
    counts |= {"tau": routine.shape_of(tau) for tau in routine.of(Kind.TAU)}
    return place(ARGUMENTS, does=cpp.describe(routine), Type=routine.type_name,
                 members="\n".join(map(member, routine.without_work)),
                 counts="\n".join(place(COUNT, what=what, count=count) for what, count in counts.items()),
                 order=struct.order(), costs=struct.costs(), lists=struct.lists({Kind.PIVOTS, Kind.COUNT}))


def mixed(routines):
    """The routines that work in two precisions."""
    return [routine for routine in routines if routine.is_mixed]


def mixed_element(routine):
    return routine.variants[0][1].c


def by_element(routines):
    """(element, the routines that work in one precision) for each element type."""
    for element in ELEMENTS.values():
        yield element.c, [routine for routine in routines
                          if not routine.is_mixed and element in (its for _, its in routine.variants)]


def forms(routine, element):
    """(member, template arguments) of the engine's functions for a routine. If row-major calls may need a
    conjugate, they have a function of their own."""
    made = [(routine.member, element)]
    return made + [(routine.member + "_by_rows", f"{element}, Layout::row_major")] * (
        routine.may_conjugate and "complex" in element)


def pointers(routine, element):
    """Members that point to the engine's functions."""
    return "\n".join(f"Outcome (*{name})(Place, const {routine.type_name}Arguments<{element}>&) noexcept;"
                     for name, _ in forms(routine, element))


def layout_of(routine):
    return "kLayout" if routine.may_conjugate else "Layout::col_major"


def head_parts(routine, default):
    return {"member": routine.member, "Type": routine.type_name,
            "layout_parameter": f", Layout kLayout{default}" if routine.may_conjugate else ""}


def engine_table(routines):
    return place(
        ENGINE_TABLE,
        of_lapack=blocks(*(arguments_struct(routine) for routine in routines if routine.layer == "lapack")),
        routines=blocks(*(place(ROUTINES_OF_TYPE, element=element, pointers="\n".join(
            pointers(routine, element) for routine in its_routines))
                          for element, its_routines in by_element(routines))),
        mixed_routines="\n".join(pointers(routine, mixed_element(routine))
                                 for routine in mixed(routines))) + "\n"


# The functions in the table.

ENGINE_CALLS_HEADER = """
#pragma once

#include "interfaces/generated/engine_table.hpp"

namespace hg::dropin {

@declarations@

template <class T>
inline constexpr EngineRoutines<T> kEngineRoutines{};

@routines@

@mixed_routines@

}  // namespace hg::dropin
"""

ENGINE_CALLS = """
#include "interfaces/generated/engine_calls.hpp"

#include "interfaces/dropin/engine/attempt.hpp"
#include "interfaces/dropin/engine/updated_matrix.hpp"
#include "interfaces/dropin/shapes.hpp"
#include "interfaces/generated/lapack_checks.hpp"
#include "interfaces/returned_info.hpp"
@headers@

namespace hg::dropin {

@functions@

@instances@

}  // namespace hg::dropin
"""

HEAD = """
template <class T@layout_parameter@>
Outcome run_@member@(Place place, const @Type@Arguments<T>& given) noexcept"""

RUN = HEAD + """ {
    return attempt(place, [&] {
        @steps@
    });
}
"""

RUN_WITH_COPY = HEAD + """ {
    UpdatedMatrix<T> updated(given.@matrix@, @shape@, given.@leading@);
    return updated.restored(attempt(place, [&] {
        @steps@
    }));
}
"""

RUN_WITH_BETA = HEAD + """ {
    UpdatedMatrix<T> updated(given.@matrix@, @shape@, given.@leading@);
    const Outcome outcome = updated.restored(attempt(place, [&] {
        @steps@
    }));
    // beta = 0: the contents of @matrix@ are never read, so the call can be repeated.
    return outcome == Outcome::partially_written && given.beta == T{0} ? Outcome::untouched : outcome;
}
"""

BLAS_STEPS = """
@keep@
const @binding@
@call@
"""

# Arguments are checked before memory for pivots is allocated. The CPU BLAS reports wrong arguments.
LAPACK_STEPS = """
@check@
@keep@
@make_pivots@
@read@
@call@
@write@
"""


def bound(routine, struct="arguments"):
    """A structured binding that names the members of a call's struct, which are in this order."""
    names = [argument.name for argument in routine.without_work] + (["info"] if routine.has_info else [])
    return Items("auto& [", names, f"] = {struct};")


def call(routine, before, values):
    """A call of the C++ function template."""
    return Items(f"{before}{routine.family}{'' if routine.is_mixed else '<T>'}(", values, ");")


def members(arguments, pivots):
    return [pivots if argument.kind == Kind.PIVOTS else f"given.{argument.name}" for argument in arguments]


def blas_steps(routine, keep):
    layout = [layout_of(routine)] if routine.has_layout else []
    values = [argument.name for argument in routine.without_result]
    return place(BLAS_STEPS, keep=keep, binding=bound(routine, "given"),
                 call=call(routine, f"*{routine.result.name} = " if routine.result else "",
                           [*layout, *values]))


def lapack_steps(routine, keep):
    pivots = routine.pivots
    made = call(routine, "return ", ["Layout::col_major", *members(routine.without_work, "pivots.data()")])
    return place(
        LAPACK_STEPS, keep=keep,
        check=call(routine, "check_", members(routine.checked, "given.ipiv.data")) if pivots else "",
        make_pivots="interfaces::WidePivots pivots(given.ipiv, given.pivot_count());" if pivots else "",
        read="pivots.read();" if pivots and pivots.is_read else "",
        call=in_lambda("*given.info = interfaces::returned_info([&] ", made, room=8),
        write="pivots.write();" if pivots and pivots.is_written else "")


def saved_matrix(routine):
    """The matrix that must be restored if a call fails, with its leading dimension and its index among the
    matrices. None if there is none, or if the call also overwrites a matrix by factors: each failure is then
    partially_written."""
    updated = [(matrix, leading, place_) for place_, (matrix, leading, _) in enumerate(routine.matrices)
               if matrix.access == "inout"]
    return updated[0] if updated and not routine.factors else None


def run(routine):
    kept = saved_matrix(routine)
    has_beta = any(argument.name == "beta" for argument in routine.parsed)
    keep = "" if not kept else "if (given.beta != T{0}) updated.keep();" if has_beta else "updated.keep();"
    steps = (lapack_steps if routine.has_info else blas_steps)(routine, keep)
    parts = head_parts(routine, "") | {"steps": steps}
    if not kept:
        return place(RUN, **parts)
    matrix, leading, number = kept
    return place(RUN_WITH_BETA if has_beta else RUN_WITH_COPY, matrix=matrix.name, leading=leading.name,
                 shape=f"shape_of<{layout_of(routine)}>(shapes(given)[{number}])", **parts)


def engine_calls_header(routines):
    return place(
        ENGINE_CALLS_HEADER,
        declarations=blocks(*(place(HEAD, **head_parts(routine, " = Layout::col_major")) + ";"
                              for routine in routines)),
        routines=blocks(*(
            f"template <>\ninline constexpr EngineRoutines<{element}> kEngineRoutines<{element}>{{\n"
            + fill("    ", [f"run_{routine.member}<{arguments}>" for routine in its_routines
                           for _, arguments in forms(routine, element)], "};")
            for element, its_routines in by_element(routines))),
        mixed_routines=fill("inline constexpr MixedRoutines kMixedRoutines{",
                            [f"run_{routine.family}<{mixed_element(routine)}>"
                             for routine in mixed(routines)], "};", indent=4)) + "\n"


def engine_calls(routines):
    return place(
        ENGINE_CALLS,
        headers=each(f"#include <hg/{routine.layer}/{routine.public}.hpp>" for routine in routines),
        functions=blocks(*map(run, routines)),
        instances="\n".join(
            f"template Outcome run_{routine.member}<{arguments}>(Place, const "
            f"{routine.type_name}Arguments<{element.c}>&) noexcept;"
            for routine in routines for _, element in routine.variants
            for _, arguments in forms(routine, element.c))) + "\n"


# The cost of a call whose sizes all equal `order`.

FLOPS_OF_ORDER = """
#include "interfaces/dropin/routine.hpp"
#include "interfaces/generated/engine_table.hpp"

namespace hg::dropin {

double flops_of_order(Routine routine, std::int64_t order) noexcept {
    switch (routine) {
        @cases@
    }
    return 0;
}

}  // namespace hg::dropin
"""

CASE = """
@labels@ {
    @Type@Arguments<@element@> c{};
    @sizes@ = order;
    return c.flops();
}
"""


def labels_by_kind(routine):
    """(an element type, the labels of the variants with the same flops), for real and for complex types."""
    for is_complex in (False, True):
        variants = [(name, element) for name, element in routine.variants if element.is_complex == is_complex]
        if variants:
            yield variants[0][1], "\n".join(f"case Routine::{name}:" for name, _ in variants)


def flops_of_order(routines):
    cases = [place(CASE, Type=routine.type_name, element=element.c, labels=labels,
                   sizes=" = ".join(f"c.{size.name}" for size in routine.of(Kind.SIZE)))
             for routine in routines for element, labels in labels_by_kind(routine)]
    return place(FLOPS_OF_ORDER, cases="\n".join(cases)) + "\n"
