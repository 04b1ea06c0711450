"""What libhgblas.so and its engine share of each routine, and how the engine makes a call."""

from generator.routine import Kind
from generator.text import blocks, fill, in_lambda, indented

ONCE = "#pragma once\n\n"
OPEN = "namespace hg::dropin {"
CLOSE = "}  // namespace hg::dropin\n"


def routine_header(routines):
    """The routines as an enumeration."""
    variants = [name for routine in routines for name, _ in routine.variants]
    names = fill(f"inline constexpr std::array<std::string_view, {len(variants)}> kRoutineNames{{",
                 [f'"{name.upper()}"' for name in variants], "};", indent=4)
    return ONCE + blocks(
        "#include <array>\n#include <string_view>", OPEN,
        "/// The routines that libhgblas.so takes the place of. Each has several symbols: for Fortran, CBLAS and\n"
        "/// LAPACKE, for integers of 32 and of 64 bits.\n"
        + fill("enum class Routine : unsigned char {", variants, "};", indent=4),
        names, CLOSE)


def describe(routine):
    return fill("/// ", routine.does.split(), separator="").replace("\n    ", "\n/// ")


def bound(routine, struct="arguments"):
    """Names for the arguments of a call, whose struct has its members in this order."""
    names = [argument.name for argument in routine.without_work] + (["info"] if routine.has_info else [])
    return fill("auto& [", names, f"] = {struct};", room=14)


def member(argument):
    if argument.kind == Kind.CHOICE:
        return f"{argument.choice.capitalize()} {argument.name}"
    types = {Kind.SIZE: "std::int64_t ", Kind.LEADING: "std::int64_t ", Kind.SCALAR: "T ", Kind.PIVOTS: "Pivots ",
             Kind.MATRIX: "T* " if argument.is_written else "const T* ", Kind.COUNT: "std::int64_t* "}
    return types[argument.kind] + argument.name


def arguments_struct(routine):
    """The struct of a routine of LAPACK; those of BLAS stand in blas."""
    members = "\n".join(f"    {member(argument)};" for argument in routine.without_work)
    count = ""
    if routine.pivots:
        count = ("\n\n    [[nodiscard]] constexpr std::int64_t pivot_count() const noexcept {\n"
                 f"        return {routine.pivot_count()};\n    }}")
    return (f"{describe(routine)}\ntemplate <class T>\nstruct {routine.type_name}Arguments {{\n{members}\n"
            f"    std::int64_t* info;{count}\n}};")


def pointers(routines):
    """Members that point to the engine's functions."""
    return "\n".join(f"    Outcome (*{routine.family})(Place, const {routine.type_name}Arguments<"
                     f"{'double' if routine.is_mixed else 'T'}>&) noexcept;" for routine in routines)


def split(routines):
    """Those of one element type, and those that work in two."""
    return [[routine for routine in routines if routine.is_mixed == mixed] for mixed in (False, True)]


def table_header(routines):
    """The arguments of calls, and the table of the engine's functions."""
    plain, mixed = split(routines)
    blas = "\n".join(f"template <class T>\nstruct {routine.type_name}Arguments;"
                     for routine in routines if routine.layer == "blas")
    structs = [arguments_struct(routine) for routine in routines if routine.layer == "lapack"]
    return ONCE + blocks(
        '#include <algorithm>\n#include <cstdint>\n\n#include "interfaces/dropin/outcome.hpp"\n'
        '#include "interfaces/pivots.hpp"\n#include <hg/blas/types.hpp>',
        "namespace hg {", blas, "}  // namespace hg", OPEN, "using interfaces::Pivots;", *structs,
        "/// Calls of one element type. Column-major; arguments are valid, except for what pivots hold.\n"
        f"template <class T>\nstruct EngineRoutines {{\n{pointers(plain)}\n}};",
        f"/// Calls that work in two precisions.\nstruct MixedRoutines {{\n{pointers(mixed)}\n}};", CLOSE)


def calls_header(routines):
    """The functions that the engine's table points to."""
    plain, mixed = split(routines)
    declared = [f"template <class T>\nOutcome run_{routine.family}(Place place, "
                f"const {routine.type_name}Arguments<T>& c) noexcept;" for routine in routines]
    return ONCE + blocks(
        '#include "interfaces/generated/engine_table.hpp"', OPEN, *declared,
        "template <class T>\n" + fill("inline constexpr EngineRoutines<T> kEngineRoutines{",
                                     [f"run_{routine.family}<T>" for routine in plain], "};", indent=4),
        fill("inline constexpr MixedRoutines kMixedRoutines{",
             [f"run_{routine.family}<double>" for routine in mixed], "};", indent=4), CLOSE)


def given(routine, arguments):
    """Arguments of a C++ function. Structs of LAPACK's routines have members of these names; those of BLAS's have them
    in this order."""
    return [f"c.{argument.name}" if routine.has_info else argument.name for argument in arguments]


def hg_call(routine, before=""):
    """The call of the C++ function, as a statement."""
    layout = ["Layout::col_major"] if routine.layer == "blas" else []
    values = ["pivots.data()" if value == "c.ipiv" else value for value in given(routine, routine.without_work)]
    return fill(f"{before}{routine.family}{'' if routine.is_mixed else '<T>'}(", [*layout, *values], ");", room=12)


def steps(routine, kept):
    """What a call does, one statement after the other. Arguments are checked before there is memory for pivots: what
    is wrong with them the CPU's BLAS tells."""
    keep = ["if (c.beta != T{0}) updated.keep();" if has_beta(routine) else "updated.keep();"] if kept else []
    if not routine.has_info:
        return [*keep, f"const {bound(routine, 'c')}", hg_call(routine)]
    call = in_lambda("*c.info = interfaces::returned_info([&] ", hg_call(routine, "return "), room=8)
    if not routine.pivots:
        return [*keep, call]
    check = fill(f"check_{routine.family}{'' if routine.is_mixed else '<T>'}(",
                 [value.replace("c.ipiv", "c.ipiv.data") for value in given(routine, routine.checked)], ");", room=8)
    pivots = "interfaces::WidePivots pivots(c.ipiv, c.pivot_count());"
    return [check, *keep, pivots, *([call, "pivots.write();"] if routine.pivots.is_written
                                    else ["pivots.read();", call])]


def has_beta(routine):
    return any(argument.name == "beta" for argument in routine.parsed)


def kept_matrix(routine):
    """The one that is to be as it was if a call fails, with its leading dimension and its place. Factors are spoilt in
    any case."""
    updated = [(matrix, leading, place) for place, (matrix, leading, _) in enumerate(routine.matrices)
               if matrix.access == "inout"]
    return updated[0] if updated and not routine.factors else None


def run(routine):
    kept = kept_matrix(routine)
    attempt = f"attempt(place, [&] {{\n{indented(chr(10).join(steps(routine, kept)))}\n}})"
    lines = []
    if kept:
        matrix, leading, place = kept
        lines.append(f"UpdatedMatrix<T> updated(c.{matrix.name}, shapes(c)[{place}], c.{leading.name});")
        attempt = f"updated.restored({attempt})"
    if kept and has_beta(routine):
        lines += [f"const Outcome outcome = {attempt};",
                  f"// What {matrix.name} holds is not read then: the call can be made again.",
                  "return outcome == Outcome::spoilt && c.beta == T{0} ? Outcome::untouched : outcome;"]
    else:
        lines.append(f"return {attempt};")
    return (f"template <class T>\nOutcome run_{routine.family}(Place place, const {routine.type_name}Arguments<T>& c) "
            "noexcept {\n" + indented("\n".join(lines)) + "\n}")


def calls_source(routines):
    instances = "\n".join(
        f"template Outcome run_{routine.family}(Place, const {routine.type_name}Arguments<{element.c}>&) noexcept;"
        for routine in routines for _, element in routine.variants)
    headers = "\n".join(f"#include <hg/{routine.layer}/{routine.family}.hpp>" for routine in routines)
    return blocks(
        '#include "interfaces/generated/engine_calls.hpp"',
        '#include "interfaces/dropin/engine/attempt.hpp"\n#include "interfaces/dropin/engine/updated_matrix.hpp"\n'
        '#include "interfaces/dropin/shapes.hpp"\n#include "interfaces/returned_info.hpp"\n'
        f'#include "lapack/common/check.hpp"\n{headers}', OPEN, *map(run, routines), instances, CLOSE)


def costs_source(routines):
    """flops_of_order()."""
    cases = "\n".join(
        "\n".join(f"        case Routine::{name}:" for name, _ in routine.variants) + " {\n"
        f"            {routine.type_name}Arguments<double> c{{}};\n            "
        + "".join(f"c.{size.name} = " for size in routine.of(Kind.SIZE)) + "order;\n"
        "            return flops(c);\n        }" for routine in routines)
    return blocks(
        '#include "interfaces/dropin/costs.hpp"\n#include "interfaces/dropin/routine.hpp"', OPEN,
        "double flops_of_order(Routine routine, std::int64_t order) noexcept {\n    switch (routine) {\n"
        f"{cases}\n    }}\n    return 0;\n}}", CLOSE)
